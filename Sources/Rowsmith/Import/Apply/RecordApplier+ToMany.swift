import RowsmithSchema

extension RecordApplier {
  /// How the value of one to-many relationship is applied.
  struct ToMany {
    var relationship: RelationshipPlan
    var policy: Schema.MergePolicy
    /// Whether rows that leave are to be deleted.
    var deletesWhatLeaves: Bool
    /// Whether rows that cannot be unlinked may stay until the import ends.
    var defersWhatLeaves: Bool
    /// Whether the parent was inserted just before its list.
    var isParentNew: Bool
    /// Whether links of the relationship come from such lists alone.
    var isTight: () -> Bool = { false }
    /// Which list of its relationship it is in this import.
    var listNumber = 0
  }

  /// Whether every row linked now is among the items: nothing was linked before, and no list of the same
  /// relationship came in between, which might have named the same parent.
  func hasNoOthers(_ value: ToMany) -> Bool {
    value.isParentNew && lists[value.relationship.index] == value.listNumber && value.isTight()
  }

  /// Applies the value of a to-many relationship: its items, their links, and what leaves.
  ///
  /// `policy` overrides the relationship's own.
  func applyToMany(
    _ index: Int, _ relationship: RelationshipPlan, of record: Int, isParentNew: Bool,
    policy: Schema.MergePolicy?
  ) throws {
    let link = parser.links[index]
    guard link.form != .fault else { return }
    let keysOnly = link.isForeignKey || (link.count > 0 && link.count == link.keyCount)
    let deletes = policy == nil ? relationship.deletesWhatLeaves : policy != .merge
    var value = ToMany(
      relationship: relationship, policy: policy ?? relationship.schema.mergePolicy,
      deletesWhatLeaves: deletes && !keysOnly, defersWhatLeaves: deletes,
      isParentNew: isParentNew)
    lists[relationship.index] += 1
    listTotal += 1
    value.listNumber = lists[relationship.index]
    switch relationship.storage {
    case .inverse(let inverse, let position):
      value.isTight = { self.references.isTight(inverse) }
      try applyItems(link, value, inverse: inverse, position: position, of: record)
    case .link(let plan, let isSource):
      value.isTight = { self.references.isTight(plan) }
      try applyLinks(link, value, table: linkWriters[plan.index], isSource: isSource, of: record)
    case .columns: break
    }
  }

  /// The items of a to-many relationship that is a column of the items' table.
  private func applyItems(
    _ link: PendingLink, _ value: ToMany, inverse: RelationshipPlan, position: Int?, of record: Int
  ) throws {
    let parent = key(of: record)
    let order = position.map { slot in
      ItemOrder(
        relationship: inverse, slot: slot, isMerge: value.policy == .merge,
        epoch: { self.epoch(value.relationship) }
      ) {
        try self.greatestPosition(value.relationship, inverse, slot: slot, parent: parent)
      }
    }
    var rows = RowList()
    var keysNotHere: [Cell] = []
    var isKnownWhole = true
    var index = Int(link.firstItem)
    while index >= 0 {
      let item = parser.items[index]
      index = Int(item.next)
      if item.record < 0 {
        if let row = try writers[inverse.table.index].findRow(key: [item.key]),
          try hasRelationship(inverse, row: row)
        {
          try linkByKey(row, inverse: inverse, parent: parent, order: order)
          _ = rows.insert(row)
        } else if !keysNotHere.contains(where: { $0.equals(item.key) }) {
          let waiting = try references.pendingPosition(value.relationship, target: item.key, source: parent)
          let place = try order?.placeAbsentRow(key: item.key, stored: waiting)
          try references.addPending(value.relationship, target: item.key, source: parent, position: place)
          keysNotHere.append(item.key)
        }
        continue
      }
      let child = Int(item.record)
      if parser.records[child].isLeftOut {
        fill(inverse, of: child, with: record)
        let (isKnown, row) = try knownRow(of: child)
        if let row { _ = rows.insert(row) }
        if !isKnown { isKnownWhole = false }
        continue
      }
      fill(inverse, of: child, with: record)
      let row = try apply(
        child, Arrival(isReplaceItem: value.policy == .replace, filled: inverse, order: order))
      order?.add(row)
      _ = rows.insert(row)
    }
    guard value.policy != .merge, isKnownWhole else { return }
    try references.keepPending(value.relationship, source: parent, targets: keysNotHere)
    if !hasNoOthers(value) { try unlinkOthers(value, inverse: inverse, parent: parent, items: rows) }
  }

