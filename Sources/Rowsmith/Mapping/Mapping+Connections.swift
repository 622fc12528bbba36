import RowsmithSchema

extension Mapping {
  /// Connects every relationship with its inverse and with the other parts of a link to one of several entities, and finds
  /// where its links are stored.
  func connectRelationships() {
    let named = Dictionary(
      relationships.map { ($0.qualifiedName, $0) }, uniquingKeysWith: { first, _ in first })
    let links = Dictionary(self.links.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let choices = Dictionary(grouping: relationships.filter { $0.schema.choice != nil }, by: \.modelName)
    for mapping in relationships {
      if mapping.schema.choice != nil {
        mapping.others = choices[mapping.modelName, default: []].filter { $0 !== mapping }
      }
      connect(mapping, named, links)
    }
  }

  private func connect(
    _ mapping: RelationshipMapping, _ named: [String: RelationshipMapping],
    _ links: [String: LinkTableMapping]
  ) {
    let relationship = mapping.schema
    if let name = relationship.inverse, let declarer = graph.declarer(of: name, in: relationship.target) {
      mapping.inverse = named["\(declarer.name).\(name)"]
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
      if let link = links[name] {
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

  /// Finds which links in one object may affect each other: a record that a relationship embeds, or its links, may change the
  /// links of another relationship.
  func mapConflicts() {
    // The relationships that embed records of each table, and those whose links each table of links holds.
    var embedding = [UInt64](repeating: 0, count: tables.count)
    var linking = [UInt64](repeating: 0, count: links.count)
    for mapping in relationships {
      embedding[mapping.target.table.index] |= mapping.bit
      if case .link(let link, _) = mapping.storage { linking[link.index] |= mapping.bit }
    }
    for mapping in relationships {
      // Set as a whole: a variable that is never changed in place is read without exclusivity checks.
      switch mapping.storage {
      case .inverse(let inverse, _): mapping.conflicts = embedding[inverse.table.index]
      case .columns:
        mapping.conflicts =
          mapping.isOneToOne ? embedding[mapping.table.index] | embedding[mapping.target.table.index] : 0
      case .link(let link, _):
        let families = [link.source, link.target].filter { $0.entityNameSlot != nil }
        mapping.conflicts = families.reduce(linking[link.index]) { $0 | embedding[$1.index] }
        mapping.itemsMayEndLinks = link.source === link.target && !families.isEmpty
      }
    }
  }

  /// Finds the relationships that objects of each entity may hold, at any depth, and whether some may affect those that the
  /// object itself holds.
  func mapReach() {
    // An object may hold what the entities that extend its own may hold, and what its relationships lead to may hold.
    var holders: [[EntityMapping]] = Array(repeating: [], count: entities.count)
    for entity in entities {
      for relationship in entity.relationships { holders[relationship.target.index].append(entity) }
      if let parent = entity.schema.parent.flatMap({ self.entity($0) }) {
        holders[entity.index].append(parent)
      }
      entity.reachable = entity.relationships.reduce(0) { $0 | $1.bit }
    }
    var waiting = entities
    while let grown = waiting.popLast() {
      for entity in holders[grown.index] where grown.reachable & ~entity.reachable != 0 {
        entity.reachable = entity.reachable | grown.reachable
        waiting.append(entity)
      }
    }
    for entity in entities { entity.hasConflicts = haveConflicts(entity.relationships) }
  }

  /// Whether what one of an object's relationships embeds may affect the links of another, or of the same.
  private func haveConflicts(_ relationships: [RelationshipMapping]) -> Bool {
    let effects = relationships.map { $0.bit | $0.target.reachable }
    // The effects of the relationships from each on, and of those before one.
    var later = [UInt64](repeating: 0, count: effects.count + 1)
    for index in effects.indices.reversed() { later[index] = later[index + 1] | effects[index] }
    var earlier: UInt64 = 0
    for (index, own) in relationships.enumerated() {
      let others = own.target.reachable | earlier | later[index + 1]
      if own.itemsMayEndLinks || own.conflicts & others != 0 { return true }
      earlier |= effects[index]
    }
    return false
  }
}
