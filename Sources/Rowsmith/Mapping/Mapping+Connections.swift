import RowsmithSchema

extension Mapping {
  /// Connects a relationship with its inverse and finds where its links are stored.
  func connect(_ mapping: RelationshipMapping) {
    let relationship = mapping.schema
    if let name = relationship.inverse, let declarer = graph.declarer(of: name, in: relationship.target) {
      mapping.inverse = relationships.first { $0.entityName == declarer.name && $0.name == name }
    }
    switch graph.storage(of: relationship, in: mapping.entityName) {
    case .columns:
      mapping.storage = .columns
      mapping.positionSlot = mapping.table.slots["\(mapping.name)_position"].flatMap { slot in
        if case .position = mapping.table.layout.columns[slot].source { slot } else { nil }
      }
      mapping.table.references.append(mapping)
      mapping.target.table.referrers.append(mapping)
    case .inverseColumns(_, _, let position):
      if let inverse = mapping.inverse {
        mapping.storage = .inverse(inverse, position: position.flatMap { mapping.target.table.slots[$0] })
      }
    case .linkTable(let name, let isSource):
      if let link = links.first(where: { $0.name == name }) {
        mapping.storage = .link(link, isSource: isSource)
        if isSource { link.sourceRelationship = mapping } else { link.targetRelationship = mapping }
      }
    }
    mapping.keyConverter = mapping.target.soleKeyAttribute?.referenceConverter
  }

  /// Finds the tables whose rows an import must track.
  func mapTracking() {
    for mapping in relationships where mapping.deletesWhatLeaves {
      mapping.target.table.isTracked = true
      if mapping.schema.mergePolicy == .replace { mapping.target.table.isReplaceable = true }
    }
    for table in tables where table.hasRowIdentifier { table.isTracked = true }
    let canDelete =
      tables.contains(where: \.isTracked) || relationships.contains(where: \.ownsItems)
      || entities.contains { !$0.deletionSigns.isEmpty }
    guard canDelete else { return }
    for mapping in relationships where mapping.schema.deleteRule == .cascade {
      mapping.target.table.isTracked = true
    }
  }

  /// Finds which links in one object may affect each other.
  func mapConflicts() {
    for mapping in relationships {
      // Set as a whole: a variable that is never changed in place is read without exclusivity checks.
      mapping.conflicts = relationships.reduce(0) { touches($1, mapping) ? $0 | $1.bit : $0 }
      if case .link(let link, _) = mapping.storage, link.source === link.target,
        link.source.entityNameSlot != nil
      {
        mapping.itemsMayEndLinks = true
      }
    }
  }

  /// Finds the relationships that objects of each entity may hold, at any depth, and whether some may affect those that the
  /// object itself holds.
  func mapReach() {
    var hasGrown = true
    while hasGrown {
      hasGrown = false
      for entity in entities {
        var reachable: UInt64 = 0
        for kind in entity.family.values {
          for relationship in kind.relationships {
            reachable |= relationship.bit | relationship.target.reachable
          }
        }
        if reachable != entity.reachable { hasGrown = true }
        entity.reachable = reachable
      }
    }
    for entity in entities {
      entity.hasConflicts = entity.relationships.contains { own in
        own.itemsMayEndLinks || own.conflicts & own.target.reachable != 0
          || entity.relationships.contains { other in
            other !== own && own.conflicts & (other.bit | other.target.reachable) != 0
          }
      }
    }
  }

  /// Whether a record that a relationship embeds, or its links, may change the links of another relationship.
  private func touches(_ other: RelationshipMapping, _ mapping: RelationshipMapping) -> Bool {
    let embedded = other.target.table
    switch mapping.storage {
    case .inverse(let inverse, _): return embedded === inverse.table
    case .columns:
      return mapping.isOneToOne && (embedded === mapping.table || embedded === mapping.target.table)
    case .link(let link, _):
      if case .link(let otherLink, _) = other.storage, otherLink === link { return true }
      return embedded.entityNameSlot != nil && (embedded === link.source || embedded === link.target)
    }
  }
}
