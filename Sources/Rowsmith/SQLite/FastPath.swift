/// What is there for speed alone. Each can be left out, so that what it brings is measured alone: nothing but time and
/// memory tells the difference.
///
/// `ROWSMITH_LEFT_OUT=RepeatedObjects,RowSet rowsmith import …` leaves out two of them.
///
/// The figures are wall times of `rowsmith import` without the path over those with it, medians of three paired runs of the
/// benchmark's feed, links and deep documents at a scale of 0.3, into a new file: on a disk for `NewFile`, in memory for the
/// others.
package enum FastPath: String, CaseIterable, Sendable {
  /// ``NewFile``: the first import into a new file is not written through the log. 1.14, 1.06, 1.18.
  case newFile = "NewFile"
  /// ``RepeatedObjects``: an object that comes again is not read again. 1.25, 1.09, 0.96.
  case repeatedObjects = "RepeatedObjects"
  /// ``RowSet``: rowids are kept in memory, and in a temporary table only where they are many. 1.04 where a document prunes;
  /// elsewhere there is none.
  case rowSet = "RowSet"
  /// ``LateIndexes``: indices of tables that were empty are made when the rows are there. 1.14, 1.11, 1.03.
  case lateIndexes = "LateIndexes"
  /// ``RowQueue``: new rows are inserted several at a time. 1.11, 1.00, 1.25, in two runs of five pairs.
  case rowQueue = "RowQueue"
  /// ``Connection/prepareForReuse(_:)``: a statement is compiled once. 1.03, 1.02, 0.98.
  case statementReuse = "StatementReuse"
  /// ``SpareEngine``: a small import works with what the last one did. 1.28 of processor time for documents of one comment, with
  /// what else changed at that time.
  case spareEngine = "SpareEngine"

  /// Those that the environment of a process says are to be left out.
  package static func leftOut(by environment: [String: String]) -> Set<FastPath> {
    let names = environment["ROWSMITH_LEFT_OUT"]?.split(separator: ",") ?? []
    return Set(names.compactMap { FastPath(rawValue: String($0)) })
  }
}
