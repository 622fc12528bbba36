import RowsmithSchema

extension RecordApplier {
  /// Applies the value of a to-many relationship: its items, their links, and what leaves.
  ///
  /// `policy` overrides the relationship's own.
  func applyToMany(
    _ index: Int, _ relationship: RelationshipPlan, of record: Int, isParentNew: Bool,
    policy: Schema.MergePolicy?, isAnew: Bool = false
  ) throws {
    let link = batch.links[index]
    guard link.form != .fault else { return }
    try locating(link, relationship, of: record) {
      let list = try beginList(relationship, of: record, policy: policy)
      list.isParentNew = isParentNew
      list.isParentAnew = isAnew
      try applyItems(of: link, to: list, parent: record)
      try finish(list)
    }
  }

  /// Runs the body; an error without a place gets that of the relationship's value.
  func locating(
    _ link: RecordBatch.Link, _ relationship: RelationshipPlan, of record: Int, _ body: () throws -> Void
  ) throws {
    do {
      try body()
    } catch let error as ImportError where error.path == nil {
      let paths = relationship.places.map(\.path)
      let path = paths.indices.contains(Int(link.alternative)) ? paths[Int(link.alternative)] : nil
      throw origin.located(error, record: record, at: link.start, under: path)
    }
  }

  /// Begins to apply the value of a to-many relationship of a record.
  func beginList(
    _ relationship: RelationshipPlan, of record: Int, policy: Schema.MergePolicy?
  ) throws -> ItemList {
    let list = try beginList(relationship, parent: key(of: record), policy: policy)
    list.blame = origin.offset(of: record)
    // A list of a row that is an item's anew unlinks what was there, and deletes no more than it would otherwise.
    let isGivenByCaller = record == 0 && scope?.relationship === relationship
    if !isGivenByCaller { list.policyDeletes = relationship.deletesWhatLeaves }
    try spareEmbedder(of: record, list)
    return list
  }

  /// The link under which a record is embedded stands against what the record itself says of the other side.
  private func spareEmbedder(of record: Int, _ list: ItemList) throws {
    let parsed = batch.records.base[record]
    // Most lists are no other end of what embeds their record, which is quickly seen.
    guard parsed.link >= 0, batch.links.base[Int(parsed.link)].bit & list.relationship.inverseBit != 0 else {
      return
    }
    let parent = Int(parsed.parent)
    if batch.records.base[parent].isStale { return }
    let link = batch.links.base[Int(parsed.link)]
    let embedding = entity(of: parent).relationships[Int(link.relationship)]
    guard embedding.inverse === list.relationship else { return }
    let key = key(of: parent)
    if let inverse = list.inverse {
      if let row = try writers[inverse.table.index].findRow(key: key) { _ = list.rows.insert(row) }
    } else {
      _ = list.spared.insert(list.keep(key))
    }
  }

  /// Begins to apply the value of a to-many relationship of the record with the key.
  func beginList(
    _ relationship: RelationshipPlan, parent: [Cell], policy: Schema.MergePolicy?
  ) throws -> ItemList {
    lists[relationship.index] += 1
    listTotal += 1
    let list = ItemList(
      relationship: relationship, parent: parent, policy: policy, number: lists[relationship.index])
    switch relationship.storage {
    case .inverse(let inverse, let position):
      list.order = position.map { slot in
        ItemOrder(relationship: inverse, slot: slot, isMerge: list.policy == .merge) {
          self.epoch(relationship)
        } maximum: {
          try self.greatestPosition(relationship, inverse, slot: slot, parent: parent)
        }
      }
    case .link(let plan, let isSource):
      list.linkOrder = LinkOrder(isMerge: list.policy == .merge)
      list.table = (linkWriters[plan.index], try linkWriters[plan.index].side(isSource: isSource), isSource)
    case .columns: break
    }
    return list
  }

