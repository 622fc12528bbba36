import CSQLite
import RowsmithSchema

/// Leaves out the indices of tables that were empty while a large document fills them, and makes them in the end:
/// sorting all entries takes a fraction of the time of entering them one by one.
///
/// All inside the import's transaction. An index that something needs earlier is made then. Unique indices stay.
final class LateIndexes {
  /// Smaller documents are not worth dropping and making indices.
  static let minimumBytes = 2 * 1024 * 1024

  private let connection: Connection
  private let writers: [TableWriter]
  private var hasBegun = false
  private var leftOut: [(table: TablePlan, index: Layout.Index)] = []
  /// Those of `leftOut` that are not there now.
  private var missing: [(table: TablePlan, index: Layout.Index)] = []

  init(connection: Connection, writers: [TableWriter]) {
    self.connection = connection
    self.writers = writers
  }

  /// Drops the indices, the first time it is called. No statement may be running.
  func begin() throws {
    if hasBegun { return }
    hasBegun = true
    for writer in writers where try writer.wasEmpty() {
      for index in writer.plan.layout.indexes where try !index.isUnique && exists(index) {
        do {
          try connection.execute("DROP INDEX \(DDL.quoted(index.name))")
        } catch let error as StoreError where error.code & 0xFF == SQLITE_LOCKED {
          // The app is reading rows while it imports: then they are entered one by one.
          return
        }
        leftOut.append((writer.plan, index))
        missing.append((writer.plan, index))
      }
    }
  }

  /// Makes the indices of a table that begin with these columns, which are about to be searched.
  @inline(__always)
  func require(_ relationship: RelationshipPlan) throws {
    if !missing.isEmpty { try make(on: relationship.table, column: relationship.columnNames.first) }
  }

  private func make(on table: TablePlan, column: String?) throws {
    for (owner, index) in missing where owner === table && index.columns.first == column {
      try make(index, on: table)
    }
    missing.removeAll { $0.table === table && $0.index.columns.first == column }
  }

  /// Makes every index that is not there.
  func finish() throws {
    guard !missing.isEmpty else { return }
    try connection.whileSorting {
      for (table, index) in missing { try make(index, on: table) }
    }
    missing.removeAll()
  }

  /// Takes into account that making indices may have been taken back.
  func forgetMade() { missing = leftOut }

  private func make(_ index: Layout.Index, on table: TablePlan) throws {
    // What was not taken back is there.
    if try !exists(index) { try connection.execute(DDL.create(index, on: table.name)) }
  }

  private func exists(_ index: Layout.Index) throws -> Bool {
    try connection.integer(
      "SELECT 1 FROM sqlite_master WHERE type = 'index' AND name = ?1", [.text(index.name)]) != nil
  }
}

extension Connection {
  /// Gives the memory of the page cache to a sort, which takes as much again as the cache may have.
  fileprivate func whileSorting(_ body: () throws -> Void) throws {
    guard let size = try pragma("cache_size") else { return try body() }
    sqlite3_db_cacheflush(handle)
    try execute("PRAGMA cache_size = -2048")
    defer { try? execute("PRAGMA cache_size = \(size)") }
    try body()
  }
}
