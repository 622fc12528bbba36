import RowsmithSchema

/// Links in a link table.
final class LinkTableLinks: LinkStrategy {
  private unowned(unsafe) let applier: RecordApplier
  private let rowLinks: RowLinks
  private let relationship: RelationshipMapping
  private let table: LinkWriter
  private let side: LinkWriter.Side
  /// Whether the lists belong to the source rows of the links.
  private let isSource: Bool

  init(
    _ relationship: RelationshipMapping, in table: LinkWriter, isSource: Bool, applier: RecordApplier
  ) throws {
    self.applier = applier
    rowLinks = applier.rowLinks
    self.relationship = relationship
    self.table = table
    self.isSource = isSource
    side = try table.side(isSource: isSource)
  }

  func begin(_ list: ItemList) throws {
    guard side.order != nil else { return }
    let known = rowLinks.listEnds.take(for: list, removed: rowLinks.counts.removed)
    let end = try known.flatMap { try $0.isCertain || isEnd($0, of: list) ? $0 : nil }
    list.linkOrder = LinkOrder(
      isMerge: list.policy == .merge, end: end, epoch: applier.epoch(relationship))
  }

  func applyItems(of link: RecordBatch.Link, to list: ItemList, parent: Int) throws {
    let batch = applier.batch
    var arrival = Arrival(isReplaceItem: list.policy == .replace)
    arrival.isAnew = relationship.target.table.hasRowIdentifier && list.policy != .merge
    var index = Int(link.firstItem)
    while index >= 0 {
      let item = batch.items[index]
      index = Int(item.next)
      let child = Int(item.record)
      var isKey = child < 0
      if child >= 0 {
        if batch.records[child].isLeftOut {
          try applier.keep(child, list)
          continue
        }
        if batch.records[child].isKeyOnly {
          try applier.resolveKey(of: child, filled: nil)
          isKey = true
        } else {
          if batch.records.base[child].isTombstone {
            isKey = try applier.isStaleTombstone(child, filled: nil)
          }
          try applier.apply(child, arrival)
          if batch.records[child].isTombstone, !isKey { continue }
          // The row may be of another entity than the one asked for.
          if batch.records[child].isStale { isKey = true }
        }
      }
      try linkAhead(child >= 0 ? applier.key(of: child) : [item.key], isKey: isKey, to: list)
    }
  }

  func linkAhead(_ key: [Cell], isKey: Bool, to list: ItemList) throws {
    if isKey {
      try rowLinks.references.noteReference(table.mapping, isTarget: isSource, key: key)
      try rowLinks.noteNamed(key, of: isSource ? table.mapping.target : table.mapping.source)
    }
    // A key that is named again is linked again: something in between may have removed the link.
    let isFirst = list.keys.insert(list.keep(key))
    if isFirst || (isKey && side.order == nil) { try link(key, to: list) }
  }

  func arrival(ofLinked child: Int, in list: ItemList, parent: Int, _ arrival: Arrival) -> Arrival { arrival }

  func noteApplied(_ child: Int, in list: ItemList) throws {
    guard applier.batch.records[child].isStale else { return }
    try rowLinks.references.noteReference(table.mapping, isTarget: isSource, key: applier.key(of: child))
  }

  func keep(_ key: [Cell], row: Int64?, in list: ItemList) { _ = list.keptKeys.insert(list.keep(key)) }

  func placeLeftOut(_ key: [Cell], row: Int64?, in list: ItemList) throws {
    guard let order = side.order else { return }
    side.find.bind(list.parent, key)
    let isLinked = try side.find.stepAlone()
    side.find.reset()
    if isLinked, list.keys.insert(list.keep(key)) { try place(key, in: list, order) }
  }

  /// Adds a link if it does not exist, and gives it its position.
  private func link(_ key: [Cell], to list: ItemList) throws {
    if let order = side.order { return try place(key, in: list, order) }
    side.insert.bind(list.parent, key)
    // Queued rows are of other tables.
    _ = try side.insert.stepAlone()
    rowLinks.counts.added += applier.connection.changes
  }

