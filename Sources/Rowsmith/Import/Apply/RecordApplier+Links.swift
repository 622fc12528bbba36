import RowsmithSchema

extension RecordApplier {
  /// The items of a to-many relationship that has a link table.
  func applyLinks(
    _ link: RecordBatch.Link, _ list: ItemList, table: LinkWriter, side: LinkWriter.Side, isSource: Bool
  ) throws {
    var arrival = Arrival(isReplaceItem: list.policy == .replace)
    arrival.isAnew = list.relationship.target.table.hasRowIdentifier && list.policy != .merge
    var index = Int(link.firstItem)
    while index >= 0 {
      let item = batch.items[index]
      index = Int(item.next)
      let child = Int(item.record)
      var isKey = child < 0
      if child >= 0 {
        if batch.records[child].isLeftOut {
          try spare(child, list)
          continue
        }
        if batch.records[child].isKeyOnly {
          try resolveKey(of: child, filled: nil)
          isKey = true
        } else {
          if batch.records.base[child].isTombstone { isKey = try isStaleTombstone(child, filled: nil) }
          try apply(child, arrival)
          if batch.records[child].isTombstone, !isKey { continue }
          // Its row may be of another entity than the one asked for.
          if batch.records[child].isStale { isKey = true }
        }
      }
      let other = child >= 0 ? key(of: child) : [item.key]
      try linkByTable(other, isKey: isKey, list, table: table, side: side, isSource: isSource)
    }
  }

  /// Links the row with a key, which need not be there.
  func linkByTable(
    _ other: [Cell], isKey: Bool, _ list: ItemList, table: LinkWriter, side: LinkWriter.Side, isSource: Bool
  ) throws {
    if isKey {
      try references.noteLoose(table.plan, isTarget: isSource, key: other)
      try noteNamed(other, of: isSource ? table.plan.target : table.plan.source)
    }
    // A key that is named again is linked again: what came in between may have removed the link.
    let isFirst = list.keys.insert(list.keep(other))
    if isFirst || (isKey && side.order == nil) {
      try makeLink(side, list, other: other, in: table.plan, isSource: isSource)
    }
  }

  /// Makes a link that is not there, and gives it its place.
  private func makeLink(
    _ side: LinkWriter.Side, _ list: ItemList, other: [Cell], in plan: LinkPlan, isSource: Bool
  ) throws {
    if let order = side.order {
      return try placeLink(side, order, list, other: other, in: plan, isSource: isSource)
    }
    side.insert.bind(list.parent, other)
    _ = try side.insert.step()
    links.added += connection.changes
  }

  private func placeLink(
    _ side: LinkWriter.Side, _ order: LinkWriter.Order, _ list: ItemList, other: [Cell], in plan: LinkPlan,
    isSource: Bool
  ) throws {
    let own = list.parent
    side.find.bind(own, other)
    let exists = try side.find.step()
    let stored = exists && !side.find.isNull(at: 0) ? side.find.integer(at: 0) : nil
    side.find.reset()
    let position = try list.linkOrder.position(stored: stored, epoch: epoch(list.relationship)) {
      if !isSource { try lateIndexes.require(plan) }
      let maximum = order.maximum
      maximum.bind(own)
      defer { maximum.reset() }
      return try maximum.step() && !maximum.isNull(at: 0) ? maximum.integer(at: 0) : nil
    }
    if exists, stored == position { return }
    let statement = exists ? order.place : side.insert
    statement.bind(own, other)
    statement.bind(position, at: own.count + other.count + 1)
    _ = try statement.step()
    if exists { hasMovedItems = true } else { links.added += 1 }
  }

  /// Removes the links of the record that are not among the items.
  func unlinkOthers(_ value: ItemList, side: LinkWriter.Side, table: LinkWriter, isSource: Bool) throws {
    if !isSource { try lateIndexes.require(table.plan) }
    let own = value.parent
    let items = value.keys.union(value.spared)
    side.list.bind(own)
    let width = isSource ? table.plan.targetNames.count : table.plan.sourceNames.count
    var others: [[StoredValue]] = []
    var next = 0
    while try side.list.step() {
      if items.matches(side.list, width: width, startingAt: &next) { continue }
      others.append((0..<width).map { side.list.value(at: $0) })
    }
    let target = writers[(isSource ? table.plan.target : table.plan.source).index]
    for other in others {
      side.delete.bind(own)
      for (index, part) in other.enumerated() { side.delete.bind(part, at: own.count + index + 1) }
      _ = try side.delete.step()
      links.removed += 1
      guard value.deletesWhatLeaves || value.sparesWhatLeaves,
        let row = try leavingRow(other, of: value.relationship.target)
      else { continue }
      if value.deletesWhatLeaves {
        try orphans.add(row, of: target.plan, blame: value.blame)
      } else {
        try noteFormer(row, value)
      }
    }
  }
}

extension Statement {
  /// Binds the parts of keys to the parameters from the first on.
  @inline(__always)
  fileprivate func bind(_ key: [Cell], _ other: [Cell] = []) {
    for index in key.indices { bind(key[index], at: index + 1) }
    for index in other.indices { bind(other[index], at: key.count + index + 1) }
  }
}