  /// Applies items: all of a value, or some of one that is streamed.
  func applyItems(of link: RecordBatch.Link, to list: ItemList, parent: Int) throws {
    list.count += Int(link.count)
    list.keyCount += Int(link.keyCount)
    list.isForeignKey = list.isForeignKey || link.isForeignKey
    try meetKeylessRows(link, list)
    if let inverse = list.inverse {
      try applyItems(link, list, inverse: inverse, parent: parent)
    } else if let (table, side, isSource) = list.table {
      try applyLinks(link, list, table: table, side: side, isSource: isSource)
    }
  }

  /// Unlinks what is linked and not among the items, as the policy says.
  func finish(_ list: ItemList) throws {
    guard list.policy != .merge, list.isKnownWhole else { return }
    if !openLists.isEmpty { overruleOpenLists(list) }
    if orphans.hasFormer, list.deletesWhatLeaves { try judgeFormer(list) }
    if let inverse = list.inverse {
      try references.keepPending(list.relationship, source: list.parent, targets: list.absent)
      // What was not here may have come with a later item.
      for key in list.absent.keys {
        if let row = try writers[inverse.table.index].findRow(key: key) { _ = list.rows.insert(row) }
      }
      if try !hasNoOthers(list, isTight: references.isTight(inverse)) {
        try unlinkOthers(list, inverse: inverse)
      }
    } else if let (table, side, isSource) = list.table {
      guard try !hasNoOthers(list, isTight: references.isTight(table)) else { return }
      try unlinkOthers(list, side: side, table: table, isSource: isSource)
    }
  }

  /// Whether every row linked now is among the items: nothing was linked before, and no list of the same
  /// relationship came in between, which might have named the same parent.
  private func hasNoOthers(_ list: ItemList, isTight: Bool) -> Bool {
    list.isParentNew && lists[list.relationship.index] == list.number && isTight
  }

  /// The items of a to-many relationship that is a column of the items' table.
  private func applyItems(
    _ link: RecordBatch.Link, _ list: ItemList, inverse: RelationshipPlan, parent: Int
  ) throws {
    let order = list.order
    var arrival = Arrival(isReplaceItem: list.policy == .replace, filled: inverse, order: order)
    arrival.isAnew = inverse.table.hasRowIdentifier && list.policy != .merge
    var index = Int(link.firstItem)
    while index >= 0 {
      let item = batch.items[index]
      index = Int(item.next)
      if item.record < 0 {
        try applyKey([item.key], list, inverse: inverse)
        continue
      }
      let child = Int(item.record)
      fill(inverse, of: child, with: parent)
      if batch.records[child].isLeftOut {
        try spare(child, list)
      } else if batch.records[child].isKeyOnly {
        try resolveKey(of: child, filled: inverse)
        try applyKey(key(of: child), list, inverse: inverse)
      } else if batch.records.base[child].isTombstone, try isStaleTombstone(child, filled: inverse) {
        try apply(child, arrival)
        try applyKey(key(of: child), list, inverse: inverse)
      } else {
        let row = try apply(child, arrival)
        if row.isPartial {
          if !batch.records[child].isTombstone { _ = list.absent.insert(list.keep(key(of: child))) }
          continue
        }
        order?.add(row.id)
        _ = list.rows.insert(row.id)
      }
    }
  }

  /// Keeps the link to an item that is left out.
  func spare(_ child: Int, _ list: ItemList) throws {
    let (isKnown, row) = try knownRow(of: child)
    if !isKnown { list.isKnownWhole = false }
    if list.inverse != nil {
      if let row { _ = list.rows.insert(row) }
    } else if isKnown {
      _ = list.spared.insert(list.keep(key(of: child)))
    }
  }

  /// Links the row that a key names, or remembers the key until the row arrives.
  func applyKey(_ key: [Cell], _ list: ItemList, inverse: RelationshipPlan) throws {
    let writer = writers[inverse.table.index]
    if let row = try writer.findRow(key: key) {
      try writer.noteNamed(row)
      if try hasRelationship(inverse, row: row) {
        try linkByKey(row, key, list, inverse: inverse)
        _ = list.rows.insert(row)
        return
      }
    }
    guard list.absent.insert(list.keep(key)) else { return }
    if !partials.isEmpty { try dropFromPartial(inverse, key: key) }
    let waiting = try references.pendingPosition(
      list.relationship, target: key, source: list.parent)
    let place = try list.order?.placeAbsentRow(key: KeyCoding.encode(key.map(\.stored)), stored: waiting)
    try references.addPending(list.relationship, target: key, source: list.parent, position: place)
  }

