/// What is there for speed alone. Each can be left out, so that what it brings is measured alone: nothing but time and
/// memory tells the difference.
///
/// `ROWSMITH_LEFT_OUT=PageCache,RowSet rowsmith import …` leaves out two of them. The figures stand with the types.
package enum FastPath: String, CaseIterable, Sendable {
  /// ``NewFile``: the first import into a new file is not written through the log.
  case newFile = "NewFile"
  /// ``PageCache``: the page cache of a large import is small where that does.
  case pageCache = "PageCache"
  /// ``RepeatedObjects``: an object that comes again is not read again.
  case repeatedObjects = "RepeatedObjects"
  /// ``RowSet``: rowids are kept in memory, and in a temporary table only where they are many.
  case rowSet = "RowSet"
  /// ``LateIndexes``: indices of tables that were empty are made when the rows are there.
  case lateIndexes = "LateIndexes"
  /// ``Connection/prepareForReuse(_:)``: a statement is compiled once.
  case statementReuse = "StatementReuse"

  /// Those that the environment of a process says are to be left out.
  package static func leftOut(by environment: [String: String]) -> Set<FastPath> {
    let names = environment["ROWSMITH_LEFT_OUT"]?.split(separator: ",") ?? []
    return Set(names.compactMap { FastPath(rawValue: String($0)) })
  }
}
