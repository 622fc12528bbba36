/// The rows of a running statement, one by one: the input of ``Record/records(of:)``.
///
/// Borrowed like a ``Row``: valid only during the call that it is passed to.
public struct Rows {
  /// The current row; valid after ``next()`` has returned `true`.
  public let row: Row
  private let steps: any RowAdvancing

  init(_ row: Row, _ steps: any RowAdvancing) {
    self.row = row
    self.steps = steps
  }

  /// Advances to the next row.
  ///
  /// - Returns: `true` if there is one.
  /// - Throws: ``StoreError`` if the database cannot be read.
  public func next() throws -> Bool { try steps.step() }
}

/// Advances from row to row: a statement.
protocol RowAdvancing: AnyObject {
  /// Advances to the next row; `false` if there is none.
  func step() throws -> Bool
}
