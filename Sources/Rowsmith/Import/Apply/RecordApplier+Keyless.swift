import RowsmithSchema

// A record without a key belongs to the record it is embedded in and is identified by its place there: the items of a list
// are matched with the linked rows in order.
extension RecordApplier {
  /// Matches items without a key with the rows linked now, in order; the remaining items are new.
  func meetKeylessRows(_ link: RecordBatch.Link, _ list: ItemList) throws {
    let relationship = list.relationship
    let table = relationship.target.table
    guard table.hasRowIdentifier, list.policy != .merge else { return }
    if list.met == nil { list.met = try list.links.linkedIdentifiers(list) }
    var index = Int(link.firstItem)
    while index >= 0, list.metCount < list.met?.count ?? 0 {
      let item = batch.items[index]
      index = Int(item.next)
      guard item.record >= 0, !batch.records.base[Int(item.record)].isLeftOut, let met = list.met else {
        continue
      }
      cells(of: Int(item.record))[table.keySlots[0]] = Cell(met[list.metCount])
      // If it was an orphan, it has a place again.
      if !orphans.isEmpty { try orphans.forget(met[list.metCount], of: table) }
      list.metCount += 1
    }
  }

  /// Matches a record without a key with the row that a to-one relationship holds now. If the record does not replace that
  /// row, the row becomes an orphan.
  func meetKeylessRow(_ relationship: RelationshipMapping, of record: Int, child: Int, _ arrival: Arrival)
    throws
  {
    let table = relationship.target.table
    guard table.hasRowIdentifier, cells(of: child)[table.keySlots[0]].kind == .missing else { return }
    try resolveKey(of: record, filled: arrival.filled)
    let own = key(of: record)
    guard own.allSatisfy(\.hasValue), let (row, identifier) = try keylessRow(relationship, of: own) else {
      return
    }
    if arrival.isAnew || policy(of: relationship, in: record) != .merge {
      cells(of: child)[table.keySlots[0]] = Cell(identifier)
      if !orphans.isEmpty { try orphans.forget(row, of: table) }
    } else {
      try orphans.add(row, of: table, blame: origin.offset(of: record))
    }
  }

  /// The row that a to-one relationship holds, or that waits for its holder to be inserted.
  private func keylessRow(
    _ relationship: RelationshipMapping, of own: [Cell]
  ) throws -> (row: Int64, identifier: Int64)? {
    let table = relationship.target.table
    if !partials.isEmpty,
      let earlier = try partials.find(table: relationship.table, key: own.map(\.stored)),
      case .integer(let identifier)? = earlier.cells[relationship.slots[0]],
      let row = try writers[table.index].findRow(key: [StoredValue.integer(identifier)])
    {
      return (row, identifier)
    }
    // A row that is not yet an entity with the relationship holds nothing; links may wait for it as for a missing row.
    if let holder = try writers[relationship.table.index].findRow(key: own),
      try rowLinks.hasRelationship(relationship, row: holder)
    {
      // A required column keeps its value after the document has removed the link.
      guard try !orphans.isUnlinked(holder, via: relationship),
        case .integer(let identifier)? = try rowLinks.current(relationship, of: holder)?.first,
        let row = try writers[table.index].findRow(key: [StoredValue.integer(identifier)])
      else { return nil }
      return (row, identifier)
    }
    guard let inverse = relationship.inverse else { return nil }
    guard inverse.isToOne else {
      guard case .integer(let identifier)? = try references.pendingSource(inverse, target: own),
        let row = try writers[table.index].findRow(key: [StoredValue.integer(identifier)])
      else { return nil }
      return (row, identifier)
    }
    try lateIndexes.require(inverse)
    let find = try connection.prepareForReuse(
      "SELECT \(table.rowIDName), \(DDL.list(table.layout.key)) FROM \(DDL.quoted(table.name)) "
        + "WHERE \(equality(inverse.columnNames)) LIMIT 1")
    for (index, cell) in own.enumerated() { find.bind(cell, at: index + 1) }
    defer { find.reset() }
    return try find.step() ? (find.integer(at: 0), find.integer(at: 1)) : nil
  }

  /// If a list and a list around it are the same list of the same record, unlinks the items of the outer one that are not
  /// written yet: the inner list counts later.
  func overruleOpenLists(_ list: ItemList) {
    guard list.relationship.target.table.hasRowIdentifier else { return }
    for open in openLists where open !== list && open.relationship === list.relationship {
      if open.isOf(list.parent) { open.isOverruled = true }
    }
  }

  /// The policy for a list of a row that an item without a key replaces: nothing stays linked from before.
  func anewPolicy(_ relationship: RelationshipMapping) -> Schema.MergePolicy? {
    relationship.schema.mergePolicy == .merge ? .mergeAndPrune : nil
  }

  /// Empties the lists that an item without a key does not give.
  ///
  /// - Parameter entity: the entity it was read as; the row's entity may have more lists.
  func emptyOtherLists(of record: Int, entity: EntityMapping, row: Int64) throws {
    let cells = cells(of: record)
    for relationship in (try rowLinks.storedEntity(row, of: entity) ?? entity).relationships
    where !relationship.isToOne {
      let isRead = relationship.ordinal < entity.relationships.count
      if isRead, cells[entity.table.columnCount + relationship.ordinal].kind == .link { continue }
      let list = try beginList(relationship, of: record, policy: anewPolicy(relationship))
      list.policyDeletes = false
      list.isParentAnew = true
      try finish(list)
    }
  }
}
