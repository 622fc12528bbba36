import RowsmithSchema

/// A row that is in no database: the values of a record where its table has their columns, or those of a key.
struct ValueRow: ExportRow {
  private(set) var values: [StoredValue]

  /// - Throws: ``ExportError`` where the table has no such column: the record's type is of another model.
  init(_ columns: [String], _ values: [StoredValue], of entity: EntityPlan) throws {
    let table = entity.table
    self.values = Array(repeating: .null, count: table.columnCount)
    for (name, value) in zip(columns, values) {
      guard let slot = table.slots[name] else {
        throw ExportError(
          .unknownTarget,
          "'\(entity.name)' has no column '\(name)'; the record's type belongs to another version of the model"
        )
      }
      self.values[slot] = value
    }
    // A record whose entity is extended may have been read from a row of an entity that extends it.
    if let slot = table.entityNameSlot {
      self.values[slot] = entity.family.count == 1 ? .text(entity.name) : .null
    }
  }

  init(_ values: [StoredValue]) { self.values = values }

  init<R: Record>(_ record: R, of entity: EntityPlan) throws {
    try self.init(R.columnNames, record.storedValues, of: entity)
  }

  func isNull(at column: Int) -> Bool { values[column] == .null }
  func value(at column: Int) -> StoredValue { values[column] }

  func text(at column: Int) -> String? {
    if case .text(let text) = values[column] { text } else { nil }
  }

  func withCell<Result>(at column: Int, _ body: (ExportCell) throws -> Result) rethrows -> Result {
    switch values[column] {
    case .null: try body(.null)
    case .integer(let value): try body(.integer(value))
    case .real(let value): try body(.real(value))
    case .text(var text): try text.withUTF8 { try body(.text($0)) }
    case .blob(let bytes): try bytes.withUnsafeBufferPointer { try body(.blob($0)) }
    }
  }

  func bind(column: Int, to statement: Statement, at index: Int) { statement.bind(values[column], at: index) }
}
