/// Rows, one after another, of a statement that is being run: what ``Record/records(of:)`` reads.
///
/// Borrowed, as a ``Row`` is: valid in the call that it was given to.
public struct Rows {
  /// The row that was gone to last; valid where ``next()`` has given true.
  public let row: Row
  private let steps: any RowAdvancing

  init(_ row: Row, _ steps: any RowAdvancing) {
    self.row = row
    self.steps = steps
  }

  /// Goes to the next row.
  ///
  /// - Returns: whether there is one.
  /// - Throws: ``StoreError`` where the database cannot be read.
  public func next() throws -> Bool { try steps.step() }
}

/// What goes from row to row: a statement.
protocol RowAdvancing: AnyObject {
  /// Goes to the next row; false where there is none.
  func step() throws -> Bool
}
