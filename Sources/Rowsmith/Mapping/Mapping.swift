import RowsmithSchema

/// How a model is mapped: entities to tables, members to columns and link tables, JSON to values. Names are looked up here
/// once, not for each record.
///
/// Import, export, queries and transactions use the same mapping, from any thread. It is complete after its initializer and
/// never changed. That makes it `Sendable`, though its parts are classes with variables. It owns its parts; they refer to
/// each other without retain/release and live as long as the mapping.
final class Mapping: @unchecked Sendable {
  let graph: SchemaGraph
  let layout: Layout
  private(set) var tables: [TableMapping] = []
  private(set) var links: [LinkTableMapping] = []
  private(set) var entities: [EntityMapping] = []
  private(set) var relationships: [RelationshipMapping] = []
  private var entityIndex: [String: EntityMapping] = [:]
  /// Every way in which a key can name a row.
  private(set) var references: [ReferenceMapping?] = []
  private(set) var referencesByName: [String: ReferenceMapping] = [:]
  /// Whether embedded objects may be repeated; see `RelationshipMapping.itemsMayRepeat`.
  private(set) var itemsMayRepeat = false
  /// The number of key maps, one for each kind of object.
  private(set) var keyMapCount = 0
  private let customizations: Customizations
  /// The readers of value types, by name.
  private var valueReaders: [String: ValueReader] = [:]
  /// Holds the bytes of default values and names.
  private let arena = Arena()

  convenience init(schema: Schema, customizations: Customizations = Customizations()) throws {
    let graph = SchemaGraph(schema)
    try self.init(graph: graph, layout: Layout(graph), customizations: customizations)
  }

