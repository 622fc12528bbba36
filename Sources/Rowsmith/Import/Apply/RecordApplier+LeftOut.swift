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
