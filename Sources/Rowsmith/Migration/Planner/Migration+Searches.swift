import RowsmithSchema

extension Migration {
  /// The search tables for which nothing changes: their tables keep their rows in place.
  func keptSearchTables(from old: Layout, to new: Layout) -> [Layout.SearchTable] {
    old.searchTables.filter { search in
      guard new.searchTables.contains(search), !rebuiltNames.contains(search.table) else { return false }
      let isRenamed = renamedTables.contains { $0.old == search.table || $0.new == search.table }
      return !isRenamed && old.table(of: search.table) == new.table(of: search.table)
    }
  }
}