  /// Remembers the rows of the records that were left out, and of what is embedded in them, so that they are not deleted
  /// for being absent.
  func spareLeftOut() throws {
    guard (0..<batch.records.count).contains(where: { batch.records.base[$0].isLeftOut }) else { return }
    var isLeftOut: [Bool] = []
    for record in 0..<batch.records.count {
      // What is embedded comes after the record around it.
      let parsed = batch.records[record]
      isLeftOut.append(parsed.isLeftOut || (parsed.parent >= 0 && isLeftOut[Int(parsed.parent)]))
      guard isLeftOut[record] else { continue }
      if let filled = filledInLeftOut(record) { fill(filled, of: record, with: Int(parsed.parent)) }
      guard let row = try knownRow(of: record).row else { continue }
      let writer = writers[entity(of: record).table.index]
      if writer.spared == nil {
        writer.spared = RowSet(connection: connection, name: "spared_\(writer.plan.name)")
      }
      try writer.spared?.insert(row)
    }
  }

  /// The part of a record's key that the record around it gives.
  private func filledInLeftOut(_ record: Int) -> RelationshipPlan? {
    let parsed = batch.records[record]
    guard parsed.parent >= 0, parsed.link >= 0 else { return nil }
    let parent = entity(of: Int(parsed.parent))
    let inverse = parent.relationships[Int(batch.links[Int(parsed.link)].relationship)].inverse
    guard let inverse, inverse.isToOne, inverse.slots.contains(where: inverse.table.keySlots.contains),
      inverse.table === entity(of: record).table
    else { return nil }
    return inverse
  }

  /// The row of a record that is left out, where its key can be read.
  func knownRow(of record: Int) throws -> (isKnown: Bool, row: Int64?) {
    if entity(of: record).table.hasRowIdentifier { return (false, nil) }
    try resolveKey(of: record, filled: nil)
    let key = key(of: record)
    guard !key.isEmpty, key.allSatisfy(\.hasValue) else { return (false, nil) }
    return (true, try writers[entity(of: record).table.index].findRow(key: key))
  }

  /// The greatest position among the items of a parent, and among those that are not here yet.
  private func greatestPosition(
    _ relationship: RelationshipPlan, _ inverse: RelationshipPlan, slot: Int, parent: [Cell]
  ) throws -> Int64? {
    try lateIndexes.require(inverse)
    let column = DDL.quoted(inverse.table.layout.columns[slot].name)
    let here = try connection.integer(
      "SELECT max(\(column)) FROM \(DDL.quoted(inverse.table.name)) WHERE \(equality(inverse.columnNames))",
      parent.map(\.stored))
    let waiting = try references.greatestPendingPosition(relationship, source: parent)
    return [here, waiting].compactMap { $0 }.max()
  }

  /// Differs from what it was when links were cleared, or when another list of the relationship was applied.
  func epoch(_ relationship: RelationshipPlan) -> Int { links.removed &* 31 &+ lists[relationship.index] }

