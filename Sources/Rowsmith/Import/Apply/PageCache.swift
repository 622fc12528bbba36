import CSQLite
import RowsmithSchema

/// Fits SQLite's page cache to what a large import does with it.
///
/// Rows that come in the order of their keys need few pages at a time, and a small cache stays in that of the
/// processor. Where pages are read again, as rows go here and there in a table or an index, it grows to what the
/// connection has otherwise.
final class PageCache {
  private static let least: Int64 = 2 * 1024
  private static let step: Int64 = 2
  /// That many pages read since the last look are few.
  private static let fewMisses: Int32 = 8

  private let connection: Connection
  /// In KiB. What the connection has otherwise; nil before the cache is fitted.
  private var usual: Int64?
  private var size: Int64 = 0
  private var misses: Int32 = 0

  init(connection: Connection) { self.connection = connection }

  /// Looks at what was read since the last call. The first one makes the cache small.
  func fit() throws {
    guard let usual else { return try begin() }
    guard size < usual else { return }
    let before = misses
    misses = countMisses()
    if misses &- before > PageCache.fewMisses { try resize(to: min(usual, size * PageCache.step)) }
  }

  /// Gives the connection back what it had.
  func restore() {
    guard let usual, size != usual else { return }
    try? resize(to: usual)
  }

  private func begin() throws {
    // SQLite has sizes in KiB as negative numbers.
    guard let size = try connection.pragma("cache_size"), size < -PageCache.least else { return }
    usual = -size
    misses = countMisses()
    try resize(to: PageCache.least)
  }

  private func resize(to size: Int64) throws {
    try connection.execute("PRAGMA cache_size = -\(size)")
    self.size = size
  }

  /// Pages that were not in the cache, since the connection was opened.
  private func countMisses() -> Int32 {
    var count: Int32 = 0
    var highest: Int32 = 0
    sqlite3_db_status(connection.handle, SQLITE_DBSTATUS_CACHE_MISS, &count, &highest, 0)
    return count
  }
}
