import Rowsmith
import RowsmithSchema

/// The columns of a record that is sent.
struct RecordValues {
  private var values: [String: StoredValue] = [:]
  private let entity: String
  private let facts: ModelFacts

  /// Takes the values of the record in memory, or reads those of the database.
  ///
  /// - Throws: ``ClientError`` where the database has no such record, `StoreError`.
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

  /// The value of an attribute, or of the key of a record that a to-one relationship leads to.
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
  /// Gives columns of a row values, past the model: what the server or the app has said of them already.
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
