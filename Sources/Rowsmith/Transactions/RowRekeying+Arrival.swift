import RowsmithSchema

extension RowRekeying {
  /// Resolves the pending links to the new key, as an insert does: the row gets its place in a list, or the other end of a
  /// one-to-one link.
  func arrive(_ move: Move) throws {
    for relationship in move.entity.relationships where relationship.isToOne {
      guard let inverse = relationship.inverse else { continue }
      let own = try links(relationship, move.to)
      let isFree = try own == nil && !leadsElsewhere(relationship, move.to)
      if inverse.isToOne {
        if isFree { try takeOneToOne(relationship, inverse, move.to) }
      } else {
        try takePlace(relationship, inverse, move.to, own: own, isFree: isFree)
      }
    }
  }

  /// The key that a to-one relationship of the row holds; `nil` if it is empty.
  func links(_ relationship: RelationshipMapping, _ key: [StoredValue]) throws -> [StoredValue]? {
    let table = relationship.table
    let find = try connection.prepareForReuse(
      "SELECT \(DDL.list(relationship.columnNames)) FROM \(DDL.quoted(table.name)) WHERE \(table.keyCondition())"
    )
    find.bind(key)
    defer { find.reset() }
    guard try find.step(), !find.isNull(at: 0) else { return nil }
    return relationship.slots.indices.map { find.value(at: $0) }
  }

  /// Whether the row has a link to one of several entities that leads to a record of another one.
  func leadsElsewhere(_ relationship: RelationshipMapping, _ key: [StoredValue]) throws -> Bool {
    try relationship.others.contains { try links($0, key) != nil }
  }

  private func set(_ relationship: RelationshipMapping, _ key: [StoredValue], to link: [StoredValue]) throws {
    try connection.run(
      relationship.link(where: relationship.table.keyCondition(firstParameter: link.count + 1)), link + key)
  }

  private func takeOneToOne(
    _ relationship: RelationshipMapping, _ inverse: RelationshipMapping, _ key: [StoredValue]
  ) throws {
    let find = try connection.prepareForReuse(
      "SELECT \(DDL.list(inverse.table.layout.key)) FROM \(DDL.quoted(inverse.table.name)) "
        + "WHERE \(equality(inverse.columnNames)) LIMIT 1")
    find.bind(key)
    guard try find.step() else { return }
    let link = inverse.table.keySlots.indices.map { find.value(at: $0) }
    find.reset()
    try set(relationship, key, to: link)
  }

  private func takePlace(
    _ relationship: RelationshipMapping, _ list: RelationshipMapping, _ key: [StoredValue],
    own: [StoredValue]?, isFree: Bool
  ) throws {
    let pending = PendingLinks(connection: connection)
    guard let link = try pending.find(list, target: key) else { return }
    let source = KeyCoding.decode(link.source, count: relationship.slots.count)
    if isFree { try set(relationship, key, to: source) }
    // A row that is linked to another owner stays there.
    if isFree || own == source, let slot = relationship.positionSlot, let position = link.position {
      let table = relationship.table
      try connection.run(
        "UPDATE \(DDL.quoted(table.name)) SET \(DDL.quoted(table.layout.columns[slot].name)) = ?1 "
          + "WHERE \(table.keyCondition(firstParameter: 2))", [.integer(position)] + key)
    }
    try pending.forget(list, .target, key)
  }

  /// Records the row's own links that are part of its key as possibly unresolved: the new key may name no row.
  func noteOwnLinks(_ move: Move) throws {
    for relationship in move.entity.relationships
    where relationship.isToOne && relationship.slots.contains(where: move.table.keySlots.contains) {
      guard let link = try links(relationship, move.to) else { continue }
      if relationship.isOneToOne, let inverse = relationship.inverse {
        try moveOtherEnd(inverse, move, link)
      }
      try connection.run(
        "INSERT OR IGNORE INTO _rowsmith_unresolved (reference, key) VALUES (?1, ?2)",
        [.text(relationship.qualifiedName), KeyCoding.encode(link)])
    }
  }

