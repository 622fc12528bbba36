import RowsmithSchema

extension TableWork {
  /// The steps that describe added, changed and removed searches. The runtime does the work when all tables are in place.
  mutating func noteSearches() {
    let (old, new) = (match.oldLayout.searchTables, match.newLayout.searchTables)
    let formers = Dictionary(
      old.compactMap { table in match.successor(of: table.entity).map { ($0.name, table) } },
      uniquingKeysWith: { first, _ in first })
    let searched = Set(new.map(\.entity))
    for table in new {
      let former = formers[table.entity]
      if former?.columns == table.columns, former?.tokenizer == table.tokenizer { continue }
      let tokenizer = table.tokenizer == .unicode61 ? "" : ", tokenizer \(table.tokenizer.rawValue)"
      add("search \(table.entity) by \(table.columns.joined(separator: ", "))\(tokenizer)", [])
    }
    for table in old {
      if let successor = match.successor(of: table.entity)?.name, !searched.contains(successor) {
        add("stop searching \(table.entity)", [])
      }
    }
  }
}
