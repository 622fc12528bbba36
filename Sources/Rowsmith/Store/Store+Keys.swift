public import RowsmithSchema

extension Store {
  /// Parses the key of a record from text, as the keys of a JSON map are parsed: `1002`, `AC/DC`.
  ///
  /// - Parameters:
  ///   - entity: the name of the entity.
  ///   - parts: one text per column of the key, in the order of the key.
  /// - Returns: one stored value per column.
  /// - Throws: ``ImportError`` with ``ImportError/Reason/unknownTarget`` if the model does not have the entity or the entity
  ///   has no key; with ``ImportError/Reason/invalidValue`` if the text is no valid key.
  public func key(of entity: String, parsing parts: [String]) throws -> [StoredValue] {
    try KeyText(mapping: try model.mapping()).read(parts, of: entity)
  }

  /// The names of the columns that identify a record of the entity, in the order of the key; empty if it has no key, or if the
  /// model does not have the entity.
  public func keyColumns(of entity: String) -> [String] {
    let graph = SchemaGraph(schema)
    guard let root = graph.root(of: entity) else { return [] }
    return Layout(graph).table(of: root.name)?.key ?? []
  }
}

/// Parses keys from text.
struct KeyText {
  let mapping: Mapping

  func read(_ parts: [String], of name: String) throws -> [StoredValue] {
    guard let entity = mapping.entity(name) else {
      let known = mapping.entities.map(\.name).sorted().joined(separator: ", ")
      throw ImportError(.unknownTarget, "the model has no entity '\(name)'; it has \(known)")
    }
    let columns = entity.table.keySlots.map { entity.table.layout.columns[$0] }
    if columns.isEmpty {
      throw ImportError(.unknownTarget, "it declares no key to find a record by", entity: name)
    }
    guard parts.count == columns.count else {
      let names = columns.map(\.name).joined(separator: ", ")
      throw ImportError(
        .invalidValue, "expected a key of \(columns.count) parts (\(names)), found \(parts.count)",
        entity: name)
    }
    return try zip(parts, columns).map { try value($0, in: $1, of: name) }
  }

  /// Parses a value of a column from text.
  ///
  /// - Parameter subject: what an error calls the value; `nil` for the name of the key column.
  func value(_ text: String, in column: Layout.Column, of entity: String, called subject: String? = nil)
    throws -> StoredValue
  {
    let subject = subject ?? "the key column '\(column.name)'"
    guard let attribute = attribute(of: column.source) else {
      guard let number = Int64(text) else {
        throw ImportError(
          .invalidValue, "expected an integer for \(subject), found '\(text)'", entity: entity)
      }
      return .integer(number)
    }
    let context = ConversionContext()
    let bytes = context.arena.copy(text.utf8)
    let cell = attribute.mapKeyConverter.convert(text: bytes, at: bytes.baseAddress ?? zeroLength, context)
    if cell.kind == .fault {
      let message = context.faults.last?.message ?? "it is no key"
      throw ImportError(.invalidValue, "\(subject): \(message)", entity: entity)
    }
    return cell.stored
  }

  /// Reads a value of an attribute from JSON, as an import does.
  ///
  /// - Parameter subject: what an error calls the value.
  func value(_ json: JSONValue, of attribute: AttributeMapping, of entity: String, called subject: String)
    throws -> StoredValue
  {
    let context = ConversionContext()
    return try JSONScanner.scan(json.text.utf8) { scanner in
      let cell = try attribute.converter.convert(&scanner, depth: 0, context)
      if cell.kind == .fault {
        let message = context.faults.last?.message ?? "the attribute cannot have it"
        throw ImportError(.invalidValue, "\(subject): \(message)", entity: entity)
      }
      return cell.stored
    }
  }

  /// The attribute whose values a key column holds. A relationship's column is followed to the key of its target.
  func attribute(of source: ColumnSource, depth: Int = 0) -> AttributeMapping? {
    switch source {
    case .attribute(let entity, let name):
      return mapping.entity(entity)?.attributes.first { $0.schema.name == name }
    case .relationship(let entity, let name, let part):
      guard depth < 16, let relationship = mapping.graph.relationship(name, of: entity) else { return nil }
      let key = mapping.graph.keyColumns(of: relationship.target)
      return key.indices.contains(part) ? attribute(of: key[part].source, depth: depth + 1) : nil
    case .position, .entityName, .rowIdentifier: return nil
    }
  }
}
