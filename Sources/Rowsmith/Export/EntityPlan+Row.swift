#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import RowsmithSchema

extension EntityMapping {
  /// The row of the table that a record would be: its values where the table has its columns.
  ///
  /// - Throws: ``ExportError`` where the table has no such column: the record's type is of another model.
  func tableRow(_ columns: [String], _ values: [StoredValue]) throws -> [StoredValue] {
    var row = Array(repeating: StoredValue.null, count: table.columnCount)
    for (name, value) in zip(columns, values) {
      guard let slot = table.slots[name] else {
        throw ExportError(
          .unknownTarget,
          "'\(self.name)' has no column '\(name)'; the record's type belongs to another version of the model")
      }
      row[slot] = value
    }
    // A record whose entity is extended may have been read from a row of an entity that extends it.
    if let slot = table.entityNameSlot { row[slot] = family.count == 1 ? .text(name) : .null }
    return row
  }

  /// The row of the table that a record would be.
  func tableRow<R: Record>(_ record: R) throws -> [StoredValue] {
    try tableRow(R.columnNames, record.storedValues)
  }
}

extension Row {
  /// A row of an entity's table, of values.
  init(_ values: [StoredValue], of entity: EntityMapping) {
    self.init(values: values, columns: entity.table.layout.columns.map(\.name), entity: entity.name)
  }

  /// The row on which a statement stands whose columns are those of an entity's table.
  init(_ statement: Statement, of entity: EntityMapping) {
    self.init(statement: statement.handle, entity: entity.name)
  }

  /// Binds the value of a column to a parameter of another statement.
  func bind(column: Int, to statement: Statement, at index: Int) {
    withCell(at: column) { statement.bind($0, at: index) }
  }

  /// The text of a column, nil where it has none.
  func text(at column: Int) -> String? { withCell(at: column) { $0.string } }
}

extension Statement {
  /// Binds a value from elsewhere; it is copied.
  func bind(_ cell: RowCell, at index: Int) {
    let index = Int32(index)
    switch cell {
    case .null: sqlite3_bind_null(handle, index)
    case .integer(let value): sqlite3_bind_int64(handle, index, value)
    case .real(let value): sqlite3_bind_double(handle, index, value)
    case .text(let bytes):
      _ = rowsmith_bind_text_copied(handle, index, bytes.baseAddress ?? zeroLength, Int32(bytes.count))
    case .blob(let bytes):
      _ = rowsmith_bind_blob_copied(handle, index, bytes.baseAddress ?? zeroLength, Int32(bytes.count))
    }
  }
}
