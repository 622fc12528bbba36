import RowsmithSchema

/// The tables that were made in a database, and how it was before. If the import for which they were made fails, they go again.
struct MadeTables {
  /// What was there before: tables, indexes and views.
  let others: Set<String>
  private let hadLog: Bool

  /// - Parameter connection: in the transaction that makes the tables.
  init(beside connection: Connection) throws {
    var others: Set<String> = []
    let list = try connection.prepare("SELECT name FROM sqlite_master")
    while try list.step() { if let name = list.text(at: 0) { others.insert(name) } }
    self.others = others
    hadLog = try connection.hasLog
  }

  /// Drops the tables of a model and Rowsmith's own, unless they hold a row or others use the database.
  ///
  /// - Parameter path: the file.
  func drop(_ layout: Layout, from connection: Connection, at path: String) throws {
    guard let lock = FolderLock(deleting: path) else { return }
    // Works only if no other connection has the file open.
    try connection.execute("PRAGMA journal_mode = DELETE")
    let tables = layout.tables.map(\.name) + layout.linkTables.map(\.name)
    try connection.transaction(isExclusive: true) {
      if try connection.hasLog { return ((), .rollback) }
      // Another process may have queued a request, or asked for an answer.
      guard try connection.holdsNothing(beside: others) else { return ((), .rollback) }
      // A view would outlive the tables that it reads, and be in the way of the next one.
      for view in try own("view", connection) where !others.contains(view) {
        try connection.execute("DROP VIEW IF EXISTS \(DDL.quoted(view))")
      }
      for table in try tables + own("table", connection) where !others.contains(table) {
        // A virtual table takes its own tables with it.
        try connection.execute("DROP TABLE IF EXISTS \(DDL.quoted(table))")
      }
      return ((), .commit)
    }
    if hadLog { try connection.execute("PRAGMA journal_mode = WAL") }
    _ = consume lock
  }

  /// Rowsmith's own tables or views; of tables, virtual ones first.
  private func own(_ type: String, _ connection: Connection) throws -> [String] {
    let list = try connection.prepare(
      "SELECT name FROM sqlite_master WHERE type = ?1 AND name GLOB '_rowsmith_*' "
        + "ORDER BY sql NOT LIKE 'CREATE VIRTUAL%'")
    list.bind([.text(type)])
    var names: [String] = []
    while try list.step() { if let name = list.text(at: 0) { names.append(name) } }
    return names
  }
}
