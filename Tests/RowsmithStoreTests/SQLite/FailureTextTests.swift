import Bands
import CSQLite
import Foundation
import Rowsmith
import Testing

/// What SQLite refuses is said in words that name the file and what to do.
struct FailureTextTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("bands.sqlite")
    try Store(.file(path), model: BandsModel()).write { try $0.insert(Band(name: "Japan", formed: 1974)) }
  }

  private func open() throws -> Store {
    var options = StoreOptions()
    options.busyTimeout = .milliseconds(1)
    return try Store(.file(path), model: BandsModel(), options: options)
  }

  private func execute(_ sql: String) throws {
    var handle: OpaquePointer?
    defer { sqlite3_close(handle) }
    try #require(sqlite3_open(path, &handle) == SQLITE_OK)
    try #require(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK)
  }

  private static let document = JSONSource.string(#"[{"name": "Can", "formed": 1968}]"#)

  @Test
  func `a busy database`() throws {
    let store = try open()
    var handle: OpaquePointer?
    try #require(sqlite3_open(path, &handle) == SQLITE_OK)
    defer { sqlite3_close(handle) }
    try #require(sqlite3_exec(handle, "BEGIN IMMEDIATE", nil, nil, nil) == SQLITE_OK)
    let error = #expect(throws: StoreError.self) {
      try store.importJSON(Self.document, into: .entity("Band"))
    }
    #expect(error?.reason == .busy)
    #expect(
      error?.description
        == "'\(path)' is busy: another process has locked it for longer than the busy "
        + "timeout; try again when that has ended, or wait longer with `busyTimeout` (SQLite 5)")
  }

  @Test
  func `a full one`() throws {
    let store = try open()
    let many = (0..<2000).map { #"{"name": "Band \#($0)", "formed": 1968}"# }
    let error = #expect(throws: StoreError.self) {
      try store.write { db in
        _ = try db.fetch(.sql("PRAGMA max_page_count = 40"))
        try db.importJSON(.string("[\(many.joined(separator: ","))]"), into: .entity("Band"))
      }
    }
    #expect(
      error?.description
        == "there is no space left for '\(path)' or its temporary files; nothing was "
        + "written: free some space, then try again (SQLite 13)")
    #expect(try store.fetch(Band.all.count()) == 1)
  }

  @Test
  func `a constraint of another program, by its name and its table`() throws {
    try execute(
      """
      CREATE TABLE copy AS SELECT * FROM Band; DROP TABLE Band;
      CREATE TABLE Band (name TEXT PRIMARY KEY NOT NULL, formed INTEGER NOT NULL
      CONSTRAINT modern CHECK (formed > 1970), disbanded INTEGER, hiatus TEXT, otherNames TEXT, bandDescription TEXT);
      INSERT INTO Band SELECT * FROM copy
      """)
    let store = try open()
    let error = #expect(throws: ImportError.self) {
      try store.importJSON(Self.document, into: .entity("Band"))
    }
    #expect(error?.reason == .refused)
    #expect(
      error?.message == "a constraint of the table 'Band' refuses the row: CHECK constraint failed: modern")
    let refused = #expect(throws: StoreError.self) {
      try store.write { try $0.insert(Band(name: "Can", formed: 1968)) }
    }
    #expect(refused?.reason == .refused)
  }

  @Test
  func `a trigger of another program, by its words and its table`() throws {
    try execute(
      "CREATE TRIGGER t BEFORE INSERT ON Band BEGIN SELECT RAISE(ABORT, 'no bands from Cologne'); END")
    let error = #expect(throws: ImportError.self) {
      try open().importJSON(Self.document, into: .entity("Band"))
    }
    #expect(error?.reason == .refused)
    #expect(error?.message == "a trigger on the table 'Band' refuses the row: no bands from Cologne")
  }

  @Test
  func `a folder that is not there`() throws {
    let path = folder.path("none/bands.sqlite")
    let error = #expect(throws: StoreError.self) { try Store(.file(path), model: BandsModel()) }
    #expect(
      error?.message
        == "cannot open '\(path)': there is no folder '\(folder.path("none"))/'; make it, or name a file elsewhere"
    )
  }

  @Test
  func `a folder of accounts that cannot be made`() throws {
    let path = folder.path("taken")
    #expect(FileManager.default.createFile(atPath: path, contents: Data()))
    let error = #expect(throws: StoreError.self) {
      try Store(.account("ann", folder: "\(path)/users"), model: BandsModel())
    }
    let message = try #require(error?.message)
    #expect(message.hasPrefix("cannot make the folder '\(path)/users' for the files of accounts: "))
  }

  #if os(Linux)
    @Test
    func `files that cannot be deleted`() throws {
      // Not even root may delete it.
      let error = #expect(throws: StoreError.self) { try Store.delete(.file("/proc/version")) }
      let message = try #require(error?.message)
      #expect(message.hasPrefix("cannot delete '/proc/version': "))
    }
  #endif

  @Test
  func `a file that has been deleted while it was open`() throws {
    let path = folder.path("new.sqlite")
    let store = try Store(.file(path), model: BandsModel())
    try FileManager.default.removeItem(atPath: path)
    let error = #expect(throws: StoreError.self) {
      try store.importJSON(Self.document, into: .entity("Band"))
    }
    #expect(error?.message.contains("was deleted or renamed while it was open; open it again") == true)
  }
}
