/// The SQL of links, for whoever makes or ends them: imports, transactions, deletion.
extension RelationshipMapping {
  /// The condition that a to-one relationship holds a key: `"band" = ?1`.
  func holds(firstParameter: Int = 1) -> String { equality(columnNames, firstParameter: firstParameter) }

  /// Reads the key that a to-one relationship of a row holds; the row's number is the parameter.
  var selectKeyOfRow: String {
    "SELECT \(DDL.list(columnNames)) FROM \(DDL.quoted(table.name)) WHERE \(table.rowIDName) = ?1"
  }

  /// Unlinks a to-one relationship of the rows that meet a condition, and clears their place in an ordered list.
  func unlink(where condition: String) -> String {
    let place = positionSlot.map { [table.layout.columns[$0].name] } ?? []
    let cleared = (columnNames + place).map { "\(DDL.quoted($0)) = NULL" }.joined(separator: ", ")
    return "UPDATE \(DDL.quoted(table.name)) SET \(cleared) WHERE \(condition)"
  }

  /// The columns that are NULL while it leads somewhere: those of the others that make up a link to one of several
  /// entities.
  var clearedByLink: [String] {
    others.flatMap { other in
      other.columnNames + (other.positionSlot.map { [table.layout.columns[$0].name] } ?? [])
    }
  }

  /// Links a to-one relationship of the rows that meet a condition to the key in the first parameters.
  func link(where condition: String) -> String {
    let assignments =
      columnNames.enumerated().map { "\(DDL.quoted($1)) = ?\($0 + 1)" }
      + clearedByLink.map { "\(DDL.quoted($0)) = NULL" }
    return "UPDATE \(DDL.quoted(table.name)) SET \(assignments.joined(separator: ", ")) WHERE \(condition)"
  }
}

extension LinkTableMapping {
  /// Ends the links that meet a condition.
  func unlink(where condition: String) -> String { "DELETE FROM \(DDL.quoted(name)) WHERE \(condition)" }
}

extension LinkEnd {
  /// The condition on a link to be between two rows: first the key of the one at this end, then that of the other.
  var joinsBoth: String { equality(own) + " AND " + equality(other, firstParameter: own.count + 1) }
}