  /// Links a row that the JSON names by key.
  private func linkByKey(
    _ row: Int64, _ key: [Cell], _ list: ItemList, inverse: RelationshipPlan
  ) throws {
    let table = inverse.table
    let (parent, order) = (list.parent, list.order)
    let columns = inverse.columnNames + (order.map { [table.layout.columns[$0.slot].name] } ?? [])
    let statement = try statement(
      "SELECT \(DDL.list(columns)) FROM \(DDL.quoted(table.name)) WHERE \(table.rowIDName) = ?1")
    statement.bind(row, at: 1)
    guard try statement.step() else { return }
    let isLinkedHere = parent.enumerated().allSatisfy { statement.column($0, equals: $1) }
    let isLinked = !statement.isUnlinked(at: 0)
    let former = inverse.mayDelete ? parent.indices.map { statement.value(at: $0) } : []
    var position: Int64?
    var isPlaced = true
    if let order {
      let column = columns.count - 1
      let stored = statement.isNull(at: column) || !isLinkedHere ? nil : statement.integer(at: column)
      let given = order.positionGiven { KeyCoding.encode(key.map(\.stored)) }
      position = try given ?? order.position(of: row, stored: stored)
      isPlaced = position == stored
    }
    statement.reset()
    order?.add(row)
    try orphans.forgetUnlinked(row, via: inverse)
    if isLinkedHere, isPlaced { return }
    if !isLinkedHere, inverse.slots.contains(where: table.keySlots.contains) {
      throw ImportError(
        .refused, "cannot move a \(table.name) to another parent: '\(inverse.name)' is part of its key",
        entity: table.name)
    }
    let changed = position == nil ? Array(columns.prefix(parent.count)) : columns
    let assignments = changed.enumerated().map { "\(DDL.quoted($1)) = ?\($0 + 2)" }.joined(separator: ", ")
    let update = try self.statement(
      "UPDATE \(DDL.quoted(table.name)) SET \(assignments) WHERE \(table.rowIDName) = ?1")
    update.bind(row, at: 1)
    for (index, cell) in parent.enumerated() { update.bind(cell, at: index + 2) }
    if let position { update.bind(position, at: parent.count + 2) }
    try writingLinks(
      inverse.slots, of: row, in: writers[table.index], blame: list.blame, entity: inverse.target
    ) {
      _ = try update.step()
    }
    batch.repeated?.noteWrite(to: row, table: table.index)
    guard !isLinkedHere else {
      hasMovedItems = true
      return
    }
    // A link that waited for the row and is ended by the same document was never made.
    let wasWaiting = try isLinked && writers[table.index].wasCompleted(row, inverse)
    if isLinked, !wasWaiting {
      links.removed += 1
      if inverse.mayDelete { try noteFormer(inverse, holder: row, key: former) }
    }
    if !wasWaiting { links.added += 1 }
  }

  /// Unlinks the rows of the parent that are not among the items.
  private func unlinkOthers(_ value: ItemList, inverse: RelationshipPlan) throws {
    try lateIndexes.require(inverse)
    let table = inverse.table
    let parent = value.parent
    let list = try statement(
      "SELECT \(table.rowIDName) FROM \(DDL.quoted(table.name)) WHERE \(equality(inverse.columnNames))")
    for (index, cell) in parent.enumerated() { list.bind(cell, at: index + 1) }
    var others: [Int64] = []
    while try list.step() {
      let row = list.integer(at: 0)
      if !value.rows.contains(row) { others.append(row) }
    }
    for row in others {
      if inverse.isRequired {
        try orphans.addUnlinked(row, via: inverse, blame: value.blame)
      } else {
        try unlink(row, inverse: inverse)
      }
      if value.deletesWhatLeaves {
        try orphans.add(row, of: table, blame: value.blame)
      } else if value.sparesWhatLeaves {
        try noteFormer(row, value)
      }
    }
  }

  /// Notes an item that a list of keys has unlinked: one of records for the same parent makes it leave all the same.
  func noteFormer(_ row: Int64, _ list: ItemList) throws {
    guard let holder = try writers[list.relationship.table.index].findRow(key: list.parent) else { return }
    try orphans.addFormer(row, via: list.relationship, holder: holder)
  }

  private func judgeFormer(_ list: ItemList) throws {
    guard let holder = try writers[list.relationship.table.index].findRow(key: list.parent) else { return }
    try orphans.judgeFormer(
      via: list.relationship, holder: holder, table: list.relationship.target.table, blame: list.blame)
  }

  private func unlink(_ row: Int64, inverse: RelationshipPlan) throws {
    var columns = inverse.columnNames
    if let position = inverse.positionSlot { columns.append(inverse.table.layout.columns[position].name) }
    let assignments = columns.map { "\(DDL.quoted($0)) = NULL" }.joined(separator: ", ")
    let update = try statement(
      "UPDATE \(DDL.quoted(inverse.table.name)) SET \(assignments) WHERE \(inverse.table.rowIDName) = ?1")
    update.bind(row, at: 1)
    _ = try update.step()
    links.removed += 1
  }
}
