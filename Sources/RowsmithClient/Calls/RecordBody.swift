public import Rowsmith
public import RowsmithSchema

/// A record that is sent, whatever its type.
public struct RecordBody: Sendable {
  /// The entity.
  public let entity: String
  /// Its key, one stored value per column.
  public let key: [StoredValue]
  /// The names of its columns.
  let columns: [String]
  /// Their values.
  let values: [StoredValue]
  /// Writes it into a database; nil for one that is sent as it is there.
  let write: (@Sendable (WriteTransaction) throws -> Void)?

  /// Their values, by the columns' names.
  var given: [String: StoredValue] { Dictionary(zip(columns, values), uniquingKeysWith: { _, last in last }) }

  /// Takes a record as it is in memory. Where the call waits for a connection, it is written to the database first.
  public init<R: Record & Identifiable>(_ record: R) where R.ID == R.Key {
    entity = R.entityName
    key = record.id.storedValues
    columns = R.columnNames
    values = record.storedValues
    write = { try $0.upsert(record) }
  }

  /// Names a record that is sent as it is in the database.
  public init(entity: String, key: [StoredValue]) {
    self.entity = entity
    self.key = key
    columns = []
    values = []
    write = nil
  }

  /// Names a record that is written first, in the transaction in which it begins to wait.
  package init(
    entity: String, key: [StoredValue], columns: [String], values: [StoredValue],
    writing write: @escaping @Sendable (WriteTransaction) throws -> Void
  ) {
    self.entity = entity
    self.key = key
    self.columns = columns
    self.values = values
    self.write = write
  }
}
