import RowsmithSchema

extension TableWork {
  /// The steps that describe added, changed and removed searches. The runtime does the work when all tables are in place.
  mutating func noteSearches() {
    let (old, new) = (match.oldLayout.searchTables, match.newLayout.searchTables)
    for table in new {
      let former = old.first { match.successor(of: $0.entity)?.name == table.entity }
      if former?.columns == table.columns, former?.tokenizer == table.tokenizer { continue }
      let tokenizer = table.tokenizer == .unicode61 ? "" : ", tokenizer \(table.tokenizer.rawValue)"
      add("search \(table.entity) by \(table.columns.joined(separator: ", "))\(tokenizer)", [])
    }
    for table in old {
      let successor = match.successor(of: table.entity)?.name
      if successor != nil, !new.contains(where: { $0.entity == successor }) {
        add("stop searching \(table.entity)", [])
      }
    }
  }
}
