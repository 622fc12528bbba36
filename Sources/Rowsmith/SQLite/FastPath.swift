/// Optimizations that affect only time and memory. Each can be left out, to measure what it gains.
///
/// `ROWSMITH_LEFT_OUT=RepeatedObjects,RowSet rowsmith import …` leaves out two of them.
///
/// The figures are wall times of `rowsmith import` without the optimization relative to those with it: medians of three
/// paired runs of the benchmark's feed, links and deep documents at a scale of 0.3, into a new file: on a disk for `NewFile`,
/// in memory for the others.
package enum FastPath: String, CaseIterable, Sendable {
  /// ``NewFile``: the first import into a new file bypasses the log. 1.14, 1.06, 1.18.
  case newFile = "NewFile"
  /// ``RepeatedObjects``: a repeated object is not read again. 1.25, 1.09, 0.96.
  case repeatedObjects = "RepeatedObjects"
  /// ``RowSet``: rowids are kept in memory, and spill to a temporary table only if they are many. 1.04 if a document prunes;
  /// not used otherwise.
  case rowSet = "RowSet"
  /// ``LateIndexes``: indices of tables that were empty are created after the rows. 1.14, 1.11, 1.03.
  case lateIndexes = "LateIndexes"
  /// ``RowQueue``: new rows are inserted several at a time. 1.11, 1.00, 1.25, in two runs of five pairs.
  case rowQueue = "RowQueue"
  /// ``Connection/prepareForReuse(_:)``: a statement is compiled once. 1.03, 1.02, 0.98.
  case statementReuse = "StatementReuse"
  /// ``SpareEngine``: a small import reuses the engine of the last one. 1.28 of processor time for documents of one comment,
  /// including other changes made at that time.
  case spareEngine = "SpareEngine"

  /// The optimizations that the environment leaves out.
  package static func leftOut(by environment: [String: String]) -> Set<FastPath> {
    let names = environment["ROWSMITH_LEFT_OUT"]?.split(separator: ",") ?? []
    return Set(names.compactMap { FastPath(rawValue: String($0)) })
  }
}
