import RowsmithSchema

extension RecordApplier {
  /// Writes what the JSON says of to-one relationships into the record's columns.
  func resolveToOnes(
    of record: Int, entity: EntityPlan, cells: UnsafeMutablePointer<Cell>, _ arrival: Arrival
  ) throws {
    var index = Int(batch.records.base[record].firstLink)
    while index >= 0 {
      let link = batch.links.base[index]
      index = Int(link.next)
      if link.isDead { continue }
      let relationship = entity.relationships[Int(link.relationship)]
      // The parent that a record is embedded in wins over what the record says of it.
      guard relationship.isToOne, relationship !== arrival.filled else { continue }
      try resolve(link, relationship, of: record, cells: cells, arrival)
    }
  }

  private func resolve(
    _ link: RecordBatch.Link, _ relationship: RelationshipPlan, of record: Int,
    cells: UnsafeMutablePointer<Cell>,
    _ arrival: Arrival = Arrival()
  ) throws {
    let slots = relationship.slots
    guard link.form == .one, link.firstItem >= 0 else {
      for slot in slots { cells[slot] = link.form == .null ? .null : .missing }
      return
    }
    let item = batch.items[Int(link.firstItem)]
    guard item.record >= 0 else {
      cells[slots[0]] = item.key
      if writers[relationship.target.table.index].named != nil {
        try noteNamed([item.key], of: relationship.target.table)
      }
      return
    }
    let child = Int(item.record)
    guard !batch.records[child].isLeftOut else {
      for slot in slots { cells[slot] = .missing }
      return
    }
    if batch.records[child].isTombstone, try !isStaleTombstone(child, filled: relationship.inverse) {
      for slot in slots { cells[slot] = .null }
      return
    }
    try meetKeylessRow(relationship, of: record, child: child, arrival)
    if let inverse = relationship.inverse, inverse.isToOne { fill(inverse, of: child, with: record) }
    try resolveKey(of: child, filled: relationship.inverse)
    let childCells = self.cells(of: child)
    for (slot, keySlot) in zip(slots, entity(of: child).table.keySlots) { cells[slot] = childCells[keySlot] }
    // What is embedded in a key is not looked at.
    if batch.records[child].isKeyOnly || batch.records[record].isKeyOnly {
      try noteNamed(key(of: child), of: relationship.target.table)
    }
  }

  /// Notes that the document names the row with a key, where somebody asks.
  func noteNamed(_ key: [Cell], of table: TablePlan) throws {
    let writer = writers[table.index]
    guard writer.named != nil else { return }
    if table.isKeyedByRowID, key.count == 1, key[0].kind == .integer {
      return try writer.noteNamed(key[0].integer)
    }
    if let row = try writer.findRow(key: key) { try writer.noteNamed(row) }
  }

  /// Writes what identifies a record into its columns: to-one relationships that are part of its key, and the row
  /// identifier where it has no key of its own.
  func resolveKey(of record: Int, filled: RelationshipPlan?) throws {
    let entity = entity(of: record)
    let cells = cells(of: record)
    if entity.table.hasRowIdentifier, cells[entity.table.keySlots[0]].kind == .missing {
      cells[entity.table.keySlots[0]] = Cell(try writers[entity.table.index].makeIdentifier())
    }
    guard entity.table.keySlots.contains(where: { !cells[$0].hasValue }) else { return }
    var index = Int(batch.records.base[record].firstLink)
    while index >= 0 {
      let link = batch.links.base[index]
      index = Int(link.next)
      let relationship = entity.relationships[Int(link.relationship)]
      guard !link.isDead, relationship.isToOne, relationship !== filled,
        relationship.slots.contains(where: entity.table.keySlots.contains)
      else { continue }
      try resolve(link, relationship, of: record, cells: cells)
    }
  }

  /// Keeps both ends of a one-to-one link in step when a record names another target.
  func claimOneToOne(
    _ relationship: RelationshipPlan, of record: Int, cells: UnsafeMutablePointer<Cell>, row: Int64
  ) throws {
    let blame = origin.offset(of: record)
    guard let inverse = relationship.inverse else { return }
    let own = relationship.table.keySlots.map { cells[$0].stored }
    let new = relationship.slots.map { cells[$0].stored }
    try clear(relationship, where: new, except: [row], blame: blame)
    let target = writers[relationship.target.table.index]
    let targetRow = try target.findRow(key: new)
    // Where a record gives both ends and names itself, the other end has its own turn.
    let isLater = inverse.table === relationship.table && inverse.index > relationship.index
    let hasTurn = isLater && cells[inverse.slots[0]].hasValue
    try clear(inverse, where: own, except: [targetRow, hasTurn ? row : nil].compactMap { $0 }, blame: blame)
    try orphans.forgetUnlinked(row, via: relationship)
    // A row of the family that does not have the other end is no target.
    guard let targetRow, try hasRelationship(inverse, row: targetRow) else { return }
    let current = try self.current(inverse, of: targetRow)
    guard current != own else { return }
    if let current {
      links.removed += 1
      if inverse.mayDelete { try noteFormer(inverse, holder: targetRow, key: current) }
    }
    let assignments = inverse.columnNames.enumerated().map { "\(DDL.quoted($1)) = ?\($0 + 1)" }
    try writingLinks(
      inverse.slots, of: targetRow, in: writers[inverse.table.index], blame: blame,
      entity: relationship.target
    ) {
      _ = try run(
        "UPDATE \(DDL.quoted(inverse.table.name)) SET \(assignments.joined(separator: ", ")) "
          + "WHERE \(inverse.table.rowIDName) = ?\(own.count + 1)", own + [.integer(targetRow)])
    }
    batch.repeated?.noteWrite(to: targetRow, table: inverse.table.index)
    try orphans.forgetUnlinked(targetRow, via: inverse)
    links.added += 1
  }

