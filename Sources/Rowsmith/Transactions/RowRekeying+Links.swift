import RowsmithSchema

extension RowRekeying {
  /// Moves the row's links in a link table, for either end.
  func moveLinks(_ link: LinkTableMapping, _ move: Move) throws {
    let layout = link.layout
    if link.source === move.table, let entity = mapping.entity(layout.sourceEntity), move.isRow(of: entity) {
      try moveLinks(
        link, move, own: link.sourceNames, other: link.targetNames,
        position: layout.isOrdered ? "position" : nil)
    }
    if link.target === move.table, let entity = mapping.entity(layout.targetEntity), move.isRow(of: entity) {
      try moveLinks(
        link, move, own: link.targetNames, other: link.sourceNames,
        position: layout.isInverseOrdered ? "source_position" : nil)
    }
  }

  private func moveLinks(
    _ link: LinkTableMapping, _ move: Move, own: [String], other: [String], position: String?
  ) throws {
    let name = DDL.quoted(link.name)
    var assignments = own.enumerated().map { "\(DDL.quoted($1)) = ?\($0 + 1)" }
    // Deletes links to records that the new key is linked to as well. Links may be there before their row.
    let isSame = other.map { "k.\(DDL.quoted($0)) = \(name).\(DDL.quoted($0))" }
    let ofExisting = own.enumerated().map { "k.\(DDL.quoted($1)) = ?\($0 + 1)" }
    try connection.run(
      "DELETE FROM \(name) WHERE \(equality(own, firstParameter: own.count + 1)) AND EXISTS "
        + "(SELECT 1 FROM \(name) k WHERE \((ofExisting + isSame).joined(separator: " AND ")))",
      move.to + move.from)
    if let position {
      let last = try connection.integer(
        "SELECT max(\(DDL.quoted(position))) FROM \(name) WHERE \(equality(own))", move.to)
      assignments.append("\(DDL.quoted(position)) = \(DDL.quoted(position)) + \((last ?? -1) + 1)")
    }
    try connection.run(
      "UPDATE \(name) SET \(assignments.joined(separator: ", ")) "
        + "WHERE \(equality(own, firstParameter: own.count + 1))", move.to + move.from)
  }
}
