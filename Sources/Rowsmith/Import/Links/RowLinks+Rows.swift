import RowsmithSchema

// What rows are and hold, and which ones the document names.
extension RowLinks {
  /// Whether a row is of an entity that has the relationship.
  func hasRelationship(_ relationship: RelationshipMapping, row: Int64) throws -> Bool {
    guard let entity = mapping.entity(relationship.entityName) else { return false }
    return try isRow(row, of: entity)
  }

  /// Whether a row of the family is of the entity, or of one that extends it.
  func isRow(_ row: Int64, of entity: EntityMapping) throws -> Bool {
    guard entity.table.entityNameSlot != nil else { return true }
    return try entityName(row, in: entity.table).map { entity.family[$0] != nil } ?? false
  }

  /// The entity of a row in the family.
  func storedEntity(_ row: Int64, of entity: EntityMapping) throws -> EntityMapping? {
    guard entity.table.entityNameSlot != nil else { return entity }
    return try entityName(row, in: entity.table).flatMap { mapping.entity($0) }
  }

  private func entityName(_ row: Int64, in table: TableMapping) throws -> String? {
    let read = try statement("SELECT entityName FROM \(DDL.quoted(table.name)) WHERE \(table.rowIDName) = ?1")
    read.bind(row, at: 1)
    defer { read.reset() }
    return try read.step() ? read.text(at: 0) : nil
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

  /// The key that a to-one relationship of a row holds; `nil` if it is empty.
  func current(_ relationship: RelationshipMapping, of row: Int64) throws -> [StoredValue]? {
    let statement = try self.statement(relationship.selectKeyOfRow)
    statement.bind(row, at: 1)
    defer { statement.reset() }
    guard try statement.step(), !statement.isUnlinked(at: 0) else { return nil }
    return relationship.columnNames.indices.map { statement.value(at: $0) }
  }

  /// Whether some row holds a key in a to-one relationship.
  func isHeld(_ relationship: RelationshipMapping, _ key: [StoredValue]) throws -> Bool {
    try connection.integer(
      "SELECT 1 FROM \(DDL.quoted(relationship.table.name)) WHERE \(relationship.holds()) LIMIT 1", key)
      != nil
  }

  /// The result of a query for identifiers; its parameters are the parts of the parent's key.
  func identifiers(_ select: String, of parent: [Cell]) throws -> [Int64] {
    let statement = try statement(select)
    for (index, cell) in parent.enumerated() { statement.bind(cell, at: index + 1) }
    var identifiers: [Int64] = []
    while try statement.step() { identifiers.append(statement.integer(at: 0)) }
    return identifiers
  }

  /// Notes that the document names the row with the key, if names are tracked, and the rows whose key is in that key.
  func noteNamed(_ key: [Cell], of table: TableMapping) throws {
    if let other = table.keyTable { try noteNamed(key, of: other) }
    let writer = writers[table.index]
    guard writer.named != nil else { return }
    if table.isKeyedByRowID, key.count == 1, key[0].kind == .integer {
      return try writer.noteNamed(key[0].integer)
    }
    if let row = try writer.findRow(key: key) { try writer.noteNamed(row) }
  }
}
