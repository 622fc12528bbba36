import RowsmithAPI
import RowsmithSchema

// Links that are sent.
extension Resolver {
  /// The to-many relationships whose links a family sends: those with a link table.
  mutating func links(
    _ family: SyncFamily, collection: String, _ context: SyncContext
  ) -> [SyncPlan.Links] {
    var links: [SyncPlan.Links] = []
    for entity in family.entities {
      for relationship in entity.relationships where relationship.cardinality == .toMany {
        switch sentLinks(relationship, of: entity.name, context) {
        case nil, .no: break
        case .array: links.append(SyncPlan.Links(relationship.name, .array))
        case .relation:
          let name = "\(collection)_\(Casing.snakeCase.key(for: relationship.name))"
          links.append(SyncPlan.Links(relationship.name, .relation(collection: name)))
        }
      }
    }
    return links
  }

  /// How a relationship sends its links; `nil` if they are sent with other records, or not at all.
  private mutating func sentLinks(
    _ relationship: Schema.Relationship, of entity: String, _ context: SyncContext
  ) -> RelationshipSync? {
    let sync = relationshipDeclaration(relationship.name, of: entity)?.sync
    switch context.graph.storage(of: relationship, in: entity) {
    case .columns: return nil
    case .inverseColumns(let inverse, _, _):
      // `array` is allowed, because that is what the server sees; each item sends its foreign key.
      if let sync, sync.value != .array {
        let link = "\(relationship.target).\(inverse)"
        diagnostics.append(
          sync.value == .no
            ? .itemsSendLinks(relationship.name, link, at: sync.range)
            : .noMemberships(relationship.name, link, at: sync.range))
      }
      return nil
    case .linkTable(_, let isSource):
      let inverse = relationship.inverse.flatMap {
        relationshipDeclaration($0, of: relationship.target)?.sync
      }
      if let sync {
        check(sync, relationship, inverse: isSource ? nil : inverse, context)
        return sync.value
      }
      let isSaid = inverse.map { $0.value != .no } ?? false
      guard !isSaid, relationship.exportPath != nil || relationship.keyExportPath != nil,
        let target = context.direction(of: relationship.target)
      else { return nil }
      return sendsByDefault(relationship, isSource, from: context.direction(of: entity), to: target)
        ? .array : nil
    }
  }

  /// Whether the links are sent with this end by default. One of the two ends sends them: the owner of the table, unless only
  /// the records of the other end are sent.
  private func sendsByDefault(
    _ relationship: Schema.Relationship, _ isSource: Bool, from own: SyncPlan.Direction?,
    to other: SyncPlan.Direction
  ) -> Bool {
    guard relationship.inverse != nil, own != other else { return isSource }
    return own == .both
  }

  /// Checks the `sync` setting of links in a link table.
  private mutating func check(
    _ sync: Located<RelationshipSync>, _ relationship: Schema.Relationship,
    inverse: Located<RelationshipSync>?, _ context: SyncContext
  ) {
    guard sync.value != .no else { return }
    if sync.value == .relation, context.server == .rest {
      diagnostics.append(.noMembershipRoutes(relationship.name, at: sync.range))
    }
    if let inverse, inverse.value != .no {
      let other = "\(relationship.target).\(relationship.inverse ?? "")"
      diagnostics.append(.linksSentTwice(relationship.name, other, at: sync.range))
    }
    if sync.value == .array, relationship.exportPath == nil, relationship.keyExportPath == nil {
      diagnostics.append(.arrayNotProduced(relationship.name, at: sync.range))
    }
    if stays(relationship.target, context.graph) {
      diagnostics.append(.linksToWhatStays(relationship.name, relationship.target, at: sync.range))
    }
  }
}
