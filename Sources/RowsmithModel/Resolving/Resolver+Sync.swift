import RowsmithAPI
import RowsmithSchema

extension Resolver {
  /// Resolves which entities synchronise, and how; `nil` if the model has no `sync`.
  mutating func resolveSync(_ routes: [Route]) -> SyncPlan? {
    guard let sync = model.sync else {
      reportSyncWithoutServer()
      return nil
    }
    var context = SyncContext(
      schema, server: sync.server.flatMap { KnownSyncServer(rawValue: $0.value) },
      routes: routes, isSound: !diagnostics.hasErrors && model.routes.allSatisfy(\.isSound))
    let families = syncFamilies(&context)
    var plan = SyncPlan(
      server: sync.server?.value ?? "", settings: sync.settings, conflict: sync.conflict ?? .fieldMerge,
      deleteConflict: sync.deleteConflict ?? .editWins, entities: [])
    for family in families { plan.entities.append(entity(family, context)) }
    if families.isEmpty, !diagnostics.hasErrors { diagnostics.append(.nothingToSync(at: sync.range)) }
    collections(plan, context)
    reportQueuedRoutes(context)
    warnOfUnusedMemberSync(context)
    return plan
  }

  private mutating func entity(_ family: SyncFamily, _ context: SyncContext) -> SyncPlan.Entity {
    let collection = family.declaration?.collection?.value ?? defaultCollection(family.root.name)
    var entity = SyncPlan.Entity(
      family.root.name, collection: collection, direction: family.direction,
      settings: entitySettings(family, context), conflict: family.declaration?.conflict?.value,
      deleteConflict: family.declaration?.deleteConflict?.value, permissions: permissions(family, context),
      neverSent: neverSent(family, context.graph), links: links(family, collection: collection, context))
    entity.memberConflicts = memberConflicts(family, entity, context)
    checkConflicts(family, entity)
    return entity
  }

  /// The default collection of an entity, its plural: `sales_people` for `SalesPerson`.
  private func defaultCollection(_ entity: String) -> String {
    Casing.snakeCase.key(for: Plural.of(SwiftNames.instance(of: entity)))
  }

  /// Reports collections that are used twice, or whose names the server does not allow.
  private mutating func collections(_ plan: SyncPlan, _ context: SyncContext) {
    var seen: [String: String] = [:]
    for entity in plan.entities {
      let declaration = declarations[entity.name]
      let range = declaration?.sync?.collection?.range ?? declaration?.name.range ?? origin
      let help = declaration?.sync?.collection == nil ? "; name another with 'collection'" : ""
      kintoCollection(entity.collection, help: help, context, at: range)
      collection(entity.collection, "the records of '\(entity.name)'", &seen, at: range)
      for links in entity.links {
        guard case .relation(let name) = links.storage else { continue }
        let what = "the links of '\(entity.name).\(links.relationship)'"
        let range = self.range(of: links.relationship, inFamilyOf: entity.name, context.graph)
        if KintoName.isValid(entity.collection) { kintoCollection(name, context, at: range) }
        collection(name, what, &seen, at: range)
      }
    }
  }

  private mutating func collection(
    _ name: String, _ what: String, _ seen: inout [String: String], at range: SourceRange
  ) {
    if let other = seen[name] {
      diagnostics.append(.collectionsCollide(name, other, what, at: range))
    } else {
      seen[name] = what
    }
  }

  private mutating func kintoCollection(
    _ name: String, help: String = "", _ context: SyncContext, at range: SourceRange
  ) {
    guard context.server == .kinto, !KintoName.isValid(name) else { return }
    diagnostics.append(.badKintoName(name, "collection", help: help, at: range))
  }

  /// The place of a member of an entity or of one that extends it.
  func range(of member: String, inFamilyOf entity: String, _ graph: SchemaGraph) -> SourceRange {
    let owner = graph.descendants(of: entity).first { relative in
      relative.attributes.contains { $0.name == member }
        || relative.relationships.contains { $0.name == member }
    }
    return range(of: member, in: owner?.name ?? entity)
  }
}
