import RowsmithSchema

/// Changes the key of a row, and everything that refers to it.
struct RowRekeying {
  let mapping: Mapping
  let connection: Connection
  let notes: RekeyNotes

  init(writer: ModelWriter, notes: RekeyNotes) {
    mapping = writer.mapping
    connection = writer.connection
    self.notes = notes
  }

  /// A row with its old and its new key.
  struct Move {
    var table: TableMapping
    var entity: EntityMapping
    var from: [StoredValue]
    var to: [StoredValue]
    /// Whether a row with the new key exists.
    var isMerge: Bool
    /// The to-one relationship whose target is rekeyed, if that is why the row is.
    var following: RelationshipMapping?

    /// Whether the row belongs to an entity or to one that extends it.
    func isRow(of target: EntityMapping) -> Bool { target.family[entity.name] != nil }
  }

  /// - Parameters:
  ///   - others: further columns of the row to change with the key, and their new values.
  ///   - relationship: the to-one relationship whose target is rekeyed, if that is why.
  @discardableResult
  func rekey(
    _ table: TableMapping, from: [StoredValue], to: [StoredValue],
    others: [(column: String, value: StoredValue)] = [], following relationship: RelationshipMapping? = nil
  ) throws -> RekeyOutcome {
    guard let entity = try entity(of: from, in: table) else { return .unchanged }
    let existing = try self.entity(of: to, in: table)
    if let existing, existing !== entity {
      throw StoreError(
        .refused,
        "there is a \(existing.name) under the key \(to.map(DDL.literal).joined(separator: ", ")), which a "
          + "\(entity.name) cannot become")
    }
    let move = Move(
      table: table, entity: entity, from: from, to: to, isMerge: existing != nil, following: relationship)
    if !move.isMerge { try changeKey(move, others) }
    for relationship in table.referrers where move.isRow(of: relationship.target) {
      try moveReferrers(relationship, move)
    }
    for link in table.links { try moveLinks(link, move) }
    if move.isMerge {
      try removeFormer(move)
    } else {
      try noteOwnLinks(move)
      try arrive(move)
    }
    return move.isMerge ? .merged : .rekeyed
  }

  /// The entity of the row with the key; `nil` if there is no such row.
  func entity(of key: [StoredValue], in table: TableMapping) throws -> EntityMapping? {
    let name = table.entityNameSlot.map { DDL.quoted(table.layout.columns[$0].name) } ?? "NULL"
    let statement = try connection.prepareForReuse(
      "SELECT \(name) FROM \(DDL.quoted(table.name)) WHERE \(table.keyCondition())")
    statement.bind(key)
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    return mapping.entity(statement.text(at: 0) ?? table.name)
  }

  private func changeKey(_ move: Move, _ others: [(column: String, value: StoredValue)]) throws {
    let key = move.table.layout.key
    var columns = key
    var values = move.to
    for (column, value) in others where !key.contains(column) {
      columns.append(column)
      values.append(value)
    }
    for column in lostPlaces(move) where !columns.contains(column) {
      columns.append(column)
      values.append(.null)
    }
    let assignments = columns.enumerated().map { "\(DDL.quoted($1)) = ?\($0 + 1)" }
    try notes.whileMoving {
      _ = try connection.run(
        "UPDATE \(DDL.quoted(move.table.name)) SET \(assignments.joined(separator: ", ")) "
          + "WHERE \(move.table.keyCondition(firstParameter: columns.count + 1))", values + move.from)
    }
  }

  /// The columns of the row's positions in ordered lists whose owners are part of its key, if the new key names others.
  /// If it is the owner that is rekeyed, the row keeps its place.
  private func lostPlaces(_ move: Move) -> [String] {
    move.entity.relationships.compactMap { relationship in
      guard relationship.isToOne, let slot = relationship.positionSlot else { return nil }
      let leaves = move.table.keySlots.enumerated().contains { part, keySlot in
        relationship.slots.contains(keySlot) && move.from[part] != move.to[part]
      }
      return leaves ? move.table.layout.columns[slot].name : nil
    }
  }
}
