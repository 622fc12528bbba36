import RowsmithSchema

// A record without a key belongs to the record it is embedded in, and is known by its place there: the items of a list
// meet the rows that are linked, one by one in their order.
extension RecordApplier {
  /// Gives the items of a list whose entity has no key the rows that are linked now; what is over is new.
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
      // If it had left its place, it has another now.
      if !orphans.isEmpty { try orphans.forget(met[list.metCount], of: table) }
      list.metCount += 1
    }
  }

  /// Gives a record without a key the row that a to-one relationship holds now. Where it does not take that row's place,
  /// the row leaves.
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

  /// The row that a to-one relationship holds, or that waits to be held by a record which is not here yet.
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
    // A row that is yet to become an entity with the relationship holds nothing: it may be waited for like one to come.
    if let holder = try writers[relationship.table.index].findRow(key: own),
      try rowLinks.hasRelationship(relationship, row: holder)
    {
      // A required column still holds what the document has unlinked.
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

  /// Notes that the items which are yet to be written of lists around a list are linked no longer, where both are of the
  /// same record: the inner one counts later.
  func overruleOpenLists(_ list: ItemList) {
    guard list.relationship.target.table.hasRowIdentifier else { return }
    for open in openLists where open !== list && open.relationship === list.relationship {
      if open.isOf(list.parent) { open.isOverruled = true }
    }
  }

  /// Under which policy a list of a row is applied that belongs to an item anew: nothing of before stays linked.
  func anewPolicy(_ relationship: RelationshipMapping) -> Schema.MergePolicy? {
    relationship.schema.mergePolicy == .merge ? .mergeAndPrune : nil
  }

  /// Empties the lists that an item without a key does not give.
  ///
  /// - Parameter entity: the entity that it was read as: its row may be of one with more lists.
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
