import RowsmithSchema

// Rows that leave a place: what becomes of them is judged when the document has ended.
extension RowLinks {
  /// The row with a key that leaves a relationship to an entity. A link to one of another entity was never made. A row
  /// without a key has its identifier before it is written.
  func leavingRow(_ key: [StoredValue], of entity: EntityMapping) throws -> Int64? {
    guard let row = try writers[entity.table.index].findRow(key: key) else {
      if entity.table.hasRowIdentifier, case .integer(let identifier)? = key.first { return identifier }
      return nil
    }
    return try entity.familyCondition == nil || isRow(row, of: entity) ? row : nil
  }

  /// Notes that a row has been unlinked because it is not among the items: it goes if the policy says so.
  func noteLeaving(_ row: Int64, _ list: ItemList) throws {
    if list.deletesWhatLeaves {
      try orphans.add(row, of: list.relationship.target.table, blame: list.blame)
    } else if list.unlinksWhatLeaves, let holder = try holder(of: list) {
      // A list of keys has unlinked it: one of records for the same parent makes it leave all the same.
      try orphans.addFormer(row, via: list.relationship, holder: holder)
    }
  }

  /// Notes a row that was linked when the import began and that a key has unlinked: a record or null that the document
  /// gives for the same relationship makes it leave all the same.
  func noteFormer(_ relationship: RelationshipMapping, holder: Int64, key: [StoredValue]) throws {
    let target = writers[relationship.target.table.index]
    guard let row = try target.findRow(key: key) else { return }
    // One without a key that the document has brought was not there when the import began.
    if target.mapping.hasRowIdentifier, try target.isNamed(row) { return }
    try orphans.addFormer(row, via: relationship, holder: holder)
  }

  /// Makes the rows leave that lists of keys have unlinked from the parent of a list of records.
  func judgeFormer(_ list: ItemList) throws {
    guard let holder = try holder(of: list) else { return }
    try orphans.judgeFormer(
      via: list.relationship, holder: holder, table: list.relationship.target.table, blame: list.blame)
  }

  private func holder(of list: ItemList) throws -> Int64? {
    try writers[list.relationship.table.index].findRow(key: list.parent)
  }
}
