public import Foundation
public import Rowsmith

extension Store {
  /// Compares the rows of a request with a table in the text of the test.
  ///
  /// ```swift
  /// try store.expectRows(
  ///   Band.filter { $0.formed < 1970 }.order { $0.name },
  ///   """
  ///   │ name    │ formed │ disbanded │ hiatus │ otherNames │ bandDescription │
  ///   │ Genesis │ 1967   │ NULL      │ NULL   │ NULL       │ NULL            │
  ///   │ Yes     │ 1968   │ NULL      │ NULL   │ NULL       │ NULL            │
  ///   """)
  /// ```
  ///
  /// Frames, and space around cells, do not matter; the order of rows and columns does. Values are as SQLite has them, text
  /// in quotes where it could be taken for something else: `'7'`, `''`.
  ///
  /// - Throws: ``RowDifference``, which shows what was expected and what is there, and the whole table to be copied into the
  ///   test; what fetching throws.
  public func expectRows<Request: ReadRequest, R: Record>(_ request: Request, _ table: String) throws
  where Request.Output == [R] {
    try RowTable(try fetch(request)).check(against: table)
  }

  /// Compares the rows of a statement with a table in the text of the test.
  ///
  /// - Throws: ``RowDifference``, and what fetching throws.
  public func expectRows(sql: String, _ table: String) throws {
    try RowTable(try fetch(.sql(sql))).check(against: table)
  }

  /// The rows of a request as a table with a frame, to be shown or copied.
  public func rowTable<Request: ReadRequest, R: Record>(_ request: Request) throws -> String
  where Request.Output == [R] {
    RowTable(try fetch(request)).text
  }

  /// The rows of a statement as a table with a frame; without columns where it finds no row.
  public func rowTable(sql: String) throws -> String { RowTable(try fetch(.sql(sql))).text }
}

/// Rows are not those that a test expects.
public struct RowDifference: Error, Sendable, Hashable, CustomStringConvertible {
  /// The lines of both tables: `-` in front of those that were expected and are missing, `+` in front of those that were
  /// not expected. Behind them the whole table that was found.
  public let description: String
}

extension RowDifference: LocalizedError {
  /// The description.
  public var errorDescription: String? { description }
}

extension RowTable {
  init<R: Record>(_ records: [R]) {
    self.init(columns: R.columnNames, rows: records.map(\.storedValues))
  }

  init(_ rows: [ResultRow]) { self.init(columns: rows.first?.columns ?? [], rows: rows.map(\.values)) }

  func check(against text: String) throws {
    var expected = RowTable(text)
    // Without a row a statement says nothing of its columns.
    if columns.isEmpty, expected.rows.isEmpty { expected.columns = [] }
    guard let difference = difference(from: expected) else { return }
    throw RowDifference(
      description: """
        the rows are not those that were expected (-), but others (+):
        \(difference)

        What was found:
        \(self.text)
        """)
  }
}
