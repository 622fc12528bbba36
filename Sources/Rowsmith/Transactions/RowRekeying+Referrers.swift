import RowsmithSchema

extension RowRekeying {
  /// Writes the new key to the rows that refer to the row by a to-one relationship.
  func moveReferrers(_ relationship: RelationshipMapping, _ move: Move) throws {
    let table = relationship.table
    if relationship.slots.contains(where: table.keySlots.contains) {
      return try rekeyReferrers(relationship, move)
    }
    // The row at the other end, whose new key this row follows, still leads to it, or is being merged.
    let isFollowed = relationship.isOneToOne && relationship.inverse === move.following
    if move.isMerge, relationship.isOneToOne, !isFollowed, try hasOtherEnd(relationship, move) {
      return try clearReferrers(relationship, move)
    }
    if !move.isMerge, relationship.isOneToOne { try clearWaiting(relationship, move) }
    var assignments = relationship.columnNames.enumerated().map { "\(DDL.quoted($1)) = ?\($0 + 1)" }
    if move.isMerge, let slot = relationship.positionSlot {
      let position = DDL.quoted(table.layout.columns[slot].name)
      assignments.append("\(position) = \(position) + \(try firstFreePlace(relationship, move.to))")
    }
    try movePending(relationship, move)
    try connection.run(
      "UPDATE \(DDL.quoted(table.name)) SET \(assignments.joined(separator: ", ")) "
        + "WHERE \(equality(relationship.columnNames, firstParameter: move.to.count + 1))",
      move.to + move.from)
  }

  /// Rekeys the referring rows as well, because the key is part of theirs.
  private func rekeyReferrers(_ relationship: RelationshipMapping, _ move: Move) throws {
    let table = relationship.table
    let place = relationship.positionSlot.map { table.layout.columns[$0].name }
    // Before the pending items move, as they count.
    let offset = move.isMerge ? try firstFreePlace(relationship, move.to) : 0
    try movePending(relationship, move)
    try rekeyPending(relationship, move)
    let list = try connection.prepare(
      "SELECT \(DDL.list(table.layout.key + (place.map { [$0] } ?? []))) FROM \(DDL.quoted(table.name)) "
        + "WHERE \(equality(relationship.columnNames)) ORDER BY \(DDL.list(table.layout.key))")
    list.bind(move.from)
    let width = table.keySlots.count
    var rows: [(key: [StoredValue], position: Int64?)] = []
    while try list.step() {
      let isPlaced = place != nil && !list.isNull(at: width)
      rows.append(
        (table.keySlots.indices.map { list.value(at: $0) }, isPlaced ? list.integer(at: width) : nil))
    }
    let links = zip(relationship.columnNames, move.to).map { (column: $0, value: $1) }
    for (key, position) in rows {
      var others = links
      if let place, let position { others.append((place, .integer(position + offset))) }
      let new = self.key(key, with: move.to, of: relationship)
      if new != key { try rekey(table, from: key, to: new, others: others, following: relationship) }
    }
  }

  /// The key of a referring row, with the key of another row it refers to.
  private func key(
    _ key: [StoredValue], with target: [StoredValue], of relationship: RelationshipMapping
  ) -> [StoredValue] {
    var new = key
    for (slot, value) in zip(relationship.slots, target) {
      if let part = relationship.table.keySlots.firstIndex(of: slot) { new[part] = value }
    }
    return new
  }

  /// Writes the new key to the keys of the list's pending items, because it is part of them. An item that is there, or
  /// that waits in the list of the row that stays, is no longer pending under the old key. One that is there without a place
  /// takes the one that waits.
  private func rekeyPending(_ relationship: RelationshipMapping, _ move: Move) throws {
    guard let list = relationship.inverse, !list.isToOne else { return }
    let table = relationship.table
    let name = StoredValue.text(list.qualifiedName)
    let find = try connection.prepareForReuse(
      "SELECT target, position FROM _rowsmith_pending WHERE relationship = ?1 AND source = ?2")
    find.bind([name, KeyCoding.encode(move.to)])
    var items: [(target: StoredValue, position: StoredValue)] = []
    while try find.step() { items.append((find.value(at: 0), find.value(at: 1))) }
    for (target, position) in items {
      let former = KeyCoding.decode(target, count: table.keySlots.count)
      guard former.count == table.keySlots.count else { continue }
      let new = key(former, with: move.to, of: relationship)
      if new == former { continue }
      if try entity(of: new, in: table)?.has(relationship) == true {
        if let slot = relationship.positionSlot {
          let place = DDL.quoted(table.layout.columns[slot].name)
          try connection.run(
            "UPDATE \(DDL.quoted(table.name)) SET \(place) = ?1 "
              + "WHERE \(place) IS NULL AND \(table.keyCondition(firstParameter: 2))", [position] + new)
        }
      } else {
        try connection.run(
          "UPDATE OR IGNORE _rowsmith_pending SET target = ?3 WHERE relationship = ?1 AND target = ?2",
          [name, target, KeyCoding.encode(new)])
      }
      try connection.run(
        "DELETE FROM _rowsmith_pending WHERE relationship = ?1 AND target = ?2", [name, target])
    }
  }

