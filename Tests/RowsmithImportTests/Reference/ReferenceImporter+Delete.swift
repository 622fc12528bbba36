import Rowsmith

extension ReferenceImporter {
  /// The rows that are records of the entity or of one that extends it.
  func rows(of entity: String) -> Set<RowID> {
    let table = model.table(of: entity)
    return Set(
      (database.rows[table] ?? [:]).filter { model.entity($0.value.entity, is: entity) }
        .map { RowID(table: table, key: $0.key) })
  }

  /// The end of the import: rows that left are deleted as long as one is found that nothing refers to.
  mutating func finish() throws {
    while true {
      let free = candidates.filter {
        database[$0] != nil && !named.contains($0) && !namedBySkipped.contains($0) && !isReferred($0)
      }
      if free.isEmpty { break }
      try delete(free)
    }
    for link in mustGo {
      guard let row = database[link.row],
        let relationship = model.graph.relationship(link.relationship, of: row.entity)
      else { continue }
      if pointer(row, relationship) == link.parent {
        throw ReferenceFailure(
          reason: .refused, message: "\(row.entity).\(link.relationship) cannot be cleared")
      }
    }
  }

  /// Whether another row's to-one column holds the key, or a link names the row as an item.
  private func isReferred(_ id: RowID) -> Bool {
    for (table, rows) in database.rows {
      for (key, row) in rows where RowID(table: table, key: key) != id {
        for toOne in model.toOnes(of: row.entity) where model.table(of: toOne.target) == id.table {
          guard pointer(row, toOne) == id.key else { continue }
          let link = MustGo(row: RowID(table: table, key: key), relationship: toOne.name, parent: id.key)
          if !mustGo.contains(link) { return true }
        }
      }
    }
    for (name, links) in database.links {
      guard let table = model.linkTable(name) else { continue }
      let isTarget = model.table(of: table.targetEntity) == id.table
      let isSource = table.inverse != nil && model.table(of: table.sourceEntity) == id.table
      let isSelf = model.table(of: table.targetEntity) == model.table(of: table.sourceEntity)
      for link in links.keys where !(isSelf && link.source == link.target) {
        if isTarget, link.target == id.key { return true }
        if isSource, link.source == id.key { return true }
      }
    }
    return false
  }

  /// The rows at the other end of a relationship that are there.
  private func items(_ id: RowID, _ row: ReferenceRow, _ relationship: Schema.Relationship) -> [RowID] {
    let table = model.table(of: relationship.target)
    if relationship.cardinality == .toMany, let inverse = inverseToOne(relationship) {
      return rows(in: table, pointing: inverse, to: id.key)
    }
    let keys =
      relationship.cardinality == .toOne
      ? [pointer(row, relationship)].compactMap { $0 } : Array(positions(id, relationship).keys)
    return keys.map { RowID(table: table, key: $0) }.filter { database[$0] != nil }
  }

  /// Deletes rows as one: with what they cascade to, and without leaving links to them.
  mutating func delete(_ seeds: Set<RowID>) throws {
    var doomed = seeds
    var queue = Array(seeds)
    while let id = queue.popLast() {
      guard let row = database[id] else { continue }
      for relationship in model.graph.relationships(of: row.entity) where relationship.deleteRule == .cascade
      {
        for item in items(id, row, relationship) where doomed.insert(item).inserted { queue.append(item) }
      }
    }
    for id in doomed {
      guard let row = database[id] else { continue }
      for relationship in model.graph.relationships(of: row.entity) where relationship.deleteRule == .deny {
        guard items(id, row, relationship).allSatisfy(doomed.contains) else {
          throw ReferenceFailure(
            reason: .refused, message: "\(row.entity).\(relationship.name) denies the delete")
        }
      }
    }
    try clearLinks(to: doomed)
    for id in doomed {
      guard let row = database[id] else { continue }
      count(row.entity, \.deleted)
      database[id] = nil
    }
    database.pending = database.pending.filter { !doomed.contains($0.value.parent) }
  }

  private mutating func clearLinks(to doomed: Set<RowID>) throws {
    for (table, rows) in database.rows {
      for (key, row) in rows {
        let id = RowID(table: table, key: key)
        guard !doomed.contains(id) else { continue }
        for toOne in model.toOnes(of: row.entity) {
          guard let target = pointer(row, toOne),
            doomed.contains(RowID(table: model.table(of: toOne.target), key: target))
          else { continue }
          let isEnded = mustGo.contains(MustGo(row: id, relationship: toOne.name, parent: target))
          if isEnded { continue }
          guard !model.isRequired(toOne, in: row.entity) else {
            throw ReferenceFailure(reason: .refused, message: "\(row.entity).\(toOne.name) cannot be cleared")
          }
          set(id, toOne, to: nil)
        }
      }
    }
    for (name, links) in database.links {
      guard let table = model.linkTable(name) else { continue }
      for link in links.keys {
        let source = RowID(table: model.table(of: table.sourceEntity), key: link.source)
        let target = RowID(table: model.table(of: table.targetEntity), key: link.target)
        guard doomed.contains(source) || doomed.contains(target) else { continue }
        database.links[name]?[link] = nil
        report.removed += 1
      }
    }
  }
}
