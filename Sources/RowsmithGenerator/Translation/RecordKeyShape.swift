import RowsmithSchema

/// What identifies the records of an entity, as generated code spells it.
enum RecordKeyShape: Equatable {
  /// Nothing can refer to them.
  case none
  /// A number that the database chose.
  case rowIdentifier
  /// One property.
  case single(RecordProperty)
  /// Several properties, in the order of the key.
  case composite([RecordProperty])
}

/// A property of a record.
enum RecordProperty: Equatable {
  /// One that holds an attribute.
  case attribute(Schema.Attribute)
  /// One that holds a to-one relationship.
  case reference(Schema.Relationship)

  /// Its name in the model.
  var name: String {
    switch self {
    case .attribute(let attribute): attribute.name
    case .reference(let relationship): relationship.name
    }
  }

  /// The documentation of the model.
  var doc: String? {
    switch self {
    case .attribute(let attribute): attribute.doc
    case .reference(let relationship): relationship.doc
    }
  }

  /// Where the JSON holds the value.
  var importPaths: [Schema.ImportPath] {
    switch self {
    case .attribute(let attribute): attribute.importPaths
    case .reference(let relationship): relationship.importPaths
    }
  }
}

extension Translator {
  /// The properties of an entity's records: attributes, then to-one relationships, inherited ones first.
  func properties(of entity: Schema.Entity) -> [RecordProperty] {
    graph.attributes(of: entity.name).map(RecordProperty.attribute)
      + graph.relationships(of: entity.name).filter { $0.cardinality == .toOne }.map(RecordProperty.reference)
  }

  /// What identifies the entity's records.
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
    case .composite: compositeKeyType(of: entity)
    }
  }

  /// The records of a family share the key of its root.
  private func compositeKeyType(of entity: Schema.Entity) -> String {
    guard entity.parent != nil, let root = graph.root(of: entity.name) else { return "ID" }
    return "\(names.model(root.name)).ID"
  }

  /// The type of a property.
  func type(of property: RecordProperty) -> String {
    switch property {
    case .attribute(let attribute): type(of: attribute)
    case .reference(let relationship): type(of: relationship)
    }
  }

  /// The columns that hold a property.
  func columns(of property: RecordProperty) -> [String] {
    switch property {
    case .attribute(let attribute): [attribute.name]
    case .reference(let relationship): graph.columnNames(of: relationship)
    }
  }
}