  /// Whether the staying row already has a one-to-one link, or one to another one of several entities.
  private func hasOtherEnd(_ relationship: RelationshipMapping, _ move: Move) throws -> Bool {
    if try isNamed(relationship, move.to) { return true }
    return try relationship.inverse.map { inverse in
      try links(inverse, move.to) != nil || leadsElsewhere(inverse, move.to)
    } ?? false
  }

  private func isNamed(_ relationship: RelationshipMapping, _ key: [StoredValue]) throws -> Bool {
    try connection.integer(
      "SELECT 1 FROM \(DDL.quoted(relationship.table.name)) WHERE \(equality(relationship.columnNames)) LIMIT 1",
      key) != nil
  }

  /// Clears the one-to-one links to the old row, because the staying row already has one.
  private func clearReferrers(_ relationship: RelationshipMapping, _ move: Move) throws {
    guard try isNamed(relationship, move.from) else { return }
    if relationship.isRequired {
      throw StoreError(
        .refused,
        "the \(move.entity.name) under the new key is already linked by '\(relationship.qualifiedName)', and "
          + "the \(relationship.table.name) that names the old key needs that link")
    }
    try connection.run(relationship.unlink(where: relationship.holds()), move.from)
  }

  /// Clears the one-to-one links that have waited for the new key, if the row comes with one of its own, as an insert does.
  private func clearWaiting(_ relationship: RelationshipMapping, _ move: Move) throws {
    guard let inverse = relationship.inverse else { return }
    let own = try links(inverse, move.to)
    if own == nil, try !leadsElsewhere(inverse, move.to) { return }
    let table = relationship.table
    var waiting = relationship.holds()
    if own != nil { waiting += " AND NOT (\(table.keyCondition(firstParameter: move.to.count + 1)))" }
    let keys = move.to + (own ?? [])
    guard relationship.isRequired else {
      try connection.run(relationship.unlink(where: waiting), keys)
      return
    }
    let isNeeded = try connection.integer(
      "SELECT 1 FROM \(DDL.quoted(table.name)) WHERE \(waiting) LIMIT 1", keys)
    if isNeeded == nil { return }
    throw StoreError(
      .refused,
      "the \(move.entity.name) is already linked by '\(relationship.qualifiedName)', and the \(table.name) that "
        + "names the new key needs that link")
  }

  /// The position after the last item of an ordered list, including pending items.
  private func firstFreePlace(_ relationship: RelationshipMapping, _ key: [StoredValue]) throws -> Int64 {
    guard let slot = relationship.positionSlot else { return 0 }
    let position = DDL.quoted(relationship.table.layout.columns[slot].name)
    let last = try connection.integer(
      "SELECT max(\(position)) FROM \(DDL.quoted(relationship.table.name)) "
        + "WHERE \(equality(relationship.columnNames))", key)
    let pending = PendingLinks(connection: connection)
    let lastPending = try relationship.inverse.flatMap { try pending.greatestPosition($0, source: key) }
    return max(last ?? -1, lastPending ?? -1) + 1
  }

  /// Moves the pending links of the list that is the inverse of this relationship.
  private func movePending(_ relationship: RelationshipMapping, _ move: Move) throws {
    guard let list = relationship.inverse, !list.isToOne else { return }
    let offset = move.isMerge ? try firstFreePlace(relationship, move.to) : 0
    try connection.run(
      "UPDATE _rowsmith_pending SET source = ?2, position = position + \(offset) "
        + "WHERE relationship = ?1 AND source = ?3",
      [.text(list.qualifiedName), KeyCoding.encode(move.to), KeyCoding.encode(move.from)])
  }
}
