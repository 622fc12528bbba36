import RowsmithAPI
import RowsmithSchema

// Which entities synchronise.
extension Resolver {
  /// The families that synchronise, in the order of the model: all except those with `sync: false`.
  mutating func syncFamilies(_ context: inout SyncContext) -> [SyncFamily] {
    var families: [SyncFamily] = []
    for entity in schema.entities {
      guard let declaration = declarations[entity.name] else { continue }
      let sync = declaration.sync
      if entity.parent != nil {
        let root = context.graph.root(of: entity.name)?.name ?? entity.name
        if let sync { diagnostics.append(.notOnRoot("sync", root, at: sync.range)) }
        continue
      }
      let direction = sync?.direction ?? .both
      // An entity with an unreadable `sync` is left out.
      guard sync?.isOn ?? true, sync?.isReadable ?? true,
        isSyncKey(of: entity, declaration, direction, context.graph)
      else { continue }
      context.directions[entity.name] = direction
      families.append(
        SyncFamily(
          root: entity, entities: context.graph.descendants(of: entity.name), declaration: sync,
          direction: direction))
    }
    return families
  }

  /// Whether an entity has a single key of a type that synchronises. Other keys are reported.
  private mutating func isSyncKey(
    of entity: Schema.Entity, _ declaration: EntityDeclaration, _ direction: SyncPlan.Direction,
    _ graph: SchemaGraph
  ) -> Bool {
    let range = declaration.sync?.range ?? declaration.name.range
    if entity.primaryKey.isEmpty {
      // An invalid key has already been reported.
      if declaration.primaryKey == nil, !declaration.isIncomplete {
        diagnostics.append(.syncNeedsKey(entity.name, at: range))
      }
      return false
    }
    guard entity.primaryKey.count == 1, let key = graph.attribute(entity.primaryKey[0], of: entity.name)
    else {
      diagnostics.append(.syncNeedsOneKey(entity.name, at: range))
      return false
    }
    switch (key.type, direction) {
    case (.scalar(.string), _), (.scalar(.uuid), _), (.scalar(.int), .pull): break
    case (.scalar(.int), .both): diagnostics.append(.numberAsSyncKey(key.name, entity.name, at: range))
    default:
      let type = declaration.attributes.first { $0.name.value == key.name }?.type
      diagnostics.append(
        .syncKeyType(key.name, entity.name, type.map { "\($0)" } ?? "none", at: range))
      return false
    }
    return true
  }

  /// Reports `sync` settings in a model without a server.
  mutating func reportSyncWithoutServer() {
    for entity in model.entities {
      if let sync = entity.sync { diagnostics.append(.syncWithoutServer(at: sync.range)) }
      let members =
        entity.attributes.compactMap(\.sync?.range) + entity.relationships.compactMap(\.sync?.range)
      for range in members { diagnostics.append(.syncWithoutServer(at: range)) }
    }
  }

  /// Warns of `sync` settings of members whose entities do not synchronise.
  mutating func warnOfUnusedMemberSync(_ context: SyncContext) {
    for entity in model.entities {
      guard stays(entity.name.value, context.graph) else { continue }
      let members =
        entity.attributes.compactMap { attribute in attribute.sync.map { (attribute.name.value, $0.range) } }
        + entity.relationships.compactMap { link in link.sync.map { (link.name.value, $0.range) } }
      for (name, range) in members {
        diagnostics.append(.syncOfWhatStays(name, entity.name.value, at: range))
      }
    }
  }
}
