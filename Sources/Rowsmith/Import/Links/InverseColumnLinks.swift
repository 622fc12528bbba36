import RowsmithSchema

/// Links in a column of the items' rows: that of the to-one inverse.
final class InverseColumnLinks: LinkStrategy {
  unowned(unsafe) let applier: RecordApplier
  let rowLinks: RowLinks
  let relationship: RelationshipMapping
  let inverse: RelationshipMapping
  /// The slot of an item's position in the list; `nil` if the list is not ordered.
  private let positionSlot: Int?
  /// Whether the key of the parent is part of the key of an item, so that the item cannot move.
  private let isKeyPart: Bool

  init(
    _ relationship: RelationshipMapping, inverse: RelationshipMapping, positionSlot: Int?,
    applier: RecordApplier
  ) {
    self.applier = applier
    rowLinks = applier.rowLinks
    self.relationship = relationship
    self.inverse = inverse
    self.positionSlot = positionSlot
    isKeyPart = inverse.slots.contains(where: inverse.table.keySlots.contains)
  }

  private var writer: TableWriter { rowLinks.writers[inverse.table.index] }

  func begin(_ list: ItemList) throws {
    guard let positionSlot else { return }
    let (parent, applier) = (list.parent, applier)
    let known = rowLinks.listEnds.take(for: list, removed: rowLinks.counts.removed)
    let end = try known.flatMap { try $0.isCertain || isEnd($0, of: list, slot: positionSlot) ? $0 : nil }
    list.order = ItemOrder(
      relationship: inverse, slot: positionSlot, isMerge: list.policy == .merge, end: end
    ) { [relationship] in
      applier.epoch(relationship)
    } maximum: {
      try self.greatestPosition(slot: positionSlot, parent: parent)
    }
  }

  func applyItems(of link: RecordBatch.Link, to list: ItemList, parent: Int) throws {
    let (applier, inverse) = (applier, inverse)
    let batch = applier.batch
    let order = list.order
    var arrival = Arrival(isReplaceItem: list.policy == .replace, filled: inverse, order: order)
    arrival.isAnew = inverse.table.hasRowIdentifier && list.policy != .merge
    var index = Int(link.firstItem)
    while index >= 0 {
      let item = batch.items[index]
      index = Int(item.next)
      if item.record < 0 {
        try linkKey([item.key], to: list)
        continue
      }
      let child = Int(item.record)
      applier.fill(inverse, of: child, with: parent)
      if batch.records[child].isLeftOut {
        try applier.keep(child, list)
      } else if batch.records[child].isKeyOnly {
        try applier.resolveKey(of: child, filled: inverse)
        try linkKey(applier.key(of: child), to: list)
      } else if batch.records.base[child].isTombstone,
        try applier.isStaleTombstone(child, filled: inverse)
      {
        try applier.apply(child, arrival)
        try linkKey(applier.key(of: child), to: list)
      } else {
        let row = try applier.apply(child, arrival)
        if batch.records.base[child].isStale, try isUnlinkable(row) {
          // It is linked by its key, which is pending.
          try linkKey(applier.key(of: child), to: list)
          continue
        }
        if row.isPartial {
          if !batch.records[child].isTombstone {
            _ = list.absent.insert(list.keep(applier.key(of: child)))
          }
          continue
        }
        order?.add(row.id)
        if list.mayUnlink { _ = list.rows.insert(row.id) }
      }
    }
  }

  /// Whether the row of a stale mention does not exist yet, or is of an entity without the link.
  private func isUnlinkable(_ row: RecordApplier.WrittenRow) throws -> Bool {
    try row.isPartial || !rowLinks.hasRelationship(inverse, row: row.id)
  }

  func linkAhead(_ key: [Cell], isKey: Bool, to list: ItemList) throws {
    // Only this list can name a row without a key, and a row cannot move if its parent is part of its key: those that do
    // not exist yet are linked when they are written.
    let isOwn = inverse.table.hasRowIdentifier || (isKeyPart && !isKey)
    if isOwn, try writer.findRow(key: key) == nil {
      // An item named twice keeps its first position.
      if list.keys.insert(list.keep(key)) {
        _ = try list.order?.placeAbsentRow(key: KeyCoding.encode(key.map(\.stored)), stored: nil)
      }
      return
    }
    try linkKey(key, to: list)
  }

  func arrival(ofLinked child: Int, in list: ItemList, parent: Int, _ arrival: Arrival) -> Arrival {
    var arrival = arrival
    arrival.filled = inverse
    arrival.isLinked = (!inverse.table.hasRowIdentifier || list.isOverruled) && !isKeyPart
    if arrival.isLinked {
      applier.unfill(inverse, of: child)
    } else {
      applier.fill(inverse, of: child, with: parent)
      arrival.order = list.order
    }
    return arrival
  }

