import RowsmithSchema

extension InverseColumnLinks {
  /// Links the row that a key names, or keeps the key pending until the row exists.
  func linkKey(_ key: [Cell], to list: ItemList) throws {
    let writer = rowLinks.writers[inverse.table.index]
    if let other = inverse.table.keyTable { try rowLinks.noteNamed(key, of: other) }
    if let row = try writer.findRow(key: key) {
      try writer.noteNamed(row)
      if try rowLinks.hasRelationship(inverse, row: row) {
        try link(row, key, to: list)
        _ = list.rows.insert(row)
        return
      }
    }
    guard list.absent.insert(list.keep(key)) else { return }
    if !applier.partials.isEmpty { try applier.partials.forgetParent(via: inverse, key: key.map(\.stored)) }
    try rowLinks.endWaitingOthers(of: inverse, key: key, blame: list.blame)
    let references = rowLinks.references
    let waiting = try references.pendingPosition(relationship, target: key, source: list.parent)
    let place = try list.order?.placeAbsentRow(key: KeyCoding.encode(key.map(\.stored)), stored: waiting)
    try references.addPending(relationship, target: key, source: list.parent, position: place)
  }

  /// What a row's column held before the row is linked.
  private struct Former {
    var key: [StoredValue]
    var isLinked: Bool
    var isLinkedHere: Bool
    /// The row's position in this list.
    var position: Int64?
  }

  private func former(of row: Int64, _ list: ItemList) throws -> Former? {
    let table = inverse.table
    let place = list.order.map { [table.layout.columns[$0.slot].name] } ?? []
    let statement = try rowLinks.statement(
      "SELECT \(DDL.list(inverse.columnNames + place)) FROM \(DDL.quoted(table.name)) WHERE \(table.rowIDName) = ?1"
    )
    statement.bind(row, at: 1)
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    let isHere = list.parent.enumerated().allSatisfy { statement.column($0, equals: $1) }
    let width = inverse.columnNames.count
    let isPlaced = isHere && !place.isEmpty && !statement.isNull(at: width)
    return Former(
      key: inverse.mayDelete ? (0..<width).map { statement.value(at: $0) } : [],
      isLinked: !statement.isUnlinked(at: 0), isLinkedHere: isHere,
      position: isPlaced ? statement.integer(at: width) : nil)
  }

  /// Links a row that the JSON names by key.
  private func link(_ row: Int64, _ key: [Cell], to list: ItemList) throws {
    guard let former = try former(of: row, list) else { return }
    // The former position is lost with the link.
    let stored = try rowLinks.orphans.forgetUnlinked(row, via: inverse) ? nil : former.position
    var position: Int64?
    if let order = list.order {
      let given = order.positionGiven { KeyCoding.encode(key.map(\.stored)) }
      position = try given ?? order.position(of: row, stored: stored)
      order.add(row)
    }
    let isPlaced = list.order == nil || position == former.position
    if former.isLinkedHere, isPlaced { return }
    let table = inverse.table
    if !former.isLinkedHere, inverse.slots.contains(where: table.keySlots.contains) {
      throw ImportError(
        .refused, "cannot move a \(table.name) to another parent: '\(inverse.name)' is part of its key",
        entity: table.name)
    }
    if !former.isLinkedHere { try rowLinks.endOthers(of: inverse, row: row, blame: list.blame) }
    try write(row, position, list)
    if former.isLinkedHere {
      rowLinks.hasMovedItems = true
    } else {
      try count(row, former)
    }
  }

  func placeLeftOut(_ key: [Cell], row: Int64?, in list: ItemList) throws {
    guard list.order != nil, let row, try former(of: row, list)?.isLinkedHere == true,
      try !rowLinks.orphans.isUnlinked(row, via: inverse)
    else { return }
    try link(row, key, to: list)
  }

  private func write(_ row: Int64, _ position: Int64?, _ list: ItemList) throws {
    let table = inverse.table
    var columns = inverse.columnNames
    if position != nil, let order = list.order { columns.append(table.layout.columns[order.slot].name) }
    let assignments =
      columns.enumerated().map { "\(DDL.quoted($1)) = ?\($0 + 2)" }
      + inverse.clearedByLink.map { "\(DDL.quoted($0)) = NULL" }
    let update = try rowLinks.statement(
      "UPDATE \(DDL.quoted(table.name)) SET \(assignments.joined(separator: ", ")) WHERE \(table.rowIDName) = ?1"
    )
    update.bind(row, at: 1)
    for (index, cell) in list.parent.enumerated() { update.bind(cell, at: index + 2) }
    if let position { update.bind(position, at: list.parent.count + 2) }
    try rowLinks.write(inverse.slots, of: row, in: table, blame: list.blame, entity: inverse.target) {
      _ = try update.step()
    }
  }

  private func count(_ row: Int64, _ former: Former) throws {
    // A link that waited for the row and is removed by the same document is not counted.
    if former.isLinked, try rowLinks.writers[inverse.table.index].wasCompleted(row, inverse) { return }
    if former.isLinked {
      rowLinks.counts.removed += 1
      if inverse.mayDelete { try rowLinks.noteFormer(inverse, holder: row, key: former.key) }
    }
    rowLinks.counts.added += 1
  }
}
