import RowsmithSchema

// A row that becomes another entity of its family loses the links that the new entity does not have, on both sides.
extension RecordApplier {
  /// Removes the links that a row has as the former entity but not as the new one.
  func endLinks(of former: EntityMapping, asNow entity: EntityMapping, row: Statement, record: Int) throws {
    let table = entity.table
    guard !table.keySlots.isEmpty else { return }
    let key = table.keySlots.map { row.value(at: $0 + 1) }
    let blame = origin.offset(of: record)
    // Columns that the new entity does not have are cleared with its other values.
    let cells = cells(of: record)
    let except = { (relationship: RelationshipMapping) -> [Int64] in
      guard relationship.table === table else { return [] }
      let slot = relationship.slots[0]
      return entity.ownsSlot[slot] && cells[slot].kind == .missing ? [] : [row.integer(at: 0)]
    }
    for relationship in former.relationships
    where !entity.relationships.contains(where: { $0 === relationship }) {
      if relationship.ownsKeyless, !relationship.isToOne {
        let list = try beginList(
          relationship, parent: key.map { batch.arena.cell($0) }, policy: nil)
        for item in try list.links.linkedIdentifiers(list) {
          try orphans.add(item, of: relationship.target.table, blame: blame)
        }
      }
      switch relationship.storage {
      case .columns: try releaseColumn(relationship, key: key, blame: blame)
      case .inverse(let inverse, _):
        try rowLinks.clear(inverse, where: key, except: except(inverse), blame: blame)
        try references.forgetPending(relationship, source: key)
      case .link(let link, let isSource):
        try rowLinks.end(link, isSource ? link.sourceNames : link.targetNames, key: key)
      }
    }
    for referrer in table.referrers where !leads(referrer, to: entity) && leads(referrer, to: former) {
      try rowLinks.clear(referrer, where: key, except: except(referrer), blame: blame)
    }
    for link in table.links {
      let relationship = link.sourceRelationship
      guard link.target === table, let relationship, !leads(relationship, to: entity),
        leads(relationship, to: former)
      else { continue }
      try rowLinks.end(link, link.targetNames, key: key)
    }
  }

  private func leads(_ relationship: RelationshipMapping, to entity: EntityMapping) -> Bool {
    relationship.target.family[entity.name] != nil
  }

  private func releaseColumn(_ relationship: RelationshipMapping, key: [StoredValue], blame: Int64) throws {
    guard relationship.isOneToOne, let inverse = relationship.inverse else { return }
    try rowLinks.clear(inverse, where: key, except: [], blame: blame)
  }
}
