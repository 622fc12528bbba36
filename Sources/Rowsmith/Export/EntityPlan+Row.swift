#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import RowsmithSchema

extension EntityMapping {
  /// The table row of a record: its values, in the columns of the table.
  ///
  /// - Throws: ``ExportError`` if the table lacks one of the columns: the record's type is of another model.
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
    // A record of an extended entity may come from a row of an entity that extends it, so the entity is unknown.
    if let slot = table.entityNameSlot { row[slot] = family.count == 1 ? .text(name) : .null }
    return row
  }

  /// The table row of a record.
  func tableRow<R: Record>(_ record: R) throws -> [StoredValue] {
    try tableRow(R.columnNames, record.storedValues)
  }
}

extension Row {
  /// Creates a row of an entity's table from values.
  init(_ values: [StoredValue], of entity: EntityMapping) {
    self.init(values: values, columns: entity.table.layout.columns.map(\.name), entity: entity.name)
  }

  /// The current row of a statement whose columns are those of an entity's table.
  init(_ statement: Statement, of entity: EntityMapping) {
    self.init(statement: statement.handle, entity: entity.name)
  }

  /// Binds the value of a column to a parameter of another statement.
  func bind(column: Int, to statement: Statement, at index: Int) {
    withCell(at: column) { statement.bind($0, at: index) }
  }

  /// The text of a column; `nil` if it holds no text.
  func text(at column: Int) -> String? { withCell(at: column) { $0.string } }
}

extension Statement {
  /// Binds a copy of a value.
  func bind(_ cell: RowCell, at index: Int) {
    let index = Int32(index)
    switch cell {
    case .null: sqlite3_bind_null(handle, index)
    case .integer(let value): sqlite3_bind_int64(handle, index, value)
    case .real(let value): sqlite3_bind_double(handle, index, value)
    case .text(let bytes):
      noteBinding(rowsmith_bind_text_copied(handle, index, bytes.baseAddress ?? zeroLength, bytes.count))
    case .blob(let bytes):
      noteBinding(rowsmith_bind_blob_copied(handle, index, bytes.baseAddress ?? zeroLength, bytes.count))
    }
  }
}
