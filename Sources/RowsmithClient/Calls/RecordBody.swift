public import Rowsmith
public import RowsmithSchema

/// A record to send, independent of its type.
public struct RecordBody: Sendable {
  /// The entity.
  public let entity: String
  /// Its key, one stored value per column.
  public let key: [StoredValue]
  /// The names of its columns.
  let columns: [String]
  /// Their values.
  let values: [StoredValue]
  /// Writes the record to the database; `nil` for a record that is sent as it is there.
  let write: (@Sendable (WriteTransaction) throws -> Void)?
  /// The values of a record that is read from columns with some values; `nil` if these cannot be read. Some values have several
  /// spellings: `24.90` and `24.9` are the same decimal number.
  let reread: (@Sendable ([StoredValue]) -> [StoredValue]?)?

  /// The values, by column name.
  var given: [String: StoredValue] { Dictionary(zip(columns, values), uniquingKeysWith: { _, last in last }) }

  /// Takes a record from memory. If the call is queued, the record is written to the database first.
  public init<R: Record & Identifiable>(_ record: R) where R.ID == R.Key {
    entity = R.entityName
    key = record.id.storedValues
    columns = R.columnNames
    values = record.storedValues
    write = { try $0.upsert(record) }
    reread = { values in
      let row = Row(values: values, columns: R.columnNames, entity: R.entityName)
      return (try? R(row: row))?.storedValues
    }
  }

  /// Names a record to send as it is in the database.
  public init(entity: String, key: [StoredValue]) {
    self.entity = entity
    self.key = key
    columns = []
    values = []
    write = nil
    reread = nil
  }

  /// Names a record that is written to the database in the transaction that queues the call.
  package init(
    entity: String, key: [StoredValue], columns: [String], values: [StoredValue],
    writing write: @escaping @Sendable (WriteTransaction) throws -> Void
  ) {
    self.entity = entity
    self.key = key
    self.columns = columns
    self.values = values
    self.write = write
    reread = nil
  }
}
