// Bad records that are left out: their existing rows and links stay as they are.
extension RecordApplier {
  /// Keeps the link to an item that is left out.
  func keep(_ child: Int, _ list: ItemList) throws {
    let (isKnown, row) = try knownRow(of: child, filled: list.inverse)
    if !isKnown { list.isKnownWhole = false }
    guard isKnown else { return }
    list.links.keep(key(of: child), row: row, in: list)
    try list.links.placeLeftOut(key(of: child), row: row, in: list)
  }

  /// Notes the rows of records that were left out, and of the records embedded in them, so that they are not deleted for
  /// being absent.
  ///
  /// - Returns: the entities, by index, of those whose rows are not known.
  func noteLeftOut() throws -> Set<Int> {
    var unknown: Set<Int> = []
    guard (0..<batch.records.count).contains(where: { batch.records.base[$0].isLeftOut }) else {
      return unknown
    }
    var isLeftOut: [Bool] = []
    for record in 0..<batch.records.count {
      // Embedded records come after the record around them.
      let parsed = batch.records[record]
      isLeftOut.append(parsed.isLeftOut || (parsed.parent >= 0 && isLeftOut[Int(parsed.parent)]))
      guard isLeftOut[record] else { continue }
      let filled = filledInLeftOut(record)
      if let filled { fill(filled, of: record, with: Int(parsed.parent)) }
      let (isKnown, found) = try knownRow(of: record, filled: filled)
      if !isKnown, mayNameAnyRow(record) { unknown.insert(Int(parsed.entity)) }
      if !isKnown { unknown.formUnion(unreadKeyParts(of: record, filled: filled)) }
      guard let row = found else { continue }
      let writer = writers[entity(of: record).table.index]
      if writer.leftOut == nil {
        writer.leftOut = RowSet(connection: connection, name: "left_out_\(writer.mapping.name)")
      }
      try writer.leftOut?.insert(row)
    }
    return unknown
  }

  /// Whether a record whose key could not be read may be any row's. An embedded one is not if another value counts in its
  /// place, if it has no key of its own, or if the app may have refused it before it was read.
  private func mayNameAnyRow(_ record: Int) -> Bool {
    let parsed = batch.records[record]
    guard parsed.parent >= 0, parsed.link >= 0 else { return true }
    let entity = entity(of: record)
    return !batch.links[Int(parsed.link)].isDead && !entity.hasRowIdentifier && entity.hooks.isEmpty
  }

  /// Notes the unique values of a record that is left out because another row had them. That row may be missing now.
  ///
  /// - Parameter offset: that of the record in the document.
  func noteLeftOutValues(of record: Int, offset: Int64) {
    if uniqueness.judgedAnew.contains(offset) { return }
    let table = entity(of: record).table
    let cells = cells(of: record)
    var given: [LeftOutValues.Given] = []
    for index in table.layout.indexes where index.isUnique {
      let values = index.columns.compactMap { table.slots[$0] }.map { cells[$0] }.filter(\.hasValue)
      guard values.count == index.columns.count else { continue }
      given.append(LeftOutValues.Given(index: index, values: values.map(\.stored)))
    }
    if given.isEmpty { return }
    let key = table.keySlots.map { cells[$0].stored }
    uniqueness.leftOut.append(LeftOutValues(record: offset, table: table, key: key, given: given))
  }

  /// The records that are left out for unique values which no other row has.
  ///
  /// - Parameter isChecked: whether the unique indexes that were dropped are there again. Without them, a search would read
  ///   the whole table.
  func freedRecords(isChecked: Bool) throws -> [Int64] {
    try uniqueness.leftOut.filter { record in
      if !isChecked, uniqueness.isDeferred(record.table) { return false }
      let own = try writers[record.table.index].findRow(key: record.key)
      return try record.given.allSatisfy { given in
        let isEqual = given.index.columns.enumerated().map { "\(DDL.quoted($1)) = ?\($0 + 1)" }
        let row = try connection.integer(
          "SELECT \(record.table.rowIDName) FROM \(DDL.quoted(record.table.name)) "
            + "WHERE \(isEqual.joined(separator: " AND "))", given.values)
        return row == nil || row == own
      }
    }
    .map(\.record)
  }

  /// The entities, by index, of the records that a record's key names by values that could not be read.
  private func unreadKeyParts(of record: Int, filled: RelationshipMapping?) -> Set<Int> {
    let entity = entity(of: record)
    var unread: Set<Int> = []
    var index = Int(batch.records.base[record].firstLink)
    while index >= 0 {
      let link = batch.links.base[index]
      index = Int(link.next)
      let part = entity.relationships[Int(link.relationship)]
      guard !link.isDead, link.form == .fault, part.isToOne, part !== filled,
        part.slots.contains(where: entity.table.keySlots.contains)
      else { continue }
      unread.insert(part.target.index)
    }
    return unread
  }

  /// The relationship in a record's key that the record around it gives.
  private func filledInLeftOut(_ record: Int) -> RelationshipMapping? {
    let parsed = batch.records[record]
    guard parsed.parent >= 0, parsed.link >= 0 else { return nil }
    let parent = entity(of: Int(parsed.parent))
    let inverse = parent.relationships[Int(batch.links[Int(parsed.link)].relationship)].inverse
    guard let inverse, inverse.isToOne, inverse.slots.contains(where: inverse.table.keySlots.contains),
      inverse.table === entity(of: record).table, key(of: Int(parsed.parent)).allSatisfy(\.hasValue)
    else { return nil }
    return inverse
  }

  /// The row of a record that is left out, if its key can be read.
  ///
  /// - Parameter filled: the relationship in its key that the record around it gives; it wins over what the record says.
  func knownRow(
    of record: Int, filled: RelationshipMapping? = nil
  ) throws -> (isKnown: Bool, row: Int64?) {
    if entity(of: record).table.hasRowIdentifier { return (false, nil) }
    try resolveKey(of: record, filled: filled)
    let key = key(of: record)
    guard !key.isEmpty, key.allSatisfy(\.hasValue) else { return (false, nil) }
    return (true, try writers[entity(of: record).table.index].findRow(key: key))
  }
}
