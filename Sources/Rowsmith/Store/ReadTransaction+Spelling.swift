package import RowsmithSchema

extension ReadTransaction {
  /// How the server spells a value of a column, `.null` for NULL: the column of an attribute, or of a to-one relationship,
  /// whose key is that of another record.
  ///
  /// - Throws: ``ExportError`` where the app's transform throws; ``StoreError`` for an entity that the model does not have.
  package func spelling(of value: StoredValue, column: String, of entity: String) throws -> JSONValue {
    let mapping = try mapping()
    let entity = try mapping.requireEntity(entity)
    guard value != .null else { return .null }
    guard let source = entity.table.layout.columns.first(where: { $0.name == column })?.source,
      let attribute = KeyText(mapping: mapping).attribute(of: source)
    else { return value.plainJSON }
    var bytes: [UInt8] = []
    let output = JSONOutput(ExportOptions()) { bytes.append(contentsOf: $0) }
    try ValueWriter(attribute).write(
      Row(values: [value], columns: [column], entity: entity.name), column: 0, to: output)
    try output.finish()
    return try JSONValue(parsing: String(decoding: bytes, as: UTF8.self))
  }

  /// Reads a value of a column from text, as the keys of a JSON map are read: `1002`, `2024-05-01T12:00:00Z`.
  ///
  /// - Parameter subject: what an error says that the text was to be; the column where it is nil.
  /// - Throws: ``ImportError`` with ``ImportError/Reason/invalidValue`` for text that is no such value.
  package func value(of text: String, column: String, of entity: String, called subject: String? = nil)
    throws -> StoredValue
  {
    let mapping = try mapping()
    let table = try mapping.requireEntity(entity).table
    guard let layout = table.layout.columns.first(where: { $0.name == column }) else { return .text(text) }
    return try KeyText(mapping: mapping).value(text, in: layout, of: entity, called: subject)
  }
}

extension StoredValue {
  /// The value as JSON where no attribute says how.
  package var plainJSON: JSONValue {
    switch self {
    case .null: .null
    case .integer(let value): .number(String(value))
    case .real(let value): JSONValue(value)
    case .text(let text): .string(text)
    case .blob(let bytes):
      .string(
        bytes.withUnsafeBufferPointer { bytes in
          var text: [UInt8] = Array(repeating: 0, count: max(1, Base64.encodedCount(bytes.count)))
          let count = text.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.map { Base64.encode(bytes, into: $0) } ?? 0
          }
          return String(decoding: text.prefix(count), as: UTF8.self)
        })
    }
  }
}
