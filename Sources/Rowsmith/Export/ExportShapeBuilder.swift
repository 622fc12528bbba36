import RowsmithSchema

/// Works out what the JSON of an entity's records consists of.
final class ExportShapeBuilder {
  let plan: ImportPlan
  let connection: Connection
  private(set) var notes: [String] = []

  init(plan: ImportPlan, connection: Connection) {
    self.plan = plan
    self.connection = connection
  }

  /// The shapes of an entity and those that extend it.
  ///
  /// - Parameters:
  ///   - through: the relationship in which the records are embedded; what points back is left out.
  ///   - chain: the relationships around, so that nothing is embedded in itself without end.
  func family(
    _ entity: EntityPlan, embedding tree: EmbedTree, through: RelationshipPlan? = nil, chain: [Int] = []
  ) throws -> ExportFamily {
    let entities = plan.entities.filter { entity.family[$0.name] != nil }
    for name in tree.names where !entities.contains(where: { $0.relationships.contains { $0.name == name } })
    {
      let known = Set(entities.flatMap { $0.relationships.map(\.name) }).sorted().joined(separator: ", ")
      throw ExportError(
        .unknownTarget,
        "\(entity.name) has no relationship '\(name)' to embed; \(known.isEmpty ? "it has none" : "it has \(known)")"
      )
    }
    return ExportFamily(
      entity, shapes: try entities.map { try shape($0, embedding: tree, through: through, chain: chain) })
  }

  func note(_ text: String) {
    if !notes.contains(text) { notes.append(text) }
  }

  private func shape(
    _ entity: EntityPlan, embedding tree: EmbedTree, through: RelationshipPlan?, chain: [Int]
  ) throws -> ExportShape {
    var places = ExportPlaces()
    if let path = entity.discriminator.first, let slot = entity.table.entityNameSlot {
      places.add(.entityName(column: slot), at: path, name: "the name of the entity")
    }
    for attribute in entity.attributes {
      guard let path = attribute.schema.exportPath else { continue }
      places.add(try value(attribute), at: path, name: attribute.qualifiedName)
    }
    for relationship in entity.relationships
    where through?.inverse !== relationship || tree[relationship.name] != nil {
      if let (path, node) = try related(
        relationship, of: entity, embedding: tree[relationship.name], chain: chain)
      {
        places.add(node, at: path, name: relationship.qualifiedName)
      }
    }
    let (members, conflicts) = places.members()
    conflicts.forEach(note)
    let bare = members.isEmpty && entity.isBareValue ? try value(entity.attributes[0]) : nil
    return ExportShape(entity: entity, members: members, bareValue: bare)
  }

  private func value(_ attribute: AttributePlan) throws -> ExportNode {
    if let transform = attribute.converter.missingTransform {
      note(
        "\(attribute.qualifiedName) is written as it is stored: the transform '\(transform)' is the app's and is not here"
      )
    }
    let hasDefault = attribute.schema.defaultValue.map { $0 != .null } ?? false
    return .value(
      column: attribute.slot, writer: try ValueWriter(attribute),
      writesNull: hasDefault && attribute.schema.isOptional)
  }
}

extension EntityPlan {
  /// Whether a bare value is all that there is of a record.
  var isBareValue: Bool {
    attributes.count == 1 && valueAttribute == 0 && attributes[0].schema.exportPath == nil
  }

  /// The attribute that is the key of a map of its records, where nothing else in the JSON holds it.
  var mapKeyAttribute: AttributePlan? {
    guard let attribute = soleKeyAttribute, attribute.schema.exportPath == nil,
      attribute.schema.importPaths.contains(.mapKey)
    else { return nil }
    return attribute
  }

  /// The parts of the key that the JSON of a record does not hold when it is embedded in nothing.
  var unspokenKeyParts: [String] {
    guard mapKeyAttribute == nil, !isBareValue else { return [] }
    return keyParts.filter { part in
      if let attribute = attributes.first(where: { $0.schema.name == part }) {
        return attribute.schema.exportPath == nil
      }
      return relationships.first { $0.name == part }?.schema.exportPath == nil
    }
  }

  /// The names of the attributes and relationships that are its key.
  var keyParts: [String] {
    var parts: [String] = []
    for slot in table.keySlots {
      switch table.layout.columns[slot].source {
      case .attribute(_, let name): parts.append(name)
      case .relationship(_, let name, _): if parts.last != name { parts.append(name) }
      default: break
      }
    }
    return parts
  }

  /// Whether the JSON of a record that is embedded in a relationship says its key.
  func saysKey(embeddedIn relationship: RelationshipPlan) -> Bool {
    let isList = !relationship.isToOne && !relationship.schema.isKeyed
    return keyParts.allSatisfy { part in
      if let attribute = attributes.first(where: { $0.schema.name == part }) {
        let paths = attribute.schema.importPaths
        return attribute.schema.exportPath != nil || (relationship.schema.isKeyed && paths.contains(.mapKey))
          || (isList && paths.contains(.index)) || isBareValue
      }
      return part == relationship.inverse?.name
        || relationships.contains { $0.name == part && $0.schema.exportPath != nil }
    }
  }
}