  func noteApplied(_ child: Int, in list: ItemList) {}

  func keep(_ key: [Cell], row: Int64?, in list: ItemList) {
    if let row { _ = list.rows.insert(row) } else { _ = list.keptKeys.insert(list.keep(key)) }
  }

  func finish(_ list: ItemList) throws {
    try rowLinks.references.keepPending(
      relationship, source: list.parent, targets: list.absent.union(list.keptKeys))
    if !applier.partials.isEmpty { try applier.partials.forgetParents(via: inverse, notIn: list) }
    // A row that did not exist may have been inserted with a later item.
    for key in list.absent.keys {
      if let row = try writer.findRow(key: key) { _ = list.rows.insert(row) }
    }
    if try applier.hasNoOthers(list, isTight: rowLinks.references.isTight(inverse)) { return }
    for row in try others(list) {
      if inverse.isRequired {
        try rowLinks.orphans.addUnlinked(row, via: inverse, blame: list.blame)
      } else {
        _ = try rowLinks.run(
          inverse.unlink(where: "\(inverse.table.rowIDName) = ?1"), [.integer(row)])
        rowLinks.counts.removed += 1
      }
      try rowLinks.noteLeaving(row, list)
    }
  }

  func linkedIdentifiers(_ list: ItemList) throws -> [Int64] {
    try applier.lateIndexes.require(inverse)
    let table = inverse.table
    let place = list.order.map { DDL.quoted(table.layout.columns[$0.slot].name) }
    let order = (place.map { ["\($0) IS NULL", $0] } ?? []) + table.layout.key.map(DDL.quoted)
    return try rowLinks.identifiers(
      "SELECT \(DDL.list(table.layout.key)) FROM \(DDL.quoted(table.name)) WHERE \(inverse.holds()) "
        + "ORDER BY \(order.joined(separator: ", "))", of: list.parent)
  }

  /// The rows of the parent that are not among the items.
  private func others(_ list: ItemList) throws -> [Int64] {
    try applier.lateIndexes.require(inverse)
    let linked = try rowLinks.statement(
      "SELECT \(inverse.table.rowIDName) FROM \(DDL.quoted(inverse.table.name)) WHERE \(inverse.holds())")
    for (index, cell) in list.parent.enumerated() { linked.bind(cell, at: index + 1) }
    var others: [Int64] = []
    while try linked.step() {
      let row = linked.integer(at: 0)
      if !list.rows.contains(row) { others.append(row) }
    }
    return others
  }

  /// Whether the item at the end of a list still has its place there.
  private func isEnd(_ end: ListEnd, of list: ItemList, slot: Int) throws -> Bool {
    let (table, parent) = (inverse.table, list.parent.map(\.stored))
    let row: Int64
    switch end.item {
    case nil: return false
    case .row(let id)?: row = id
    case .key(let encoded)?:
      let key = KeyCoding.decode(encoded, count: table.keySlots.count)
      if let found = try writer.findRow(key: key) {
        row = found
        break
      }
      let references = rowLinks.references
      guard references.hasPending, let link = try references.pending.find(relationship, target: key) else {
        return false
      }
      return link.source == KeyCoding.encode(parent) && link.position == end.position
    }
    let (place, count) = (DDL.quoted(table.layout.columns[slot].name), parent.count)
    return try applier.connection.integer(
      "SELECT 1 FROM \(DDL.quoted(table.name)) WHERE \(inverse.holds()) AND \(place) = ?\(count + 1) "
        + "AND \(table.rowIDName) = ?\(count + 2)", parent + [.integer(end.position), .integer(row)]) != nil
  }

  /// The greatest position among a parent's items, including pending ones and those not written yet.
  private func greatestPosition(slot: Int, parent: [Cell]) throws -> Int64? {
    try applier.lateIndexes.require(inverse)
    rowLinks.listEnds.forget(relationship, of: parent)
    let column = DDL.quoted(inverse.table.layout.columns[slot].name)
    let here = try applier.connection.integer(
      "SELECT max(\(column)) FROM \(DDL.quoted(inverse.table.name)) WHERE \(inverse.holds())",
      parent.map(\.stored))
    let waiting = try rowLinks.references.greatestPendingPosition(relationship, source: parent)
    let unwritten = applier.openLists.filter { $0.relationship === relationship && $0.isOf(parent) }
    return ([here, waiting] + unwritten.map { $0.order?.last }).compactMap { $0 }.max()
  }
}
