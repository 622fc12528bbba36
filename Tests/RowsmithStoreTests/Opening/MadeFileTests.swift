import Bands
import CSQLite
import Foundation
import TestSupport
import Testing

@testable import Rowsmith

/// A database file that opening a store has made, and who may delete it.
struct MadeFileTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("bands.sqlite")
  }

  private func open() throws -> Store { try Store(.file(path), model: BandsModel()) }

  @Test
  func `a store that is discarded leaves no file`() throws {
    try open().discard()
    #expect(folder.names == [])
  }

  @Test
  func `a store that has been read leaves no file either`() throws {
    let store = try open()
    #expect(try store.fetch(Band.all.count()) == 0)
    store.discard()
    #expect(folder.names == [])
  }

  @Test
  func `nor does one whose model has a history and searches`() throws {
    let schema = try ModelFile.schema(
      """
      rowsmith: 1
      history: true
      entities:
        Article: { attributes: { id: Int, title: String }, search: [title] }
        Note: { attributes: { text: String }, search: { columns: [text], tokenizer: trigram } }
      """)
    for entity in ["Article", "Note"] {
      let store = try Store(.file(path), schema: schema)
      #expect(throws: ImportError.self) {
        try store.importJSON(.string(#"{"id": "x"}"#), into: .entity(entity))
      }
      store.discard()
      #expect(folder.names == [], "\(entity)")
    }
    let store = try Store(.file(path), schema: schema)
    try store.importJSON(.string(#"{"id": 1, "title": "a"}"#), into: .entity("Article"))
    store.discard()
    #expect(folder.names == ["bands.sqlite"])
  }

  @Test
  func `what holds a row stays`() throws {
    let store = try open()
    try store.write { try $0.insert(Band(name: "Japan", formed: 1974)) }
    store.discard()
    #expect(folder.names == ["bands.sqlite"])
    #expect(try open().fetch(Band.all.count()) == 1)
  }

  @Test
  func `what holds a row of another program stays`() throws {
    let store = try open()
    try store.write { try $0.execute(sql: "CREATE TABLE mine AS SELECT 1") }
    store.discard()
    #expect(folder.names == ["bands.sqlite"])
  }

  @Test
  func `what was there stays`() throws {
    try Data().write(to: URL(fileURLWithPath: path))
    try open().discard()
    #expect(folder.names == ["bands.sqlite"])
  }

  @Test(arguments: [false, true])
  func `what another has open stays`(hasWritten: Bool) throws {
    let (store, other) = (try open(), try open())
    if hasWritten { try other.write { try $0.insert(Band(name: "Japan", formed: 1974)) } }
    store.discard()
    try other.write { try $0.insert(Band(name: "Can", formed: 1968)) }
    other.close()
    #expect(try open().fetch(Band.all.count()) == (hasWritten ? 2 : 1))
  }

  @Test
  func `in another program's database, what another process has noted stays`() throws {
    var handle: OpaquePointer?
    try #require(sqlite3_open(path, &handle) == SQLITE_OK)
    #expect(sqlite3_exec(handle, "CREATE TABLE mine (a)", nil, nil, nil) == SQLITE_OK)
    sqlite3_close(handle)
    var options = StoreOptions()
    options.internalTables = [
      InternalTable(
        "requests", versions: [.init(create: ["CREATE TABLE _rowsmith_requests (a)"])], clearedBy: [])
    ]
    let store = try Store(.file(path), model: BandsModel(), options: options)
    let other = try Store(.file(path), model: BandsModel(), options: options)
    try other.write { try $0.run("INSERT INTO _rowsmith_requests VALUES (1)") }
    other.close()
    store.discard()
    let again = try Store(.file(path), model: BandsModel(), options: options)
    #expect(try again.fetch(.sql("SELECT a FROM _rowsmith_requests")).count == 1)
  }

  @Test
  func `another file in its place stays`() throws {
    let store = try open()
    try FileManager.default.moveItem(atPath: path, toPath: folder.path("moved.sqlite"))
    try Data("another".utf8).write(to: URL(fileURLWithPath: path))
    store.discard()
    #expect(folder.names == ["bands.sqlite", "moved.sqlite"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("another".utf8))
  }

  @Test
  func `stores that open one new file at once all succeed`() throws {
    var patient = StoreOptions()
    patient.busyTimeout = .seconds(1800)
    let options = patient
    for round in 0..<20 {
      let path = folder.path("\(round).sqlite")
      let failures = FailureList()
      DispatchQueue.concurrentPerform(iterations: 4) { number in
        failures.run {
          let store = try Store(.file(path), model: BandsModel(), options: options)
          try store.write { try $0.insert(Band(name: "Band \(number)", formed: 1974)) }
        }
      }
      #expect(failures.all == [])
      #expect(try Store(.file(path), model: BandsModel()).fetch(Band.all.count()) == 4)
    }
  }

  /// Errors of several threads.
  private final class FailureList: @unchecked Sendable {
    /// Guards `all`.
    private let lock = NSLock()
    private(set) var all: [String] = []

    func run(_ body: () throws -> Void) {
      do { try body() } catch { lock.withLock { all.append("\(error)") } }
    }
  }

  @Test
  func `the log waits for others up to the busy timeout, then gives up`() throws {
    try open().close()
    var handle: OpaquePointer?
    try #require(sqlite3_open(path, &handle) == SQLITE_OK)
    defer { sqlite3_close(handle) }
    let sql = "PRAGMA journal_mode = DELETE; BEGIN; SELECT * FROM Band"
    try #require(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK)
    var options = StoreOptions()
    options.busyTimeout = .milliseconds(50)
    let error = #expect(throws: StoreError.self) {
      try Store(.file(path), model: BandsModel(), options: options)
    }
    #expect(error?.reason == .busy)
    nonisolated(unsafe) let connection = handle
    // On a thread of its own: those of the queues have other tests to run.
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 0.2)
      sqlite3_exec(connection, "COMMIT", nil, nil, nil)
    }
    options.busyTimeout = .seconds(1800)
    let store = try Store(.file(path), model: BandsModel(), options: options)
    #expect(try store.fetch(Band.all.count()) == 0)
  }
}
