import RowsmithSchema

extension RecordApplier {
  /// Writes what the JSON says of to-one relationships into the record's columns.
  func resolveToOnes(
    of record: Int, entity: EntityMapping, cells: UnsafeMutablePointer<Cell>, _ arrival: Arrival
  ) throws {
    var index = Int(batch.records.base[record].firstLink)
    while index >= 0 {
      let link = batch.links.base[index]
      index = Int(link.next)
      if link.isDead { continue }
      try entity.relationshipList[Int(link.relationship)]._withUnsafeGuaranteedRef { relationship in
        // The parent that a record is embedded in wins over what the record says of it.
        guard relationship.isToOne, !arrival.overrules(relationship) else { return }
        try resolve(link, relationship, of: record, cells: cells, arrival)
      }
    }
  }

  private func resolve(
    _ link: RecordBatch.Link, _ relationship: RelationshipMapping, of record: Int,
    cells: UnsafeMutablePointer<Cell>,
    _ arrival: Arrival = Arrival()
  ) throws {
    let slots = relationship.slots
    guard link.form == .one, link.firstItem >= 0 else {
      for slot in slots { cells[slot] = link.form == .null ? .null : .missing }
      return
    }
    let item = batch.items[Int(link.firstItem)]
    // A deleted record links nothing: what its key consists of is not named by it.
    let names = !batch.records[record].isTombstone
    guard item.record >= 0 else {
      cells[slots[0]] = item.key
      if names, writers[relationship.target.table.index].named != nil {
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
    if relationship.targetReference._withUnsafeGuaranteedRef({ $0.hasRowIdentifier }) {
      try meetKeylessRow(relationship, of: record, child: child, arrival)
    }
    if let inverse = relationship.inverseReference {
      try inverse._withUnsafeGuaranteedRef { inverse in
        if inverse.isToOne { fill(inverse, of: child, with: record) }
        try resolveKey(of: child, filled: inverse)
      }
    } else {
      try resolveKey(of: child, filled: nil)
    }
    let childCells = self.cells(of: child)
    let keySlots = entityReference(of: child)._withUnsafeGuaranteedRef { $0.keySlots }
    for index in 0..<min(slots.count, keySlots.count) { cells[slots[index]] = childCells[keySlots[index]] }
    // What is embedded in a key is not looked at.
    if names, batch.records[child].isKeyOnly || batch.records[record].isKeyOnly {
      try noteNamed(key(of: child), of: relationship.target.table)
    }
  }

  /// Notes that the document names the row with a key, where somebody asks.
  func noteNamed(_ key: [Cell], of table: TableMapping) throws {
    let writer = writers[table.index]
    guard writer.named != nil else { return }
    if table.isKeyedByRowID, key.count == 1, key[0].kind == .integer {
      return try writer.noteNamed(key[0].integer)
    }
    if let row = try writer.findRow(key: key) { try writer.noteNamed(row) }
  }

  /// Writes what identifies a record into its columns: to-one relationships that are part of its key, and the row
  /// identifier where it has no key of its own.
  func resolveKey(of record: Int, filled: RelationshipMapping?) throws {
    let isKnown = entityReference(of: record)._withUnsafeGuaranteedRef { entity in
      let cells = cells(of: record)
      return entity.keySlots.allSatisfy { cells[$0].hasValue }
    }
    if !isKnown { try findKey(of: record, filled: filled) }
  }

  private func findKey(of record: Int, filled: RelationshipMapping?) throws {
    let entity = entity(of: record)
    let cells = cells(of: record)
    if entity.hasRowIdentifier, cells[entity.keySlots[0]].kind == .missing {
      cells[entity.keySlots[0]] = Cell(try writers[entity.table.index].makeIdentifier())
    }
    guard entity.keySlots.contains(where: { !cells[$0].hasValue }) else { return }
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

  /// Whether a row is of an entity that has the relationship.
  func hasRelationship(_ relationship: RelationshipMapping, row: Int64) throws -> Bool {
    guard let entity = mapping.entity(relationship.entityName) else { return false }
    return try isRow(row, of: entity)
  }

  /// Whether a row of the family is of the entity, or of one that extends it.
  func isRow(_ row: Int64, of entity: EntityMapping) throws -> Bool {
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
  func key(ofRow row: Int64, in table: TableMapping) throws -> [StoredValue]? {
    let statement = try self.statement(
      "SELECT \(DDL.list(table.layout.key)) FROM \(DDL.quoted(table.name)) WHERE \(table.rowIDName) = ?1")
    statement.bind(row, at: 1)
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    return table.layout.key.indices.map { statement.value(at: $0) }
  }

  /// What a to-one relationship of a row holds; nil where it is empty.
  func current(_ relationship: RelationshipMapping, of row: Int64) throws -> [StoredValue]? {
    let statement = try self.statement(relationship.selectKeyOfRow)
    statement.bind(row, at: 1)
    defer { statement.reset() }
    guard try statement.step(), !statement.isUnlinked(at: 0) else { return nil }
    return relationship.columnNames.indices.map { statement.value(at: $0) }
  }

  /// Empties a to-one relationship of every row that holds the key, but for some. Where it is required, that is looked at
  /// when the document has ended.
  func clear(
    _ relationship: RelationshipMapping, where key: [StoredValue], except rows: [Int64], blame: Int64
  ) throws {
    try lateIndexes.require(relationship)
    var condition = relationship.holds()
    var values = key
    for row in rows {
      values.append(.integer(row))
      condition += " AND \(relationship.table.rowIDName) <> ?\(values.count)"
    }
    if relationship.isRequired {
      let list = try statement(
        "SELECT \(relationship.table.rowIDName) FROM \(DDL.quoted(relationship.table.name)) WHERE \(condition)"
      )
      list.bind(values)
      var rows: [Int64] = []
      while try list.step() { rows.append(list.integer(at: 0)) }
      for row in rows { try orphans.addUnlinked(row, via: relationship, blame: blame) }
      return
    }
    links.removed += try run(relationship.unlink(where: condition), values)
  }
}