  init(graph: SchemaGraph, layout: Layout, customizations: Customizations) throws {
    self.customizations = customizations
    self.graph = graph
    self.layout = layout
    let schema = graph.schema
    tables = layout.tables.enumerated().map(TableMapping.init)
    let tablesByName = Dictionary(tables.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    for entity in schema.entities {
      guard let root = graph.root(of: entity.name), let table = tablesByName[root.name] else {
        throw StoreError(message: "the entity '\(entity.name)' has no root; its model is invalid")
      }
      let mapping = EntityMapping(index: entities.count, schema: entity, table: table, arena: arena)
      entities.append(mapping)
      entityIndex[entity.name] = mapping
    }
    for table in tables where !table.hasRowIDName {
      throw StoreError(
        message:
          "'\(table.name)' has attributes named rowid, _rowid_ and oid, so SQLite's rowid has no name left; "
          + "rename one of them")
    }
    try mapLinks()
    try mapAttributes(customizations)
    try mapRelationships()
    for entity in entities {
      entity.mapKeys()
      entity.isPlain =
        !entity.isPolymorphic && entity.deletionSigns.isEmpty && entity.hooks.isEmpty && !entity.keepsObject
        && entity.indexAttributes.isEmpty && entity.mapKeyAttributes.isEmpty
      entity.keys.number(from: &keyMapCount)
      entity.keyOnlyKeys.number(from: &keyMapCount)
    }
    for relationship in relationships {
      relationship.probe = relationship.target.attributeSlots.first ?? -1
      relationship.mapOtherKey()
      let table = relationship.table
      if relationship.isToOne, table.keySlots.count == 1, relationship.slots.contains(table.keySlots[0]) {
        table.keyTable = relationship.target.table
      }
      relationship.choice = relationship.schema.oneOf.map {
        MixedCollection($0, name: relationship.qualifiedName, mapping: self)
      }
      relationship.alternatives = relationship.schema.choice.map { choice in
        let name = "\(relationship.entityName).\(choice.name)"
        let keys = Schema.OneOf(discriminator: choice.typePaths, values: choice.oneOf.values)
        return (
          MixedCollection(choice.oneOf, name: name, mapping: self),
          MixedCollection(keys, name: name, mapping: self)
        )
      }
    }
    // Hooks must see every record. A key path instead of the closure would add an exclusivity check to every access.
    if entities.allSatisfy({ $0.hooks.isEmpty }) {
      for relationship in relationships { relationship.itemsMayRepeat = mayRepeatItems(relationship) }
      itemsMayRepeat = relationships.contains { $0.itemsMayRepeat }
    }
    references = ReferenceMapping.all(self)
    referencesByName = ReferenceMapping.byName(self)
  }

  private func mayRepeatItems(_ relationship: RelationshipMapping) -> Bool {
    switch relationship.storage {
    case .columns: if relationship.isOneToOne || relationship.schema.choice != nil { return false }
    // An item gets the key of its parent and its position.
    case .inverse: return false
    case .link: break
    }
    let target = relationship.target
    return !target.isPolymorphic && target.table.entityNameSlot == nil && !target.table.hasRowIdentifier
      && !target.table.keySlots.isEmpty && target.mapKeyAttributes.isEmpty && target.indexAttributes.isEmpty
      && target.attributes.allSatisfy { $0.converter.transform == nil }
  }

  deinit {
    // The parts form reference cycles.
    for relationship in relationships { relationship.disconnect() }
    for link in links { (link.sourceRelationship, link.targetRelationship) = (nil, nil) }
    for entity in entities {
      entity.family = [:]
      entity.discriminatorValues = [:]
    }
  }

  func entity(_ name: String) -> EntityMapping? { entityIndex[name] }

  /// The entity of a record type or a query.
  func requireEntity(_ name: String) throws -> EntityMapping {
    if let entity = entityIndex[name] { return entity }
    throw StoreError(
      .unknownEntity,
      "the model '\(graph.schema.name)' has no entity '\(name)'; the record type belongs to another model",
      entity: name)
  }

  /// The relationship of an entity with that name.
  func requireRelationship(_ name: String, of entity: String) throws -> RelationshipMapping {
    if let known = try requireEntity(entity).relationships.first(where: { $0.name == name }) { return known }
    throw StoreError(
      .unknownEntity, "'\(entity)' has no relationship '\(name)' in the model '\(graph.schema.name)'")
  }

  /// The app's hooks for an entity, without those of the entities it extends.
  func hooks(of entity: String) -> EntityHooks? { customizations.hooks[entity] }

  private func mapLinks() throws {
    for (index, link) in layout.linkTables.enumerated() {
      guard let source = entityIndex[link.sourceEntity], let target = entityIndex[link.targetEntity] else {
        throw StoreError(message: "'\(link.name)' links an entity that the model does not have")
      }
      let mapping = LinkTableMapping(index: index, layout: link, source: source.table, target: target.table)
      links.append(mapping)
      source.table.links.append(mapping)
      if source.table !== target.table { target.table.links.append(mapping) }
    }
  }

  private func mapAttributes(_ customizations: Customizations) throws {
    let choicePaths = choicePaths
    let discriminated = discriminatedEntities
    // Shared by the entity that declares them and those that inherit them.
    var declared: [String: [AttributeMapping]] = [:]
    for entity in entities {
      let lineage = graph.lineage(of: entity.name)
      entity.hooks = lineage.compactMap { customizations.hooks[$0.name] }
      for mapping in graph.descendants(of: entity.name) {
        entity.family[mapping.name] = entityIndex[mapping.name]
      }
      entity.isPartOfTable =
        entity.table.entityNameSlot != nil && entity.family.count < entity.table.layout.entities.count
      let root = graph.root(of: entity.name)
      entity.discriminator = Self.keys(of: root?.discriminator ?? [])
      entity.discriminatorValues = root.flatMap { discriminated[$0.name] } ?? [:]
      entity.deletionSigns = entity.schema.deletedWhen
      entity.choicePaths = choicePaths[entity.name] ?? []
      var attributes: [AttributeMapping] = []
      for declarer in lineage {
        let own = try declared[declarer.name] ?? attributeMappings(of: declarer, in: entity.table)
        declared[declarer.name] = own
        attributes += own
      }
      for attribute in attributes { claimSlot(of: attribute, for: entity) }
      entity.attributes = attributes
      mapObjects(of: entity)
      entity.stamp = entity.schema.modificationAttribute.flatMap { name in
        attributes.first { $0.schema.name == name }
      }
    }
  }

  /// How the attributes that an entity declares itself are mapped.
  private func attributeMappings(
    of declarer: Schema.Entity, in table: TableMapping
  ) throws -> [AttributeMapping] {
    try declarer.attributes.compactMap { attribute in
      guard let slot = table.slots[attribute.name] else { return nil }
      return try AttributeMapping(
        schema: attribute, entityName: declarer.name, slot: slot, isKey: table.keySlots.contains(slot),
        enumeration: enumeration(of: attribute),
        transform: customizations.transforms["\(declarer.name).\(attribute.name)"],
        values: try valueReader(of: attribute))
    }
  }

  /// Notes what an entity has in the column of one of its attributes.
  private func claimSlot(of attribute: AttributeMapping, for entity: EntityMapping) {
    let slot = attribute.slot
    entity.ownsSlot[slot] = true
    entity.isRequiredSlot[slot] = !attribute.schema.isOptional
    entity.isAttributeSlot[slot] = !entity.table.keySlots.contains(slot) && !attribute.schema.isLocal
    if let value = attribute.schema.defaultValue, value != .null { entity.defaults[slot] = arena.cell(value) }
  }

  /// The reader of an attribute's value type; `nil` if it has another type.
  private func valueReader(of attribute: Schema.Attribute) throws -> ValueReader? {
    switch attribute.type {
    case .scalar(.value(let name)), .array(.value(let name)): try valueReader(name)
    default: nil
    }
  }

  private func valueReader(_ name: String) throws -> ValueReader {
    if let known = valueReaders[name] { return known }
    guard let type = graph.valueType(name) else {
      throw StoreError(message: "'\(name)' is not a value of the model; the model is invalid")
    }
    let reader = try ValueReader(type) { member, owner in
      try ValueConverter(
        member, of: owner, isKey: false, enumeration: enumeration(of: member), transform: nil,
        values: valueReader(of: member))
    }
    valueReaders[name] = reader
    return reader
  }

  /// Maps value types, and the attributes that hold the object or its unnamed members.
  private func mapObjects(of entity: EntityMapping) {
    let attributes = Dictionary(
      entity.attributes.map { ($0.schema.name, $0) }, uniquingKeysWith: { first, _ in first })
    entity.groups = graph.groups(of: entity.name).compactMap { group in
      graph.parts(of: group).flatMap { GroupMapping($0, attributes: attributes, arena: arena) }
    }.flatMap(\.all)
    entity.rest = entity.attributes.first { $0.schema.importPaths == [.rest] }
    entity.recordAttributes = entity.attributes.filter { $0.schema.importPaths == [.record] }
    entity.keepsObject = entity.rest != nil || !entity.recordAttributes.isEmpty
  }

  /// The entities by discriminator value, for each root of a family that declares values.
  private var discriminatedEntities: [String: [String: EntityMapping]] {
    var discriminated: [String: [String: EntityMapping]] = [:]
    for root in graph.schema.entities where !root.discriminatorValues.isEmpty {
      discriminated[root.name] = Dictionary(
        root.discriminatorValues.compactMap { value in entityIndex[value.entity].map { (value.name, $0) } },
        uniquingKeysWith: { first, _ in first })
    }
    return discriminated
  }

  /// Where mixed collections and links to one of several entities read the entity of an object, by the entities.
  private var choicePaths: [String: [[String]]] {
    var paths: [String: [[String]]] = [:]
    for choice in choices {
      let keys = Self.keys(of: choice.discriminator)
      for entity in Set(choice.values.map(\.entity)) {
        for path in keys where paths[entity]?.contains(path) != true {
          paths[entity, default: []].append(path)
        }
      }
    }
    return paths
  }

  /// Where the model says how objects of several entities are told apart. The parts of a link to one of several have the same.
  private var choices: [Schema.OneOf] {
    let entities = graph.schema.entities
    return entities.flatMap(\.relationships).compactMap(\.oneOf)
      + entities.flatMap(\.choices).compactMap { $0.relationships.first?.choice?.oneOf }
      + graph.schema.documents.flatMap(\.members).compactMap(\.oneOf)
  }

  /// The paths that are keys.
  private static func keys(of paths: [Schema.ImportPath]) -> [[String]] {
    paths.compactMap { path in
      if case .keys(let keys) = path { keys } else { nil }
    }
  }

  private func enumeration(of attribute: Schema.Attribute) -> Schema.Enumeration? {
    switch attribute.type {
    case .scalar(.enumeration(let name)), .array(.enumeration(let name)): graph.enumeration(name)
    default: nil
    }
  }

  private func mapRelationships() throws {
    for entity in entities {
      let inherited = graph.relationships(of: entity.name).count - entity.schema.relationships.count
      for (ordinal, relationship) in entity.schema.relationships.enumerated() {
        guard let target = entityIndex[relationship.target] else {
          throw StoreError(
            message: "'\(entity.name).\(relationship.name)' does not lead to an entity of the model")
        }
        var slots: [Int] = []
        if case .columns(let names) = graph.storage(of: relationship, in: entity.name) {
          slots = names.compactMap { entity.table.slots[$0] }
        }
        relationships.append(
          RelationshipMapping(
            index: relationships.count, ordinal: inherited + ordinal, schema: relationship,
            entityName: entity.name, table: entity.table, target: target, slots: slots))
      }
    }
    connectRelationships()
    for mapping in relationships { mapping.mapOwnership() }
    mapTracking()
    mapConflicts()
    for table in tables { table.mapReferenceSlots() }
    let declared = Dictionary(grouping: relationships, by: \.entityName)
    for entity in entities {
      entity.relationships = graph.lineage(of: entity.name).flatMap { declared[$0.name] ?? [] }
      entity.hasOneToOne = entity.relationships.contains { $0.isOneToOne }
      entity.choices = ChoiceMapping.all(entity.relationships)
      for mapping in entity.relationships where mapping.isToOne {
        for slot in mapping.slots {
          entity.ownsSlot[slot] = true
          entity.isRequiredSlot[slot] = mapping.isRequired && mapping.schema.choice == nil
        }
        if let position = mapping.positionSlot { entity.ownsSlot[position] = true }
      }
      if let slot = entity.table.entityNameSlot { entity.ownsSlot[slot] = true }
      if entity.table.hasRowIdentifier { entity.ownsSlot[entity.table.keySlots[0]] = true }
    }
    mapReach()
  }
}
