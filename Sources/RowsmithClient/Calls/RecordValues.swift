import Rowsmith
import RowsmithSchema

/// The column values of a record to send.
struct RecordValues {
  private var values: [String: StoredValue] = [:]
  private let entity: String
  private let facts: ModelFacts

  /// Takes the values of a record in memory, or reads the row.
  ///
  /// - Throws: ``ClientError`` if the database has no such record, `StoreError`.
  init(_ record: RecordBody, facts: ModelFacts, store: Store) throws {
    self.facts = facts
    entity = record.entity
    if record.write != nil {
      for (name, value) in zip(record.columns, record.values) { values[name] = value }
      return
    }
    guard let row = try store.read({ try $0.row(of: record.entity, key: record.key, facts) }) else {
      let key = record.key.map(\.plainText).joined(separator: ", ").escapedForDisplay()
      throw ClientError(
        .misuse, "the database has no \(record.entity) with the key '\(key)'; nothing was sent")
    }
    for (name, value) in zip(row.columns, row.values) { values[name] = value }
  }

  /// The value of an attribute, or of the foreign key of a to-one relationship.
  func value(of name: String) -> StoredValue? { facts.column(of: name, in: entity).flatMap { values[$0] } }
}

extension ReadTransaction {
  /// The columns of a row.
  func row(of entity: String, key: [StoredValue], _ facts: ModelFacts) throws -> ResultRow? {
    guard let table = facts.table(of: entity) else { return nil }
    let conditions = facts.keyColumns(of: entity).map { "\"\($0)\" = ?" }.joined(separator: " AND ")
    let columns = facts.storedColumns(of: entity).map { "\"\($0)\"" }.joined(separator: ", ")
    return try rows("SELECT \(columns) FROM \"\(table)\" WHERE \(conditions)", key).first
  }
}

extension WriteTransaction {
  /// Sets columns of a row directly, without the model's write path: the values come from the server or the app.
  func set(
    _ columns: [(name: String, value: StoredValue)], of entity: String, key: [StoredValue],
    _ facts: ModelFacts
  ) throws {
    guard let table = facts.table(of: entity), !columns.isEmpty else { return }
    let assignments = columns.map { "\"\($0.name)\" = ?" }.joined(separator: ", ")
    let conditions = facts.keyColumns(of: entity).map { "\"\($0)\" = ?" }.joined(separator: " AND ")
    try run("UPDATE \"\(table)\" SET \(assignments) WHERE \(conditions)", columns.map(\.value) + key)
  }
}
