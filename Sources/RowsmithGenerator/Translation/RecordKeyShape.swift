import RowsmithSchema

/// The identity of an entity's records in generated code.
enum RecordKeyShape: Equatable {
  /// There is none, so nothing can refer to the records.
  case none
  /// A row identifier that the database chooses.
  case rowIdentifier
  /// One property.
  case single(RecordProperty)
  /// Several properties, in the order of the key.
  case composite([RecordProperty])
}

extension Translator {
  /// The properties of an entity's records: attributes, then to-one relationships, inherited ones first.
  func properties(of entity: Schema.Entity) -> [RecordProperty] {
    graph.lineage(of: entity.name).flatMap(attributeProperties)
      + toOneProperties(of: entity)
  }

  /// The attributes that an entity declares itself, with a value in place of its parts.
  private func attributeProperties(of entity: Schema.Entity) -> [RecordProperty] {
    let groups = graph.groupsByAttribute(of: entity)
    var seen: Set<String> = []
    return entity.attributes.compactMap { attribute in
      guard let group = groups[attribute.name] else { return .attribute(attribute) }
      return seen.insert(group.name).inserted ? .group(group) : nil
    }
  }

  /// The identity of an entity's records.
  func keyShape(of entity: Schema.Entity) -> RecordKeyShape {
    let root = graph.root(of: entity.name) ?? entity
    let properties = properties(of: root)
    let parts = root.primaryKey.compactMap { part in properties.first { $0.name == part } }
    if parts.count > 1 { return .composite(parts) }
    if let part = parts.first { return .single(part) }
    return rootsWithRowIdentifiers.contains(root.name) ? .rowIdentifier : .none
  }

  /// The type of the entity's keys.
  func keyType(of entity: Schema.Entity) -> String {
    switch keyShape(of: entity) {
    case .none: names.standard("Never")
    case .rowIdentifier: names.runtime("RowIdentifier")
    case .single(.attribute(let attribute)): type(attribute.type)
    case .single(.reference(let relationship)): type(of: relationship)
    case .single(.group(let group)): names.model(group.type)
    case .single(.choice(let choice)): type(of: choice)
    case .composite: compositeKeyType(of: entity)
    }
  }

  /// The type of a composite key. The records of a family share the key of its root.
  private func compositeKeyType(of entity: Schema.Entity) -> String {
    guard entity.parent != nil, let root = graph.root(of: entity.name) else { return "ID" }
    return "\(names.model(root.name)).ID"
  }

  /// The type of a property.
  func type(of property: RecordProperty) -> String {
    switch property {
    case .attribute(let attribute): type(of: attribute)
    case .group(let group): names.model(group.type) + (group.isOptional ? "?" : "")
    case .reference(let relationship): type(of: relationship)
    case .choice(let choice): type(of: choice) + (choice.isRequired ? "" : "?")
    }
  }

  /// The columns that hold a property.
  func columns(of property: RecordProperty) -> [String] {
    switch property {
    case .attribute(let attribute): [attribute.name]
    case .group(let group): graph.parts(of: group)?.attributes.map(\.name) ?? []
    case .reference(let relationship): graph.columnNames(of: relationship)
    case .choice(let choice): choice.parts.map(\.name)
    }
  }
}
