import Rowsmith

extension ReferenceImporter {
  /// The rows that go: those the server says are deleted, those that a root policy takes, and those that left a
  /// relationship and that nothing keeps. Judged once, on what is linked now.
  func judge(_ document: ReferenceDocument) -> (gone: Set<RowID>, explicit: Set<RowID>, fate: [RowID: String])
  {
    var fate = survey.dead
    var explicit = Set(survey.dead.keys)
    for (id, row) in rows where !named.contains(id) {
      let isOne = { model.entity(row.entity, is: $0) }
      if document.pruned.contains(where: isOne),
        !document.unprunable.contains(where: { model.table(of: $0) == id.table })
      {
        explicit.insert(id)
      }
    }
    var seeds = explicit
    for (id, record) in leaving where rows[id] != nil && !explicit.contains(id) {
      if named.contains(id), !disowned.contains(id) { continue }
      seeds.insert(id)
      fate[id] = record
    }
    var kept: Set<RowID> = []
    while true {
      let gone = closure(seeds.subtracting(kept), keeping: kept, &fate)
      // "Repeat until none is left; rows that leave and refer to none but each other go together."
      let referred = gone.filter { !explicit.contains($0) && isReferred($0, gone) }
      if referred.isEmpty { return (gone, explicit, fate) }
      kept.formUnion(referred)
    }
  }

  /// "What a deleted row owns leaves with it": an item that the document names stays.
  private func closure(
    _ seeds: Set<RowID>, keeping kept: Set<RowID>, _ fate: inout [RowID: String]
  ) -> Set<RowID> {
    var gone = seeds
    var queue = Array(seeds)
    while let id = queue.popLast() {
      for item in owned(id) where !kept.contains(item) {
        // A row without a key is not named by being embedded in what goes.
        if named.contains(item), !model.isKeyless(item.table) || atRoot.contains(item) { continue }
        guard gone.insert(item).inserted else { continue }
        fate[item] = fate[id]
        queue.append(item)
      }
    }
    return gone
  }

  private func owned(_ id: RowID) -> [RowID] {
    guard let row = rows[id] else { return [] }
    return model.graph.relationships(of: row.entity).filter { model.owns($0, of: row.entity) }
      .flatMap { reached(id, $0) }
  }

  /// "A link to a row that is not of the entity asked for waits": it leads to no item.
  private func reached(_ id: RowID, _ relationship: Schema.Relationship) -> [RowID] {
    items(id, relationship).filter { item in
      rows[item].map { model.entity($0.entity, is: relationship.target) } ?? false
    }
  }

  /// "A row that stays, other than itself, refers to it: a to-one column holds its key, or a link-table row names it as
  /// target (in a many-to-many pair declared on both sides: on either end). Rows that it owns […] do not keep it
  /// alive."
  private func isReferred(_ id: RowID, _ gone: Set<RowID>) -> Bool {
    let own = Set(owned(id))
    let keeps = { (other: RowID) in
      rows[other] != nil && !gone.contains(other) && other != id && !own.contains(other)
    }
    for (slot, pointer) in pointers where pointer.key == id.key && keeps(slot.row) {
      guard endedKeyLinks[slot] == nil, isReal(slot), let toOne = relationship(slot) else { continue }
      if model.table(of: toOne.target) == id.table { return true }
    }
    for (name, entries) in links {
      guard let table = model.linkTable(name) else { continue }
      let (sources, targets) = (model.table(of: table.sourceEntity), model.table(of: table.targetEntity))
      for link in entries.keys {
        if targets == id.table, link.target == id.key, keeps(RowID(table: sources, key: link.source)) {
          return true
        }
        if table.inverse != nil, sources == id.table, link.source == id.key,
          keeps(RowID(table: targets, key: link.target))
        {
          return true
        }
      }
    }
    return false
  }

  /// `Deny` is asked of rows that are deleted by themselves, not of those that left or go with their owner.
  func checkDeny(_ explicit: Set<RowID>, _ gone: Set<RowID>, _ fate: [RowID: String]) throws {
    for id in explicit {
      guard let row = rows[id] else { continue }
      for relationship in model.graph.relationships(of: row.entity) where relationship.deleteRule == .deny {
        guard reached(id, relationship).allSatisfy(gone.contains) else {
          throw ReferenceFailure(
            reason: .refused, message: "\(row.entity).\(relationship.name) denies the delete",
            path: fate[id], record: fate[id], isJudgedAtTheEnd: true)
        }
      }
    }
  }

  /// Deletes rows as one, and clears what leads to them.
  mutating func remove(_ gone: Set<RowID>, _ fate: [RowID: String]) {
    for (slot, pointer) in pointers {
      if gone.contains(slot.row) {
        pointers[slot] = nil
        continue
      }
      guard let toOne = relationship(slot) else { continue }
      let target = RowID(table: model.table(of: toOne.target), key: pointer.key)
      guard gone.contains(target), endedKeyLinks[slot] == nil else { continue }
      pointers[slot] = nil
      emptiedBy[slot] = fate[target]
      if fate[target] == nil { emptiedByPolicy.insert(slot) }
    }
    for (name, entries) in links {
      guard let table = model.linkTable(name) else { continue }
      for link in entries.keys {
        let source = RowID(table: model.table(of: table.sourceEntity), key: link.source)
        let target = RowID(table: model.table(of: table.targetEntity), key: link.target)
        if gone.contains(source) || gone.contains(target) { links[name]?[link] = nil }
      }
    }
    for id in gone {
      kindsOfRemoved[id] = rows[id]?.entity
      rows[id] = nil
    }
    endedKeyLinks = endedKeyLinks.filter { !gone.contains($0.key.row) }
  }
}
