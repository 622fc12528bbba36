import RowsmithSchema

// What happens to rows that lose their place is decided at the end of the document.
extension RowLinks {
  /// The row, by key, that is unlinked from a relationship to an entity; `nil` if it is of another entity, as that link was
  /// never made. A row without a key has its identifier before it is written.
  func leavingRow(_ key: [StoredValue], of entity: EntityMapping) throws -> Int64? {
    guard let row = try writers[entity.table.index].findRow(key: key) else {
      if entity.table.hasRowIdentifier, case .integer(let identifier)? = key.first { return identifier }
      return nil
    }
    return try entity.familyCondition == nil || isRow(row, of: entity) ? row : nil
  }

  /// Notes that a row was unlinked because it is not among the items; it is deleted if the policy says so.
  func noteLeaving(_ row: Int64, _ list: ItemList) throws {
    if list.deletesWhatLeaves {
      try orphans.add(row, of: list.relationship.target.table, blame: list.blame)
    } else if list.unlinksWhatLeaves, let holder = try holder(of: list) {
      // A list of keys unlinked it; a list of records for the same parent may still orphan it.
      try orphans.addFormer(row, via: list.relationship, holder: holder)
    }
  }

  /// Notes a row that was linked when the import began and that a key has unlinked. A record or null that the document
  /// gives for the same relationship still orphans it.
  func noteFormer(_ relationship: RelationshipMapping, holder: Int64, key: [StoredValue]) throws {
    let target = writers[relationship.target.table.index]
    guard let row = try target.findRow(key: key) else { return }
    // A row without a key that the document has inserted did not exist when the import began.
    if target.mapping.hasRowIdentifier, try target.isNamed(row) { return }
    try orphans.addFormer(row, via: relationship, holder: holder)
  }

  /// Orphans the rows that lists of keys have unlinked from the parent of a list of records.
  func judgeFormer(_ list: ItemList) throws {
    guard let holder = try holder(of: list) else { return }
    try orphans.judgeFormer(
      via: list.relationship, holder: holder, table: list.relationship.target.table, blame: list.blame)
  }

  private func holder(of list: ItemList) throws -> Int64? {
    try writers[list.relationship.table.index].findRow(key: list.parent)
  }
}
