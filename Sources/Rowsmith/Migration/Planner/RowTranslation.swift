import RowsmithSchema

/// The second stage of a plan: what an old row becomes in the new database, as SQL over the old row.
struct RowTranslation {
  let match: SchemaMatch
  let origins: LinkOrigins
  let conversions: ConversionList
  let splits: FamilySplits

  init(_ match: SchemaMatch, _ origins: LinkOrigins, _ conversions: ConversionList = ConversionList()) {
    self.match = match
    self.origins = origins
    self.conversions = conversions
    splits = FamilySplits(match)
  }

  /// The rows that a new table takes, by entity.
  func flows(to table: Layout.Table) -> [RowFlow] {
    match.new.descendants(of: table.name).compactMap { kind in
      guard let former = match.predecessor(of: kind.name), let table = match.oldTable(of: former.name) else {
        return nil
      }
      return RowFlow(entity: kind.name, former: former.name, table: table)
    }
  }

  /// Whether the column is the position in a list that was not ordered before.
  func needsNumbers(_ column: Layout.Column, flows: [RowFlow]) -> Bool {
    guard case .position(let entity, let name) = column.source,
      let list = match.new.relationship(name, of: entity), let inverse = list.inverse,
      let declarer = match.new.declarer(of: inverse, in: list.target)
    else { return false }
    switch origins["\(declarer.name).\(inverse)"] {
    case .none, .linkTable: return false
    case .sameRow:
      return !flows.contains { flow in
        match.new.relationship(inverse, of: flow.entity).map { formerPosition(of: $0, flow: flow) != nil }
          ?? false
      }
    case .collected(let index, let isReversed):
      return
        !(isReversed
        ? origins.collections[index].hasPositions : origins.collections[index].hasSourcePositions)
    }
  }

  /// A query for the keys of a few rows. The row's alias is `o`.
  func examples(_ table: Layout.Table, _ from: String) -> String? {
    if table.key.isEmpty { return nil }
    let key = table.key.map { SQL.column($0, of: RowFlow.alias) }.joined(separator: ", ")
    return "SELECT \(key) \(from) ORDER BY \(key) LIMIT 3"
  }
}