  /// Clears what a record that arrives without a one-to-one link was linked to from the other end.
  func disclaimOneToOne(
    _ relationship: RelationshipPlan, of record: Int, cells: UnsafeMutablePointer<Cell>
  ) throws {
    guard let inverse = relationship.inverse else { return }
    try clear(
      inverse, where: relationship.table.keySlots.map { cells[$0].stored }, except: [],
      blame: origin.offset(of: record))
  }

  /// Clears the other end of a one-to-one link that a record gives up.
  func releaseOneToOne(
    _ relationship: RelationshipPlan, of record: Int, row: Int64, old: [StoredValue]
  ) throws {
    guard let inverse = relationship.inverse, let key = try key(ofRow: row, in: relationship.table) else {
      return
    }
    let target = writers[relationship.target.table.index]
    guard let targetRow = try target.findRow(key: old), try current(inverse, of: targetRow) == key else {
      return
    }
    try clear(inverse, where: key, except: [], blame: origin.offset(of: record))
  }

  /// Whether a row is of an entity that has the relationship.
  func hasRelationship(_ relationship: RelationshipPlan, row: Int64) throws -> Bool {
    guard let entity = plan.entity(relationship.entityName) else { return false }
    return try isRow(row, of: entity)
  }

  /// Whether a row of the family is of the entity, or of one that extends it.
  func isRow(_ row: Int64, of entity: EntityPlan) throws -> Bool {
    let table = entity.table
    guard table.entityNameSlot != nil else { return true }
    let read = try statement(
      "SELECT entityName FROM \(DDL.quoted(table.name)) WHERE \(table.rowIDName) = ?1")
    read.bind(row, at: 1)
    defer { read.reset() }
    guard try read.step(), let name = read.text(at: 0) else { return false }
    return entity.family[name] != nil
  }

  /// The key of a row.
  func key(ofRow row: Int64, in table: TablePlan) throws -> [StoredValue]? {
    let statement = try self.statement(
      "SELECT \(DDL.list(table.layout.key)) FROM \(DDL.quoted(table.name)) WHERE \(table.rowIDName) = ?1")
    statement.bind(row, at: 1)
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    return table.layout.key.indices.map { statement.value(at: $0) }
  }

  /// What a to-one relationship of a row holds; nil where it is empty.
  func current(_ relationship: RelationshipPlan, of row: Int64) throws -> [StoredValue]? {
    let table = relationship.table
    let statement = try self.statement(
      "SELECT \(DDL.list(relationship.columnNames)) FROM \(DDL.quoted(table.name)) WHERE \(table.rowIDName) = ?1"
    )
    statement.bind(row, at: 1)
    defer { statement.reset() }
    guard try statement.step(), !statement.isUnlinked(at: 0) else { return nil }
    return relationship.columnNames.indices.map { statement.value(at: $0) }
  }

  /// Empties a to-one relationship of every row that holds the key, but for some. Where it is required, that is looked at
  /// when the document has ended.
  func clear(
    _ relationship: RelationshipPlan, where key: [StoredValue], except rows: [Int64], blame: Int64
  ) throws {
    try lateIndexes.require(relationship)
    let table = DDL.quoted(relationship.table.name)
    var condition = equality(relationship.columnNames)
    var values = key
    for row in rows {
      values.append(.integer(row))
      condition += " AND \(relationship.table.rowIDName) <> ?\(values.count)"
    }
    if relationship.isRequired {
      let list = try statement("SELECT \(relationship.table.rowIDName) FROM \(table) WHERE \(condition)")
      list.bind(values)
      var rows: [Int64] = []
      while try list.step() { rows.append(list.integer(at: 0)) }
      for row in rows { try orphans.addUnlinked(row, via: relationship, blame: blame) }
      return
    }
    let place = relationship.positionSlot.map { [relationship.table.layout.columns[$0].name] } ?? []
    let assignments = (relationship.columnNames + place).map { "\(DDL.quoted($0)) = NULL" }
      .joined(separator: ", ")
    links.removed += try run("UPDATE \(table) SET \(assignments) WHERE \(condition)", values)
  }
}