  /// Remembers the rows of the records that were left out, so that they are not deleted for being absent.
  func spareLeftOut() throws {
    for record in 0..<parser.records.count where parser.records[record].isLeftOut {
      guard let row = try knownRow(of: record).row else { continue }
      let writer = writers[entity(of: record).table.index]
      if writer.spared == nil {
        writer.spared = RowSet(connection: connection, name: "spared_\(writer.plan.name)")
      }
      try writer.spared?.insert(row)
    }
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
    _ row: Int64, inverse: RelationshipPlan, parent: [Cell], order: ItemOrder?
  ) throws {
    let table = inverse.table
    let columns = inverse.columnNames + (order.map { [table.layout.columns[$0.slot].name] } ?? [])
    let statement = try statement(
      "SELECT \(DDL.list(columns)) FROM \(DDL.quoted(table.name)) WHERE \(table.rowIDName) = ?1")
    statement.bind(row, at: 1)
    guard try statement.step() else { return }
    let isLinkedHere = parent.enumerated().allSatisfy { statement.column($0, equals: $1) }
    let isLinked = !statement.isNull(at: 0)
    var position: Int64?
    var isPlaced = true
    if let order {
      let column = columns.count - 1
      let stored = statement.isNull(at: column) || !isLinkedHere ? nil : statement.integer(at: column)
      position = try order.position(of: row, stored: stored)
      isPlaced = position == stored
    }
    statement.reset()
    order?.add(row)
    try departures.forgetLeaving(row, via: inverse)
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
    _ = try update.step()
    guard !isLinkedHere else {
      hasMovedItems = true
      return
    }
    if isLinked { links.removed += 1 }
    links.added += 1
  }

  /// Unlinks the rows of the parent that are not among the items.
  private func unlinkOthers(
    _ value: ToMany, inverse: RelationshipPlan, parent: [Cell], items: RowList
  ) throws {
    let table = inverse.table
    let list = try statement(
      "SELECT \(table.rowIDName) FROM \(DDL.quoted(table.name)) WHERE \(equality(inverse.columnNames))")
    for (index, cell) in parent.enumerated() { list.bind(cell, at: index + 1) }
    var others: [Int64] = []
    while try list.step() {
      let row = list.integer(at: 0)
      if !items.contains(row) { others.append(row) }
    }
    guard !others.isEmpty else { return }
    for row in others {
      if inverse.isRequired {
        try noteLeaving(row, value, inverse: inverse, parent: parent)
      } else {
        try unlink(row, inverse: inverse)
      }
      if value.deletesWhatLeaves { try departures.add(row, of: table) }
    }
  }

  private func noteLeaving(
    _ row: Int64, _ value: ToMany, inverse: RelationshipPlan, parent: [Cell]
  ) throws {
    let parentTable = inverse.target.table
    guard value.defersWhatLeaves, let parentRow = try writers[parentTable.index].findRow(key: parent) else {
      throw ImportError(
        .refused,
        "cannot unlink a \(inverse.table.name) from its \(parentTable.name): '\(inverse.qualifiedName)' is required; "
          + "use `Prune: Delete` or `MergePolicy: Merge` for '\(value.relationship.qualifiedName)'",
        entity: inverse.table.name)
    }
    try departures.addLeaving(row, via: inverse, from: parentRow)
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