  /// Moves the other end of a one-to-one link that is part of the row's key: only the row that the new key names leads back.
  private func moveOtherEnd(_ inverse: RelationshipMapping, _ move: Move, _ link: [StoredValue]) throws {
    let own = inverse.table.keyCondition(firstParameter: move.to.count + 1)
    let former = "\(inverse.holds()) AND NOT (\(own))"
    if !inverse.isRequired {
      try connection.run(inverse.unlink(where: former), move.to + link)
    } else if inverse.inverse !== move.following {
      // Otherwise the record at the other end is being merged, and needs nothing.
      let needing = try connection.integer(
        "SELECT 1 FROM \(DDL.quoted(inverse.table.name)) WHERE \(former) LIMIT 1", move.to + link)
      if needing != nil {
        throw StoreError(
          .refused, "'\(inverse.qualifiedName)' is required, and the new key leads to another record")
      }
    }
    // A row of another entity of the family has no such link.
    if let target = try entity(of: link, in: inverse.table), !target.has(inverse) { return }
    try endOthers(of: inverse, link)
    try connection.run(inverse.link(where: own), move.to + link)
  }

  /// Ends the links that a row has, or that wait for it, by other parts of a link to one of several entities, before this
  /// part is set. Its own columns are cleared by the statement that sets the link.
  private func endOthers(of part: RelationshipMapping, _ key: [StoredValue]) throws {
    for back in part.others.compactMap(\.inverse) {
      if !back.isToOne {
        try PendingLinks(connection: connection).forget(back, .target, key)
      } else if !back.isRequired {
        try connection.run(back.unlink(where: back.holds()), key)
      } else if try connection.integer(
        "SELECT 1 FROM \(DDL.quoted(back.table.name)) WHERE \(back.holds()) LIMIT 1", key) != nil
      {
        throw StoreError(
          .refused, "'\(back.qualifiedName)' is required, and the new key takes the other end of its link")
      }
    }
  }

  /// Deletes the old row. Its links and local attributes fill empty columns of the row that stays.
  func removeFormer(_ move: Move) throws {
    let table = move.table
    let filled = fillable(move)
    let columns = filled.flatMap(\.slots).map { table.layout.columns[$0].name }
    var values: [StoredValue] = []
    if !columns.isEmpty {
      let find = try connection.prepareForReuse(
        "SELECT \(DDL.list(columns)) FROM \(DDL.quoted(table.name)) WHERE \(table.keyCondition())")
      find.bind(move.from)
      defer { find.reset() }
      if try find.step() { values = columns.indices.map { find.value(at: $0) } }
    }
    try connection.run("DELETE FROM \(DDL.quoted(table.name)) WHERE \(table.keyCondition())", move.from)
    try notes.merged(table, move.entity, move.from, move.to)
    var place = 0
    for filling in filled where !values.isEmpty {
      let names = filling.slots.map { table.layout.columns[$0].name }
      let own = Array(values[place..<place + names.count])
      place += names.count
      guard own.contains(where: { $0 != .null }) else { continue }
      let vacant = filling.vacant.map { "\(DDL.quoted(table.layout.columns[$0].name)) IS NULL" }
      let assignments = names.enumerated().map { "\(DDL.quoted($1)) = ?\($0 + 1)" }.joined(separator: ", ")
      try connection.run(
        "UPDATE \(DDL.quoted(table.name)) SET \(assignments) "
          + "WHERE \(vacant.joined(separator: " AND ")) AND \(table.keyCondition(firstParameter: own.count + 1))",
        own + move.to)
    }
  }

  /// Columns that are filled together, if others are empty.
  private struct Filling {
    var slots: [Int]
    /// The columns that must be empty.
    var vacant: [Int]
  }

  /// The columns that the old row can fill: to-one links with their position, local attributes, and local values as a whole.
  private func fillable(_ move: Move) -> [Filling] {
    let keySlots = Set(move.table.keySlots)
    let links = move.entity.relationships.filter { $0.isToOne && keySlots.isDisjoint(with: $0.slots) }
      .map { link in
        // Of the parts of a link to one of several entities, at most one is set.
        Filling(
          slots: Array(link.slots) + (link.positionSlot.map { [$0] } ?? []),
          vacant: [link.slots[0]] + link.others.map { $0.slots[0] })
      }
    let local = Set(
      move.entity.attributes.filter { $0.schema.isLocal && !keySlots.contains($0.slot) }.map(\.slot))
    // The columns of a nested value are among those of the value around it.
    let whole = move.entity.groups.filter { !$0.path.contains(".") }
    let groups = whole.map { Array($0.slots) }.filter { local.isSuperset(of: $0) }
    let single = local.subtracting(groups.joined()).sorted().map { [$0] }
    return links + (groups + single).map { Filling(slots: $0, vacant: $0) }
  }
}
