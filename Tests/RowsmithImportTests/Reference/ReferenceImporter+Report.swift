import Rowsmith

extension ReferenceImporter {
  /// Compares the database before and after.
  mutating func makeReport() {
    for (id, own) in mentions {
      let entity = rows[id]?.entity ?? survey.kinds[id] ?? own[0].entity
      var counts = report.entities[entity] ?? .init()
      counts.mentions += own.count
      if own.count > 1 { report.isEachNamedOnce = false }
      if inserted.contains(id) {
        if rows[id] != nil { counts.inserted += 1 } else { counts.comeAndGone += 1 }
        counts.mentionsBeforeEnd += own.count { rows[id] == nil || survey.isBeforeDeletion($0, of: id) }
        counts.updatedAtMost += own.count - 1
      } else if rows[id] != nil, let before = base[id] {
        let after = stored(id)
        let names = model.graph.attributes(of: rows[id]?.entity ?? "").map(\.name)
        let hasNewValues =
          before.entity != rows[id]?.entity || names.contains { before.columns[$0] != after?.columns[$0] }
        if hasNewValues { counts.updatedAtLeast += 1 }
        if before != after || claims.isContradictory { counts.updatedAtMost += own.count }
      } else {
        counts.updatedAtMost += own.count
      }
      report.entities[entity] = counts
    }
    for (table, lines) in base.rows {
      for (key, line) in lines where rows[RowID(table: table, key: key)] == nil {
        let id = RowID(table: table, key: key)
        count(survey.kinds[id] ?? kindsOfRemoved[id] ?? line.entity, \.deleted)
      }
    }
    compareLinks()
    report.contradictions = foundContradictions
    report.isContradictory = claims.isContradictory
    report.unresolved = countUnresolved()
  }

  private func stored(_ id: RowID) -> ReferenceRow? {
    var row = rows[id]
    for toOne in model.toOnes(of: row?.entity ?? "") {
      guard let pointer = pointers[Slot(row: id, relationship: toOne.name)] else { continue }
      for (index, column) in model.columns(of: toOne).enumerated() {
        row?.columns[column] = pointer.key[index]
      }
      if let place = model.positionColumn(of: toOne), let position = pointer.position {
        row?.columns[place] = .integer(Int64(position))
      }
    }
    return row
  }

  private mutating func compareLinks() {
    var before: [Slot: Key] = [:]
    for (table, lines) in base.rows {
      for (key, line) in lines {
        for toOne in model.toOnes(of: line.entity) {
          let values = model.columns(of: toOne).compactMap { line.columns[$0] }
          guard values.count == model.columns(of: toOne).count else { continue }
          before[Slot(row: RowID(table: table, key: key), relationship: toOne.name)] = values
        }
      }
    }
    for (slot, key) in before {
      if rows[slot.row] == nil {
        report.removedWithRows += 1
      } else if !isReal(slot) || pointers[slot]?.key != key {
        report.removed += 1
      }
    }
    for (slot, pointer) in pointers where isReal(slot) && before[slot] != pointer.key { report.added += 1 }
    for name in Set(base.links.keys).union(links.keys) {
      let (old, new) = (Set((base.links[name] ?? [:]).keys), Set((links[name] ?? [:]).keys))
      report.added += new.subtracting(old).count
      report.removed += old.subtracting(new).count
    }
  }

  /// Foreign keys in the whole database that name no row, by the relationship that stood in the JSON.
  private func countUnresolved() -> [String: Int] {
    var counts: [String: Int] = [:]
    let isHere = { (entity: String, key: Key) in
      rows[RowID(table: model.table(of: entity), key: key)].map { model.entity($0.entity, is: entity) }
        ?? false
    }
    for (slot, pointer) in pointers {
      guard let toOne = relationship(slot) else { continue }
      if isReal(slot) {
        if !isHere(toOne.target, pointer.key) {
          counts[model.qualifiedName(toOne, table: slot.row.table), default: 0] += 1
        }
      } else if let inverse = model.graph.inverse(of: toOne), inverse.cardinality == .toMany {
        counts[model.qualifiedName(inverse, table: model.table(of: toOne.target)), default: 0] += 1
      }
    }
    for (name, entries) in links {
      guard let table = model.linkTable(name) else { continue }
      for link in entries.keys {
        if !isHere(table.targetEntity, link.target) {
          counts["\(table.sourceEntity).\(table.relationship)", default: 0] += 1
        }
        if !isHere(table.sourceEntity, link.source) {
          counts["\(table.targetEntity).\(table.inverse ?? "")", default: 0] += 1
        }
      }
    }
    return counts
  }
}
