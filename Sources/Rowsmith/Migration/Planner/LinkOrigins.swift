import RowsmithSchema

/// The first stage of a plan: where the links of each relationship in the new schema come from.
struct LinkOrigins {
  /// The links that move to another place.
  private(set) var collections: [LinkCollection] = []
  private let match: SchemaMatch
  /// By `Entity.relationship` of the new schema, for to-one relationships and owners of link tables.
  private var origins: [String: LinkOrigin] = [:]

  init(_ match: SchemaMatch) {
    self.match = match
    for entity in match.new.schema.entities {
      for relationship in entity.relationships {
        let name = "\(entity.name).\(relationship.name)"
        switch match.new.storage(of: relationship, in: entity.name) {
        case .columns: origins[name] = toOneOrigin(of: relationship, in: entity.name)
        case .linkTable(_, let isSource) where isSource:
          origins[name] = linkTableOrigin(of: relationship, in: entity.name)
        case .linkTable, .inverseColumns: break
        }
      }
    }
  }

  /// Where the links of `Entity.relationship` come from.
  subscript(name: String) -> LinkOrigin { origins[name] ?? .none }

  /// The old links that a relationship of the new schema keeps, seen from its entity.
  private func places(of relationship: Schema.Relationship, in entity: String) -> [OldLinks] {
    var places: [OldLinks] = []
    let own = match.formerRelationship(of: relationship, declaredBy: entity)
    if let own, let links = match.oldLinks(of: own.relationship, in: own.entity) { places.append(links) }
    if let inverse = match.new.inverse(of: relationship) {
      if let other = match.formerRelationship(
        of: inverse, declaredBy: declarer(of: inverse, in: relationship.target)),
        let links = match.oldLinks(of: other.relationship, in: other.entity)?.reversed
      {
        let isMirror = own.map { $0.relationship.inverse == other.relationship.name } ?? false
        if places.first?.store != links.store, !isMirror { places.append(links) }
      }
    }
    return places.filter { place in
      !match.flow(of: place.sourceEntity, to: entity).here.isEmpty
        && !match.flow(of: place.targetEntity, to: relationship.target).here.isEmpty
    }
  }

  /// Leaves out the links of rows whose entity does not have the list. Where an inverse has them, too, they wait there.
  private func withoutOthers(
    _ place: OldLinks, _ relationship: Schema.Relationship, in entity: String
  ) -> OldLinks {
    guard match.new.inverse(of: relationship) == nil, let table = match.oldTable(of: place.sourceEntity),
      table.entities.count > 1
    else { return place }
    let kinds = match.new.descendants(of: entity).map(\.name)
    let others = match.old.descendants(of: place.sourceEntity).map(\.name).filter { kind in
      match.successor(of: kind).map { !kinds.contains($0.name) } ?? false
    }
    if others.isEmpty { return place }
    var place = place
    let identity = table.identity.map { SQL.column($0, of: "x") }
    let isOther =
      "EXISTS (SELECT 1 FROM \(DDL.quoted(table.name)) AS x WHERE \(SQL.equal(identity, place.source)) "
      + "AND \(SQL.column("entityName", of: "x")) IN (\(SQL.texts(others))))"
    place.condition = [place.condition, "NOT \(isOther)"].compactMap { $0 }.joined(separator: " AND ")
    return place
  }

  private func declarer(of relationship: Schema.Relationship, in entity: String) -> String {
    match.new.declarer(of: relationship.name, in: entity)?.name ?? entity
  }

  private mutating func toOneOrigin(of relationship: Schema.Relationship, in entity: String) -> LinkOrigin {
    let inverse = match.new.inverse(of: relationship)
    let isOneToOne = inverse?.cardinality == .toOne
    let partner = inverse.map { "\(declarer(of: $0, in: relationship.target)).\($0.name)" } ?? ""
    if isOneToOne, case .collected(let index, let isReversed) = self[partner] {
      return .collected(index, isReversed: !isReversed)
    }
    let places = places(of: relationship, in: entity)
    guard let place = places.first else {
      return hasFormerAttribute(relationship, in: entity) ? .sameRow : .none
    }
    if places.count == 1, place.isColumn, !place.isReversed {
      let former = match.formerRelationship(of: relationship, declaredBy: entity)
      let wasOneToOne = former.flatMap { match.old.inverse(of: $0.relationship) }?.cardinality == .toOne
      let hadInverse = inverse.flatMap {
        match.formerRelationship(of: $0, declaredBy: declarer(of: $0, in: relationship.target))
      }
      if !isOneToOne || (wasOneToOne && hadInverse != nil) { return .sameRow }
    }
    return collect(places, relationship, in: entity, isToOne: true, isOneToOne: isOneToOne)
  }

  private mutating func linkTableOrigin(of relationship: Schema.Relationship, in entity: String) -> LinkOrigin
  {
    let places = places(of: relationship, in: entity).map { withoutOthers($0, relationship, in: entity) }
    if places.isEmpty { return .none }
    if places.count == 1, !places[0].isColumn { return .linkTable(places[0]) }
    return collect(places, relationship, in: entity, isToOne: false, isOneToOne: false)
  }

  private mutating func collect(
    _ places: [OldLinks], _ relationship: Schema.Relationship, in entity: String, isToOne: Bool,
    isOneToOne: Bool
  ) -> LinkOrigin {
    let types = places.map { place in
      [place.sourceEntity, place.targetEntity].flatMap { match.oldTable(of: $0)?.identityTypes ?? [] }
    }
    collections.append(
      LinkCollection(
        name: "_rowsmith_links_\(collections.count)", places: places, sourceEntity: entity,
        relationship: relationship.name, targetEntity: relationship.target, isToOne: isToOne,
        isOneToOne: isOneToOne, types: types.allSatisfy { $0 == types[0] } ? types[0] : []))
    return .collected(collections.count - 1, isReversed: false)
  }

  /// Whether the relationship was an attribute that held keys.
  private func hasFormerAttribute(_ relationship: Schema.Relationship, in entity: String) -> Bool {
    guard match.new.columnNames(of: relationship).count == 1,
      match.new.keyAttribute(of: relationship.target) != nil
    else { return false }
    return match.new.descendants(of: entity).contains { kind in
      guard let former = match.predecessor(of: kind.name) else { return false }
      if case .attribute = match.formerMember(of: relationship, of: kind.name, in: former.name) {
        return true
      }
      return false
    }
  }
}
