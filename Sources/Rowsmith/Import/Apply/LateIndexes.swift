#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import RowsmithSchema

/// Leaves out the indices of tables that were empty while a large document fills them, and makes them in the end:
/// sorting all entries takes a fraction of the time of entering them one by one.
///
/// All inside the import's transaction. An index that something needs earlier is made then. Unique indices stay.
final class LateIndexes {
  /// Smaller documents are not worth dropping and making indices.
  static let minimumBytes = 4 * 1024 * 1024

  /// An index, by its table.
  private struct Entry {
    var table: String
    var index: Layout.Index
  }

  private let connection: Connection
  private(set) var hasBegun = false
  private let writers: [TableWriter]
  private let linkWriters: [LinkWriter]
  private var leftOut: [Entry] = []
  /// Those of `leftOut` that are not there now.
  private var missing: [Entry] = []

  init(connection: Connection, writers: [TableWriter], linkWriters: [LinkWriter]) {
    self.connection = connection
    self.writers = writers
    self.linkWriters = linkWriters
  }

  /// The indices of tables that had no row when the import began.
  private func candidates() throws -> [Entry] {
    let ofTables = try writers.filter { try $0.wasEmpty() }.flatMap { writer in
      writer.mapping.layout.indexes.map { Entry(table: writer.mapping.name, index: $0) }
    }
    let ofLinks = try linkWriters.filter { try $0.wasEmpty() }.map { writer in
      Entry(table: writer.mapping.name, index: writer.mapping.layout.targetIndex)
    }
    return (ofTables + ofLinks).filter { !$0.index.isUnique }
  }

  /// Drops the indices, the first time it is called. No statement may be running.
  func begin() throws {
    if hasBegun { return }
    hasBegun = true
    for entry in try candidates() where try exists(entry.index) {
      do {
        try connection.execute("DROP INDEX \(DDL.quoted(entry.index.name))")
      } catch let error as StoreError where error.code?.primary == .locked {
        // The app is reading rows while it imports: then they are entered one by one.
        return
      }
      leftOut.append(entry)
      missing.append(entry)
    }
  }

  /// Makes the indices of a table that begin with these columns, which are about to be searched.
  @inline(__always)
  func require(_ relationship: RelationshipMapping) throws {
    if !missing.isEmpty {
      try make(on: relationship.table.name, column: relationship.columnNames.first)
    }
  }

  /// Makes the index of a link table that finds the links to a target, which are about to be searched.
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

  /// Makes every index that is not there.
  func finish() throws {
    guard !missing.isEmpty else { return }
    try connection.whileSorting {
      for entry in missing { try make(entry) }
    }
    missing.removeAll()
  }

  /// Takes into account that making indices may have been taken back.
  func forgetMade() { missing = leftOut }

  private func make(_ entry: Entry) throws {
    // What was not taken back is there.
    if try !exists(entry.index) { try connection.execute(DDL.create(entry.index, on: entry.table)) }
  }

  private func exists(_ index: Layout.Index) throws -> Bool {
    try connection.integer(
      "SELECT 1 FROM sqlite_master WHERE type = 'index' AND name = ?1", [.text(index.name)]) != nil
  }
}

extension Connection {
  /// How much of the page cache may be in use beside a sort.
  private static let smallCache: Int32 = 8 * 1024 * 1024

  /// Gives the memory of the page cache to a sort, which takes as much again as the cache may have.
  fileprivate func whileSorting(_ body: () throws -> Void) throws {
    if let used = cacheInUse, used < Connection.smallCache { return try body() }
    guard let size = try pragma("cache_size") else { return try body() }
    sqlite3_db_cacheflush(handle)
    try execute("PRAGMA cache_size = -2048")
    defer { try? execute("PRAGMA cache_size = \(size)") }
    try body()
  }

  /// How many bytes of memory the page cache has taken.
  private var cacheInUse: Int32? {
    var (used, highest): (Int32, Int32) = (0, 0)
    let code = sqlite3_db_status(handle, SQLITE_DBSTATUS_CACHE_USED, &used, &highest, 0)
    return code == SQLITE_OK ? used : nil
  }
}
