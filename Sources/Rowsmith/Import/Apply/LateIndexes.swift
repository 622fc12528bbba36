#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import RowsmithSchema

/// Drops the indexes of tables that were empty while a large document fills them, and creates them at the end: sorting all
/// entries takes a fraction of the time of inserting them one by one.
///
/// All inside the import's transaction. An index that a query needs earlier is created then. Unique indexes stay.
final class LateIndexes {
  /// For smaller documents, dropping and creating indexes does not pay.
  static let minimumBytes = 4 * 1024 * 1024

  /// An index and its table.
  private struct Entry {
    var table: String
    var index: Layout.Index
  }

  private let connection: Connection
  private(set) var hasBegun = false
  private let writers: [TableWriter]
  private let linkWriters: [LinkWriter]
  private var leftOut: [Entry] = []
  /// The entries of `leftOut` that do not exist now.
  private var missing: [Entry] = []

  init(connection: Connection, writers: [TableWriter], linkWriters: [LinkWriter]) {
    self.connection = connection
    self.writers = writers
    self.linkWriters = linkWriters
  }

  /// The indexes of tables that were empty when the import began.
  private func candidates() throws -> [Entry] {
    let ofTables = try writers.filter { try $0.wasEmpty() }.flatMap { writer in
      writer.mapping.layout.indexes.map { Entry(table: writer.mapping.name, index: $0) }
    }
    let ofLinks = try linkWriters.filter { try $0.wasEmpty() }.map { writer in
      Entry(table: writer.mapping.name, index: writer.mapping.layout.targetIndex)
    }
    return (ofTables + ofLinks).filter { !$0.index.isUnique }
  }

  /// Drops the indexes on the first call. No statement may be running.
  func begin() throws {
    if hasBegun { return }
    hasBegun = true
    for entry in try candidates() where try exists(entry.index) {
      do {
        try connection.execute("DROP INDEX \(DDL.quoted(entry.index.name))")
      } catch let error as StoreError where error.code?.primary == .locked {
        // The app is reading rows during the import; entries are then inserted one by one.
        return
      }
      leftOut.append(entry)
      missing.append(entry)
    }
  }

  /// Creates the indexes that begin with the relationship's columns, before they are searched.
  @inline(__always)
  func require(_ relationship: RelationshipMapping) throws {
    if !missing.isEmpty {
      try make(on: relationship.table.name, column: relationship.columnNames.first)
    }
  }

  /// Creates the index of a link table that finds links by target, before it is searched.
  @inline(__always)
  func require(_ link: LinkTableMapping) throws {
    if !missing.isEmpty { try make(on: link.name, column: link.targetNames.first) }
  }

  private func make(on table: String, column: String?) throws {
    let wanted = missing.filter { $0.table == table && $0.index.columns.first == column }
    guard !wanted.isEmpty else { return }
    for entry in wanted { try make(entry) }
    missing.removeAll { $0.table == table && $0.index.columns.first == column }
  }

  /// Creates every missing index.
  func finish() throws {
    guard !missing.isEmpty else { return }
    try connection.whileSorting {
      for entry in missing { try make(entry) }
    }
    missing.removeAll()
  }

  /// Treats all dropped indexes as missing: creating them may have been rolled back.
  func forgetMade() { missing = leftOut }

  private func make(_ entry: Entry) throws {
    // It exists if creating it was not rolled back.
    if try !exists(entry.index) { try connection.execute(DDL.create(entry.index, on: entry.table)) }
  }

  private func exists(_ index: Layout.Index) throws -> Bool {
    try connection.integer(
      "SELECT 1 FROM sqlite_master WHERE type = 'index' AND name = ?1", [.text(index.name)]) != nil
  }
}

extension Connection {
  /// How many bytes the page cache may keep in use during a sort.
  private static let smallCache: Int32 = 8 * 1024 * 1024

  /// Frees the page cache for a sort, which takes as much memory as the cache may have.
  fileprivate func whileSorting(_ body: () throws -> Void) throws {
    if let used = cacheInUse, used < Connection.smallCache { return try body() }
    guard let size = try pragma("cache_size") else { return try body() }
    sqlite3_db_cacheflush(handle)
    defer { restore("PRAGMA cache_size = \(size)") }
    try execute("PRAGMA cache_size = -2048")
    try body()
  }

  /// How many bytes of memory the page cache uses.
  private var cacheInUse: Int32? {
    var (used, highest): (Int32, Int32) = (0, 0)
    let code = sqlite3_db_status(handle, SQLITE_DBSTATUS_CACHE_USED, &used, &highest, 0)
    return code == SQLITE_OK ? used : nil
  }
}
