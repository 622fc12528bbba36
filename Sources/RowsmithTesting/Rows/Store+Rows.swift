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
  /// Frames, and space around cells, are ignored; the order of rows and columns counts. Values are as SQLite has them, text
  /// in quotes if it could be mistaken for something else: `'7'`, `''`. A table with a backslash is written as a raw string,
  /// `#"""`.
  ///
  /// - Throws: ``RowDifference``, with the expected and actual rows, and the whole actual table to copy into the test; what
  ///   fetching throws.
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

  /// The rows of a request as a table with a frame, to print or copy.
  public func rowTable<Request: ReadRequest, R: Record>(_ request: Request) throws -> String
  where Request.Output == [R] {
    RowTable(try fetch(request)).text
  }

  /// The rows of a statement as a table with a frame; without columns if there are no rows.
  public func rowTable(sql: String) throws -> String { RowTable(try fetch(.sql(sql))).text }
}

/// Rows that differ from those that a test expects.
public struct RowDifference: Error, Sendable, Hashable, CustomStringConvertible {
  /// The lines of both tables: `-` before lines that were expected and are missing, `+` before lines that were not expected.
  /// Then the whole actual table.
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
    // Without rows, the columns of a statement are unknown.
    if columns.isEmpty, expected.rows.isEmpty { expected.columns = [] }
    guard let difference = difference(from: expected) else { return }
    throw RowDifference(
      description: """
        the rows differ from the expected ones (-: expected, +: found):
        \(difference)

        What was found:
        \(self.text)
        """)
  }
}
