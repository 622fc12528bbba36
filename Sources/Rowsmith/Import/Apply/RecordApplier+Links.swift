import RowsmithSchema

extension RecordApplier {
  /// The items of a to-many relationship that has a link table.
  func applyLinks(
    _ link: PendingLink, _ list: ItemList, table: LinkWriter, side: LinkWriter.Side, isSource: Bool
  ) throws {
    var index = Int(link.firstItem)
    while index >= 0 {
      let item = parser.items[index]
      index = Int(item.next)
      let other: [Cell]
      if item.record >= 0 {
        let child = Int(item.record)
        if parser.records[child].isLeftOut {
          try spare(child, list)
          continue
        }
        guard try applyItem(child, Arrival(isReplaceItem: list.policy == .replace)) != nil else {
          try spare(child, list)
          continue
        }
        other = key(of: child)
      } else {
        other = [item.key]
        try references.noteLoose(table.plan, isTarget: isSource, key: item.key)
      }
      // A key that is named again is linked again: what came in between may have removed the link.
      let isFirst = list.keys.insert(list.keep(other))
      if isFirst || (item.record < 0 && side.place == nil) { try makeLink(side, list, other: other) }
    }
  }

  /// Keeps the link to an item that is left out.
  private func spare(_ child: Int, _ list: ItemList) throws {
    let isKnown = try knownRow(of: child).isKnown
    if isKnown { _ = list.spared.insert(list.keep(key(of: child))) } else { list.isKnownWhole = false }
  }

  /// Makes a link that is not there, and gives it its place.
  private func makeLink(_ side: LinkWriter.Side, _ list: ItemList, other: [Cell]) throws {
    let own = list.parent
    func bind(_ statement: Statement) {
      for (index, cell) in (own + other).enumerated() { statement.bind(cell, at: index + 1) }
    }
    let last = own.count + other.count + 1
    guard let place = side.place, let maximum = side.maximum else {
      bind(side.insert)
      _ = try side.insert.step()
      links.added += connection.changes
      return
    }
    bind(side.find)
    let exists = try side.find.step()
    let stored = exists && !side.find.isNull(at: 0) ? side.find.integer(at: 0) : nil
    side.find.reset()
    let position = try list.linkOrder.position(stored: stored, epoch: epoch(list.relationship)) {
      for (index, cell) in own.enumerated() { maximum.bind(cell, at: index + 1) }
      defer { maximum.reset() }
      return try maximum.step() && !maximum.isNull(at: 0) ? maximum.integer(at: 0) : nil
    }
    if exists, stored == position { return }
    let statement = exists ? place : side.insert
    bind(statement)
    statement.bind(position, at: last)
    _ = try statement.step()
    if exists { hasMovedItems = true } else { links.added += 1 }
  }

  /// Removes the links of the record that are not among the items.
  func unlinkOthers(_ value: ItemList, side: LinkWriter.Side, table: LinkWriter, isSource: Bool) throws {
    let own = value.parent
    let items = value.keys.union(value.spared)
    for (index, cell) in own.enumerated() { side.list.bind(cell, at: index + 1) }
    let width = isSource ? table.plan.targetNames.count : table.plan.sourceNames.count
    var others: [[StoredValue]] = []
    var next = 0
    while try side.list.step() {
      if items.matches(side.list, width: width, startingAt: &next) { continue }
      others.append((0..<width).map { side.list.value(at: $0) })
    }
    let target = writers[(isSource ? table.plan.target : table.plan.source).index]
    for other in others {
      for (index, cell) in own.enumerated() { side.delete.bind(cell, at: index + 1) }
      for (index, part) in other.enumerated() { side.delete.bind(part, at: own.count + index + 1) }
      _ = try side.delete.step()
      links.removed += 1
      if value.deletesWhatLeaves, let row = try target.findRow(key: other) {
        try departures.add(row, of: target.plan)
      }
    }
  }
}