  private func place(_ key: [Cell], in list: ItemList, _ order: LinkWriter.Order) throws {
    let own = list.parent
    side.find.bind(own, key)
    // Queued rows are of other tables.
    let exists = try side.find.stepAlone()
    let stored = exists && !side.find.isNull(at: 0) ? side.find.integer(at: 0) : nil
    side.find.reset()
    let position = try list.linkOrder.position(
      stored: stored, key: { KeyCoding.encode(key.map(\.stored)) }, epoch: applier.epoch(relationship)
    ) {
      if !isSource { try applier.lateIndexes.require(table.mapping) }
      rowLinks.listEnds.forget(relationship, of: own)
      let maximum = order.maximum
      maximum.bind(own)
      defer { maximum.reset() }
      return try maximum.stepAlone() && !maximum.isNull(at: 0) ? maximum.integer(at: 0) : nil
    }
    if exists, stored == position { return }
    let statement = exists ? order.place : side.insert
    statement.bind(own, key)
    statement.bind(position, at: own.count + key.count + 1)
    _ = try statement.stepAlone()
    if exists { rowLinks.hasMovedItems = true } else { rowLinks.counts.added += 1 }
  }

  /// Whether the item at the end of a list still has its place there.
  private func isEnd(_ end: ListEnd, of list: ItemList) throws -> Bool {
    guard case .key(let key)? = end.item else { return false }
    let width = (isSource ? table.mapping.targetNames : table.mapping.sourceNames).count
    let both = list.parent.map(\.stored) + KeyCoding.decode(key, count: width)
    for (index, value) in both.enumerated() { side.find.bind(value, at: index + 1) }
    defer { side.find.reset() }
    return try side.find.stepAlone() && !side.find.isNull(at: 0) && side.find.integer(at: 0) == end.position
  }

  func finish(_ list: ItemList) throws {
    guard try !applier.hasNoOthers(list, isTight: rowLinks.references.isTight(table)) else { return }
    for other in try others(list) {
      side.delete.bind(list.parent)
      for (index, part) in other.enumerated() { side.delete.bind(part, at: list.parent.count + index + 1) }
      _ = try side.delete.step()
      rowLinks.counts.removed += 1
      guard list.deletesWhatLeaves || list.unlinksWhatLeaves,
        let row = try rowLinks.leavingRow(other, of: relationship.target)
      else { continue }
      try rowLinks.noteLeaving(row, list)
    }
  }

  func linkedIdentifiers(_ list: ItemList) throws -> [Int64] {
    if !isSource { try applier.lateIndexes.require(table.mapping) }
    let end = table.mapping.end(isSource: isSource)
    let order =
      (end.position.map { ["\(DDL.quoted($0)) IS NULL", DDL.quoted($0)] } ?? []) + end.other.map(DDL.quoted)
    let identifiers = try rowLinks.identifiers(
      "SELECT \(DDL.list(end.other)) FROM \(DDL.quoted(table.mapping.name)) WHERE \(equality(end.own)) "
        + "ORDER BY \(order.joined(separator: ", "))", of: list.parent)
    if applier.openLists.isEmpty { return identifiers }
    let writer = rowLinks.writers[relationship.target.table.index]
    return try identifiers.filter { try writer.findRow(key: [StoredValue.integer($0)]) != nil }
  }

  /// The keys of the linked rows that are not among the items.
  private func others(_ list: ItemList) throws -> [[StoredValue]] {
    if !isSource { try applier.lateIndexes.require(table.mapping) }
    let items = list.keys.union(list.keptKeys)
    side.list.bind(list.parent)
    let width = isSource ? table.mapping.targetNames.count : table.mapping.sourceNames.count
    var others: [[StoredValue]] = []
    var next = 0
    while try side.list.step() {
      if items.matches(side.list, width: width, startingAt: &next) { continue }
      others.append((0..<width).map { side.list.value(at: $0) })
    }
    return others
  }
}

extension Statement {
  /// Binds the parts of keys to the parameters, from the first one.
  @inline(__always)
  fileprivate func bind(_ key: [Cell], _ other: [Cell] = []) {
    for index in key.indices { bind(key[index], at: index + 1) }
    for index in other.indices { bind(other[index], at: key.count + index + 1) }
  }
}
