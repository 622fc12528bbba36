import CSQLite
import Foundation
import Testing

@testable import RowsmithInference

/// How a database of another program is read.
@Suite struct ForeignDatabaseTests {
  @Test func `the copy of a database with a log can be read by its user only`() throws {
    try Facts.inDatabase("PRAGMA journal_mode = WAL; CREATE TABLE a (id INTEGER PRIMARY KEY)") { path in
      var handle: OpaquePointer?
      try #require(sqlite3_open(path, &handle) == SQLITE_OK)
      defer { sqlite3_close_v2(handle) }
      try #require(
        sqlite3_exec(handle, "CREATE TABLE late (id INTEGER PRIMARY KEY)", nil, nil, nil) == SQLITE_OK)
      // A log that no process has open.
      let dead = URL(fileURLWithPath: path).deletingLastPathComponent().path + "/dead"
      for ending in ["", "-wal"] {
        try FileManager.default.copyItem(atPath: path + ending, toPath: dead + ending)
      }
      let database = try ForeignDatabase(path: dead)
      let copy = try #require(try database.rows("PRAGMA database_list").first?.last?.text)
      try #require(copy.hasSuffix("/copy.sqlite"))
      var status = stat()
      let code = stat(URL(fileURLWithPath: copy).deletingLastPathComponent().path, &status)
      #expect(code == 0)
      #expect(status.st_mode & 0o777 == 0o700)
      withExtendedLifetime(database) {}
    }
  }

  @Test(arguments: ["?", "#", "%41", "?\u{301}", "#\u{301}", "%\u{301}41"])
  func `a sign of URIs in the name of a file is part of the name, also with an accent`(sign: String) throws {
    try Facts.inDatabase("CREATE TABLE a (id INTEGER PRIMARY KEY)") { path in
      let other = path + sign + "x"
      try FileManager.default.copyItem(atPath: path, toPath: other)
      var handle: OpaquePointer?
      try #require(sqlite3_open(path, &handle) == SQLITE_OK)
      defer { sqlite3_close_v2(handle) }
      try #require(sqlite3_exec(handle, "ALTER TABLE a RENAME TO b", nil, nil, nil) == SQLITE_OK)
      let tables = try ForeignDatabase(path: other).rows("SELECT name FROM sqlite_schema")
      #expect(tables == [[.text("a")]])
    }
  }
}
