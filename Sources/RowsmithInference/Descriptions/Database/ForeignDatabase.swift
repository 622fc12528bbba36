#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import Foundation
import Rowsmith
import RowsmithSchema

/// A database from another program, opened for reading. It is not changed, and no file is left beside it.
///
/// A class because a connection is closed once. Not thread-safe: its owner uses it on one thread.
final class ForeignDatabase {
  let path: String
  private var handle: OpaquePointer?
  /// A copy that is read instead of the file, and deleted at the end.
  private var copy: String?

  /// A value of a row.
  enum Value: Equatable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    /// The number of bytes; their content is irrelevant for a model.
    case blob(Int)

    var text: String? { if case .text(let text) = self { text } else { nil } }
    var integer: Int64? { if case .integer(let integer) = self { integer } else { nil } }
  }

  init(path: String) throws(DescriptionError) {
    self.path = path
    let place = try readablePlace()
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2(place, &handle, flags, nil)
    guard code == SQLITE_OK else { throw failure() }
    sqlite3_busy_timeout(handle, 5000)
    // Functions and virtual tables of an untrusted database must have no side effects.
    _ = try rows("PRAGMA trusted_schema = OFF")
    _ = try rows("PRAGMA query_only = ON")
    // This is the first read of the file; it fails if the file is not a database.
    do {
      _ = try rows("SELECT count(*) FROM sqlite_schema")
    } catch {
      guard error.message.contains("unsafe use of") else { throw error }
      // Some versions of SQLite do not call the functions of JSON harmless, and refuse to read a database with an index or a
      // column over one. None of these is evaluated here.
      _ = try rows("PRAGMA trusted_schema = ON")
      _ = try rows("SELECT count(*) FROM sqlite_schema")
    }
  }

  deinit {
    sqlite3_close_v2(handle)
    if let copy { try? FileManager.default.removeItem(atPath: copy) }
  }

  /// The rows of a query.
  func rows(_ sql: String) throws(DescriptionError) -> [[Value]] {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { throw failure() }
    var rows: [[Value]] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: rows.append((0..<sqlite3_column_count(statement)).map { value(statement, $0) })
      case SQLITE_DONE: return rows
      default: throw failure()
      }
    }
  }

  private func value(_ statement: OpaquePointer?, _ column: Int32) -> Value {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, column))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, column))
    case SQLITE_BLOB: return .blob(Int(sqlite3_column_bytes(statement, column)))
    case SQLITE_TEXT:
      guard let bytes = sqlite3_column_text(statement, column) else { return .null }
      let count = Int(sqlite3_column_bytes(statement, column))
      return .text(String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self))
    default: return .null
    }
  }

  private func failure() -> DescriptionError {
    let message = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
    return DescriptionError(path, "the database cannot be read: \(message)")
  }

  /// The URI for SQLite to open.
  ///
  /// SQLite cannot read a database in WAL mode without the log's files, and would create them. If there is no log, the file is
  /// opened as immutable; if there is one that no process has open, both are copied.
  private func readablePlace() throws(DescriptionError) -> String {
    // The log is beside the file itself, not beside a link that leads to it.
    let file = LinkedFile.destination(of: path) ?? path
    let log = file + "-wal"
    let hasLog =
      (try? FileManager.default.attributesOfItem(atPath: log)[.size] as? Int).flatMap { $0 } ?? 0 > 0
    guard Self.usesLog(file) else { return uri(file, "?mode=ro") }
    if !hasLog { return uri(file, "?immutable=1") }
    if FileManager.default.fileExists(atPath: file + "-shm") { return uri(file, "?mode=ro") }
    let folder = NSTemporaryDirectory() + "rowsmith-\(UUID().uuidString)"
    do {
      // What protects the file may be its own folder.
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      copy = folder
      try FileManager.default.copyItem(atPath: file, toPath: folder + "/copy.sqlite")
      try FileManager.default.copyItem(atPath: log, toPath: folder + "/copy.sqlite-wal")
    } catch {
      throw DescriptionError(
        path, "the database has a log, and both cannot be copied: \(error.localizedDescription)")
    }
    return uri(folder + "/copy.sqlite", "")
  }

  /// Whether the header says that the database is in WAL mode (file format, offsets 18 and 19).
  private static func usesLog(_ path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    let head = (try? file.read(upToCount: 20)) ?? Data()
    return head.count == 20 && (head[18] == 2 || head[19] == 2)
  }

  private func uri(_ path: String, _ query: String) -> String {
    let escaped = path.replacing(scalar: "%", with: "%25").replacing(scalar: "?", with: "%3f")
      .replacing(scalar: "#", with: "%23")
    return (path.hasPrefix("/") ? "file://" : "file:") + escaped + query
  }

  /// A name, quoted for SQL.
  static func quoted(_ name: String) -> String {
    "\"\(name.replacing(scalar: "\"", with: "\"\""))\""
  }
}
