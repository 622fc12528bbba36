import RowsmithSchema

extension Migration {
  /// The search tables for which nothing changes: their tables keep their rows in place.
  func keptSearchTables(from old: Layout, to new: Layout) -> [Layout.SearchTable] {
    let changed = Set(rebuiltNames + renamedTables.flatMap { [$0.old, $0.new] })
    return old.searchTables.filter { search in
      new.searchTables.contains(search) && !changed.contains(search.table)
        && old.table(of: search.table) == new.table(of: search.table)
    }
  }
}
