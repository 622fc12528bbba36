import RowsmithSchema

extension MigrationPlanner {
  /// Finds for every place of links in the new schema where its links come from.
  func findOrigins() {
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

  private func declarer(of relationship: Schema.Relationship, in entity: String) -> String {
    match.new.declarer(of: relationship.name, in: entity)?.name ?? entity
  }

  private func toOneOrigin(of relationship: Schema.Relationship, in entity: String) -> LinkOrigin {
    let inverse = match.new.inverse(of: relationship)
    let isOneToOne = inverse?.cardinality == .toOne
    let partner = inverse.map { "\(declarer(of: $0, in: relationship.target)).\($0.name)" } ?? ""
    if isOneToOne, case .collected(let index, let isReversed) = origins[partner] {
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

  private func linkTableOrigin(of relationship: Schema.Relationship, in entity: String) -> LinkOrigin {
    let places = places(of: relationship, in: entity)
    if places.isEmpty { return .none }
    if places.count == 1, !places[0].isColumn { return .linkTable(places[0]) }
    return collect(places, relationship, in: entity, isToOne: false, isOneToOne: false)
  }

  private func collect(
    _ places: [OldLinks], _ relationship: Schema.Relationship, in entity: String, isToOne: Bool,
    isOneToOne: Bool
  ) -> LinkOrigin {
    collections.append(
      LinkCollection(
        name: "_rowsmith_links_\(collections.count)", places: places, sourceEntity: entity,
        relationship: relationship.name, targetEntity: relationship.target, isToOne: isToOne,
        isOneToOne: isOneToOne))
    return .collected(collections.count - 1, isReversed: false)
  }

  /// Whether the relationship was an attribute that held keys.
  private func hasFormerAttribute(_ relationship: Schema.Relationship, in entity: String) -> Bool {
    guard match.new.columnNames(of: relationship).count == 1,
      keyAttribute(of: relationship.target, in: match.new) != nil
    else { return false }
    return match.new.descendants(of: entity).contains { kind in
      guard let former = match.predecessor(of: kind.name) else { return false }
      if case .attribute = match.formerMember(of: relationship, of: kind.name, in: former.name) {
        return true
      }
      return false
    }
  }

  /// Fills the temporary tables, in an order in which each finds those it reads.
  func gatherCollections() {
    for collection in collections {
      let conditions = collection.places.map { place -> [String] in
        guard let keys = translate(place, from: collection.sourceEntity, to: collection.targetEntity) else {
          return ["0"]
        }
        return [keys.source, keys.target].filter { !$0.isIdentity }.map { SQL.notNull($0.columns) }
          + [placeExists(for: place, in: collection)].compactMap { $0 }
      }
      migration.preparations += collection.statements(conditions: conditions)
      migration.temporaryTables.append(collection.name)
    }
  }

  /// For links that become columns: whether there is a row that has the column. A link whose row has not arrived can
  /// wait for it where the other end is a list.
  private func placeExists(for place: OldLinks, in collection: LinkCollection) -> String? {
    if !collection.isToOne || (place.isColumn && !place.isReversed) { return nil }
    if waitingName(of: collection) != nil { return nil }
    let ends = [
      rowExists(place.source, in: place.sourceEntity), rowExists(place.target, in: place.targetEntity),
    ]
    return collection.isOneToOne ? "(\(ends.joined(separator: " OR ")))" : ends[0]
  }

  /// Whether there is a row of the old entity with that identity.
  func rowExists(_ identity: [String], in entity: String) -> String {
    guard let table = match.oldTable(of: entity) else { return "0" }
    let columns = table.identity.map { SQL.column($0, of: "x") }
    return "EXISTS (SELECT 1 FROM \(DDL.quoted(table.name)) AS x WHERE \(SQL.equal(columns, identity)))"
  }

  /// The list in which links of a to-one relationship wait for its rows, where there is one.
  func waitingName(of collection: LinkCollection) -> String? {
    guard collection.isToOne, !collection.isOneToOne, collection.sourceWidth == 1,
      collection.targetWidth == 1, match.newTable(of: collection.sourceEntity)?.key.count == 1,
      match.newTable(of: collection.targetEntity)?.key.count == 1,
      let relationship = match.new.relationship(collection.relationship, of: collection.sourceEntity),
      let inverse = match.new.inverse(of: relationship)
    else { return nil }
    return "\(declarer(of: inverse, in: collection.targetEntity)).\(inverse.name)"
  }
}
