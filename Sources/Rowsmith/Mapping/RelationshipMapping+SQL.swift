/// The SQL that makes and removes links, for imports, transactions and deletion.
extension RelationshipMapping {
  /// The condition that a to-one relationship holds a key: `"band" = ?1`.
  func holds(firstParameter: Int = 1) -> String { equality(columnNames, firstParameter: firstParameter) }

  /// Reads the key that a to-one relationship of a row holds; the parameter is the rowid.
  var selectKeyOfRow: String {
    "SELECT \(DDL.list(columnNames)) FROM \(DDL.quoted(table.name)) WHERE \(table.rowIDName) = ?1"
  }

  /// Clears a to-one relationship and the position in its ordered list, in the rows that meet a condition.
  func unlink(where condition: String) -> String {
    let place = positionSlot.map { [table.layout.columns[$0].name] } ?? []
    let cleared = (columnNames + place).map { "\(DDL.quoted($0)) = NULL" }.joined(separator: ", ")
    return "UPDATE \(DDL.quoted(table.name)) SET \(cleared) WHERE \(condition)"
  }

  /// The columns that are NULL while this relationship is set: those of the other parts of a link to one of several
  /// entities.
  var clearedByLink: [String] {
    others.flatMap { other in
      other.columnNames + (other.positionSlot.map { [table.layout.columns[$0].name] } ?? [])
    }
  }

  /// Sets a to-one relationship, in the rows that meet a condition, to the key in the first parameters.
  func link(where condition: String) -> String {
    let assignments =
      columnNames.enumerated().map { "\(DDL.quoted($1)) = ?\($0 + 1)" }
      + clearedByLink.map { "\(DDL.quoted($0)) = NULL" }
    return "UPDATE \(DDL.quoted(table.name)) SET \(assignments.joined(separator: ", ")) WHERE \(condition)"
  }
}

extension LinkTableMapping {
  /// Removes the links that meet a condition.
  func unlink(where condition: String) -> String { "DELETE FROM \(DDL.quoted(name)) WHERE \(condition)" }
}

extension LinkEnd {
  /// The condition that a link is between two rows: first the key of the row at this end, then the other key.
  var joinsBoth: String { equality(own) + " AND " + equality(other, firstParameter: own.count + 1) }
}
