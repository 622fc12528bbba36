import RowsmithSchema

/// The key of a to-one relationship, which may wait for its record.
///
/// Whether it does decides between two places in the JSON: it is asked for twice in one record, and found out once.
final class AwaitedKey {
  private let statement: Statement
  private let column: Int
  private var answer: Bool?

  /// - Parameters:
  ///   - statement: has a row where a record has the key that is its parameter.
  ///   - column: where the key is.
  init(_ statement: Statement, column: Int) {
    self.statement = statement
    self.column = column
  }

  /// Called when the next record begins.
  func forget() { answer = nil }

  /// Whether the key of the row waits for its record.
  func isAwaited(_ row: Row) throws -> Bool {
    if let answer { return answer }
    var isAwaited = false
    if try !row.isNull(at: column) {
      row.bind(column: column, to: statement, at: 1)
      defer { statement.reset() }
      isAwaited = try !statement.step()
    }
    answer = isAwaited
    return isAwaited
  }
}

extension RelatedQuery {
  /// Tells whether the record of a to-one relationship is there; nil where its key is no single value.
  func awaitedKey() throws -> AwaitedKey? {
    guard case .columns = relationship.storage, relationship.slots.count == 1,
      let column = relationship.slots.first
    else { return nil }
    let conditions = [target.keyCondition(), relationship.target.familyCondition].compactMap { $0 }
    return AwaitedKey(
      try connection.prepareForReuse(
        "SELECT 1 FROM \(DDL.quoted(target.name)) WHERE \(conditions.joined(separator: " AND "))"),
      column: column)
  }
}
