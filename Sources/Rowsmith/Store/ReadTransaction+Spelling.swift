package import RowsmithSchema

extension ReadTransaction {
  /// A value of a column as the server spells it; `.null` for NULL. The column belongs to an attribute, or to a to-one
  /// relationship, which holds the key of another record.
  ///
  /// - Throws: ``ExportError`` if the app's transform throws; ``StoreError`` if the model does not have the entity.
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

  /// Parses a value of a column from text, as the keys of a JSON map are parsed: `1002`, `2024-05-01T12:00:00Z`.
  ///
  /// - Parameter subject: what an error calls the value; `nil` for the name of the column.
  /// - Throws: ``ImportError`` with ``ImportError/Reason/invalidValue`` if the text is no valid value.
  package func value(of text: String, column: String, of entity: String, called subject: String? = nil)
    throws -> StoredValue
  {
    let mapping = try mapping()
    let table = try mapping.requireEntity(entity).table
    guard let layout = table.layout.columns.first(where: { $0.name == column }) else { return .text(text) }
    return try KeyText(mapping: mapping).value(text, in: layout, of: entity, called: subject)
  }

  /// Reads a value of an attribute from JSON, as an import does; `nil` if the column belongs to no attribute.
  ///
  /// - Throws: ``ImportError`` with ``ImportError/Reason/invalidValue`` if the attribute cannot have the value.
  package func value(ofJSON json: JSONValue, column: String, of entity: String) throws -> StoredValue? {
    let mapping = try mapping()
    let table = try mapping.requireEntity(entity).table
    guard let source = table.layout.columns.first(where: { $0.name == column })?.source,
      case .attribute = source, let attribute = KeyText(mapping: mapping).attribute(of: source)
    else { return nil }
    return try KeyText(mapping: mapping).value(json, of: attribute, of: entity, called: column)
  }
}

extension StoredValue {
  /// The value as JSON, without an attribute that defines its format.
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
