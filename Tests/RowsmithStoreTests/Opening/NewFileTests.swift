import Bands
import CSQLite
import Foundation
import Rowsmith
import TestSupport
import Testing

/// A file that its store has made: the first import is written straight into it.
struct NewFileTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("bands.sqlite")
  }

  private func open(_ configure: (inout StoreOptions) -> Void = { _ in }) throws -> Store {
    var options = StoreOptions()
    configure(&options)
    return try Store(.file(path), model: BandsModel(), options: options)
  }

  /// Enough that pages are written before the end.
  private static let document: JSONSource = {
    let filler = String(repeating: "x", count: 2000)
    let bands = (0..<20_000).map { #"{"name": "Band \#($0) \#(filler)", "formed": 1974}"# }
    return .string("[\(bands.joined(separator: ","))]")
  }()

  /// Imports, and runs the body once when most of the document is read.
  private func importing(into store: Store, _ body: @escaping @Sendable () throws -> Void) throws {
    let failure = Guarded<(any Error)?>(nil)
    let hasRun = Guarded(false)
    var options = ImportOptions()
    options.progress = { progress in
      guard progress.bytes > 30_000_000,
        !hasRun.withLock({ wasRun in
          defer { wasRun = true }; return wasRun
        })
      else { return }
      do { try body() } catch { failure.withLock { $0 = error } }
    }
    try store.importJSON(NewFileTests.document, into: .entity("Band"), options: options)
    #expect(hasRun.withLock { $0 })
    if let error = failure.withLock({ $0 }) { throw error }
  }

  private func journalMode(_ path: String) throws -> String? {
    var handle: OpaquePointer?
    defer { sqlite3_close(handle) }
    try #require(sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK)
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    try #require(sqlite3_prepare_v2(handle, "PRAGMA journal_mode", -1, &statement, nil) == SQLITE_OK)
    try #require(sqlite3_step(statement) == SQLITE_ROW)
    return sqlite3_column_text(statement, 0).map { String(cString: $0) }
  }

  @Test
  func `the first import needs no log, and leaves one on`() throws {
    let store = try open()
    let (path, folder) = (path, folder.url.path)
    try importing(into: store) {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      #expect(names == ["bands.sqlite", "bands.sqlite-journal"])
      let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
      #expect(try #require(size) > 8_000_000)
    }
    #expect(try journalMode(path) == "wal")
    #expect(try store.fetch(Band.all.count()) == 20_000)
    #expect(try store.integrityProblems() == [])
  }

  @Test
  func
    `tables of another target are made before anybody uses the file, and are there during the first import`()
    throws
  {
    let store = try open()
    let table = InternalTable(
      "visits", versions: [.init(create: ["CREATE TABLE _rowsmith_visits (page TEXT)"])], clearedBy: [])
    try store.prepare([table])
    let folder = folder.url.path
    let counts = Guarded<[Int]>([])
    try importing(into: store) {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      #expect(names == ["bands.sqlite", "bands.sqlite-journal"])
      let count = try store.fetch(.sql("SELECT page FROM _rowsmith_visits")).count
      counts.withLock { $0.append(count) }
    }
    #expect(counts.withLock { $0 } == [0])
    #expect(try store.fetch(.sql("SELECT page FROM _rowsmith_visits")).isEmpty)
    #expect(try journalMode(path) == "wal")
  }

  @Test
  func `what is empty in a new file is not read before something is in the file`() async throws {
    let store = try open()
    #expect(try await store.readUnlessNew { _ in 1 } == nil)
    #expect(try journalMode(path) == "delete")
    try await store.importJSON(.string(#"[{"name": "Can", "formed": 1968}]"#), into: .entity("Band"))
    #expect(try await store.readUnlessNew { _ in 1 } == 1)
  }

  @Test
  func `who reads during the first import sees an empty database, and all of it afterwards`() throws {
    let store = try open()
    let counts = Guarded<[Int]>([])
    try importing(into: store) {
      // More than one, as readers are kept.
      for _ in 0..<2 {
        let count = try store.read { try $0.fetch(Band.all.count()) }
        counts.withLock { $0.append(count) }
      }
    }
    #expect(counts.withLock { $0 } == [0, 0])
    #expect(try store.fetch(Band.all.count()) == 20_000)
  }

  @Test
  func `a read that outlasts the first import ends on the state it began with`() throws {
    let store = try open()
    let (began, imported) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let counts = Guarded<[Int]>([])
    let read: @Sendable () -> Void = {
      try? store.read { db in
        let first = try db.fetch(Band.all.count())
        began.signal()
        imported.wait()
        let second = try db.fetch(Band.all.count())
        counts.withLock { $0 = [first, second] }
      }
      began.signal()
    }
    try importing(into: store) {
      Thread(block: read).start()
      began.wait()
    }
    imported.signal()
    began.wait()
    #expect(counts.withLock { $0 } == [0, 0])
    #expect(try store.fetch(Band.all.count()) == 20_000)
  }

  @Test
  func `who waits for the reader of the empty state is given one of what was imported`() throws {
    let store = try open { $0.maximumReaders = 1 }
    let (began, imported, ended) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    let counts = Guarded<[Int]>([])
    let first: @Sendable () -> Void = {
      try? store.read { db in
        began.signal()
        imported.wait()
        let count = try db.fetch(Band.all.count())
        counts.withLock { $0.append(count) }
      }
      ended.signal()
    }
    let second: @Sendable () -> Void = {
      began.signal()
      if let count = try? store.fetch(Band.all.count()) { counts.withLock { $0.append(count) } }
      ended.signal()
    }
    try importing(into: store) {
      for read in [first, second] {
        Thread(block: read).start()
        began.wait()
      }
    }
    imported.signal()
    for _ in 0..<2 { try #require(ended.wait(timeout: .now() + 1800) == .success) }
    #expect(counts.withLock { $0 } == [0, 20_000])
  }

  @Test
  func `an observed value is empty, then what was imported`() async throws {
    let store = try open()
    let values = store.observe { try $0.fetch(Band.all.count()) }.makeAsyncIterator()
    #expect(try await values.next() == 0)
    try await store.importJSON(NewFileTests.document, into: .entity("Band"))
    #expect(try await values.next() == 20_000)
  }

  @Test
  func `what a crash leaves behind is taken back by whoever opens the file`() throws {
    let store = try open()
    let (path, copy) = (path, folder.path("copy.sqlite"))
    try importing(into: store) {
      for suffix in ["", "-journal"] {
        try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
      }
    }
    let another = folder.path("another.sqlite")
    for suffix in ["", "-journal"] {
      try FileManager.default.copyItem(atPath: copy + suffix, toPath: another + suffix)
    }
    var options = StoreOptions()
    options.isReadOnly = true
    #expect(try Store(.file(another), model: BandsModel(), options: options).fetch(Band.all.count()) == 0)
    let reopened = try Store(.file(copy), model: BandsModel())
    #expect(try reopened.fetch(Band.all.count()) == 0)
    #expect(try reopened.integrityProblems() == [])
    try reopened.write { try $0.insert(Band(name: "Japan", formed: 1974)) }
    #expect(try reopened.fetch(Band.all.count()) == 1)
  }

  @Test
  func `other processes wait for the first import`() throws {
    let store = try open()
    let path = path
    try importing(into: store) {
      var options = StoreOptions()
      options.busyTimeout = .milliseconds(1)
      let error = #expect(throws: StoreError.self) {
        try Store(.file(path), model: BandsModel(), options: options)
      }
      #expect(error?.reason == .busy)
    }
    #expect(try Store(.file(path), model: BandsModel()).fetch(Band.all.count()) == 20_000)
  }

  @Test
  func `an import that does not write leaves the file as it was`() throws {
    let store = try open()
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(throws: ImportError.self) {
      try store.importJSON(.string(#"[{"name": "A", "formed": 1}, 7]"#), into: .entity("Band"))
    }
    try store.importJSON(.string("[]"), into: .entity("Band"))
    #expect(folder.names == ["bands.sqlite"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    #expect(try store.fetch(Band.all.count()) == 0)
    #expect(try journalMode(path) == "wal")
  }

  @Test
  func `an import that is cancelled before it begins withholds nothing`() async throws {
    let store = try open()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await store.importJSON(.string("[]"), into: .entity("Band"))
    }
    await #expect(throws: ImportError.self) { try await task.value }
    try await Store(.file(path), model: BandsModel()).write {
      try $0.insert(Band(name: "Japan", formed: 1974))
    }
    #expect(try await store.fetch(Band.all.count()) == 1)
  }

  @Test
  func `rows that another program has written are seen during the first import`() throws {
    let store = try open()
    var handle: OpaquePointer?
    try #require(sqlite3_open(path, &handle) == SQLITE_OK)
    let sql = "INSERT INTO Band (name, formed) VALUES ('Japan', 1974)"
    #expect(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK)
    sqlite3_close(handle)
    let counts = Guarded<[Int]>([])
    try importing(into: store) {
      let count = try store.fetch(Band.all.count())
      counts.withLock { $0.append(count) }
    }
    #expect(counts.withLock { $0 } == [1])
  }

  @Test
  func `where another process reads the new file, the log is turned on later`() throws {
    let store = try open { $0.busyTimeout = .milliseconds(1) }
    var handle: OpaquePointer?
    try #require(sqlite3_open(path, &handle) == SQLITE_OK)
    #expect(sqlite3_exec(handle, "BEGIN; SELECT * FROM Band", nil, nil, nil) == SQLITE_OK)
    let error = #expect(throws: StoreError.self) {
      try store.importJSON(.string(#"[{"name": "Japan", "formed": 1974}]"#), into: .entity("Band"))
    }
    #expect(error?.reason == .busy)
    #expect(try store.fetch(Band.all.count()) == 0)
    sqlite3_close(handle)
    try store.write { try $0.insert(Band(name: "Japan", formed: 1974)) }
    #expect(try journalMode(path) == "wal")
    #expect(try store.fetch(Band.all.count()) == 1)
  }

  @Test(arguments: ["read", "write", "close", "nothing"])
  func `the log is on after any other use`(_ use: String) throws {
    do {
      let store = try open()
      switch use {
      case "read": _ = try store.fetch(Band.all.count())
      case "write": try store.write { try $0.insert(Band(name: "Japan", formed: 1974)) }
      case "close": store.close()
      default: break
      }
    }
    #expect(try journalMode(path) == "wal")
  }

  @Test
  func `where another process came first, reads see what it wrote`() throws {
    let store = try open()
    try Store(.file(path), model: BandsModel()).write { try $0.insert(Band(name: "Japan", formed: 1974)) }
    let counts = Guarded<[Int]>([])
    try importing(into: store) {
      let count = try store.fetch(Band.all.count())
      counts.withLock { $0.append(count) }
    }
    #expect(counts.withLock { $0 } == [1])
    #expect(try store.fetch(Band.all.count()) == 20_001)
  }

  #if os(Linux)
    @Test
    func `a closed store does not keep the file open, though another process reads it`() throws {
      let store = try open()
      // A reader of its own process: SQLite would keep the descriptors of this one.
      let reader = Process()
      reader.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      reader.arguments = [
        "python3", "-c",
        "import sqlite3, sys; c = sqlite3.connect(sys.argv[1], isolation_level=None); c.execute('BEGIN'); "
          + "c.execute('SELECT count(*) FROM Band').fetchall(); print('reads', flush=True); sys.stdin.read()",
        path,
      ]
      let (input, output) = (Pipe(), Pipe())
      (reader.standardInput, reader.standardOutput) = (input, output)
      try reader.run()
      _ = output.fileHandleForReading.availableData
      store.close()
      let path = path
      let isOpen = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").contains {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path
      }
      #expect(!isOpen)
      try input.fileHandleForWriting.close()
      reader.waitUntilExit()
      withExtendedLifetime(store) {}
    }
  #endif
}
