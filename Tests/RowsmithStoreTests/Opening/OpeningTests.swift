import Bands
import Foundation
import Rowsmith
import Shop
import TestSupport
import Testing

/// How a store is opened, and what is done with files that are not as they should be.
struct OpeningTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path("bands.sqlite") }

  init() throws { folder = try TemporaryFolder() }

  private func open(_ configure: (inout StoreOptions) -> Void = { _ in }) throws -> Store {
    var options = StoreOptions()
    configure(&options)
    return try Store(.file(path), model: BandsModel(), options: options)
  }

  private func fill(_ store: Store, _ name: String = "Japan") throws {
    try store.write { try $0.insert(Band(name: name, formed: 1974)) }
  }

  @Test
  func `a read-only store reads, and refuses to write`() throws {
    try fill(try open())
    let store = try open { $0.isReadOnly = true }
    #expect(try store.fetch(Band.all.count()) == 1)
    let error = #expect(throws: StoreError.self) { try fill(store, "Korea") }
    #expect(error?.reason == .readOnly)
    #expect(throws: StoreError.self) {
      try store.importJSON(.string(#"{"name": "A", "formed": 1}"#), into: .entity("Band"))
    }
  }

  @Test
  func `a read-only store makes no file`() throws {
    #expect(throws: StoreError.self) { try open { $0.isReadOnly = true } }
    #expect(folder.names == [])
  }

  @Test
  func `a store that was opened by a relative path keeps its file wherever the process goes`() async {
    // In a process of its own, as the current directory is that of all tests.
    await #expect(processExitsWith: .success) {
      let name = "rowsmith-\(UUID().uuidString)"
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent(name)
      let other = folder.appendingPathComponent("other")
      try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      try #require(FileManager.default.changeCurrentDirectoryPath(folder.path))
      let store = try Store(.file("bands.sqlite"), model: BandsModel())
      try await store.write { try $0.insert(Band(name: "Japan", formed: 1974)) }
      try #require(FileManager.default.changeCurrentDirectoryPath(other.path))
      try #require(try await store.fetch(Band.all.count()) == 1)
      _ = try await #require(throws: StoreError.self) { try await store.backUp(to: "../bands.sqlite") }
    }
  }

  @Test
  func `a damaged file is refused, or set aside on request`() throws {
    try fill(try open())
    try Data(repeating: 0x41, count: 8192).write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: StoreError.self) { try open() }
    #expect(error?.reason == .damaged)
    let store = try open { $0.onDamage = .setAside }
    #expect(try store.fetch(Band.all.count()) == 0)
    #expect(folder.names.contains("bands.sqlite.damaged-1"))
    try Data(repeating: 0x42, count: 8192).write(to: URL(fileURLWithPath: path))
    store.close()
    _ = try open { $0.onDamage = .setAside }
    #expect(folder.names.contains("bands.sqlite.damaged-2"))
  }

  @Test
  func `a damaged file is set aside where it is, not the symbolic link that leads to it`() throws {
    let kept = folder.path("kept")
    try FileManager.default.createDirectory(atPath: kept, withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "kept/real.sqlite")
    let damaged = Data(repeating: 0x41, count: 8192)
    try damaged.write(to: URL(fileURLWithPath: "\(kept)/real.sqlite"))
    let store = try open { $0.onDamage = .setAside }
    try fill(store)
    store.close()
    #expect(folder.names == ["bands.sqlite", "kept"])
    let names = try FileManager.default.contentsOfDirectory(atPath: kept)
    #expect(names.sorted() == ["real.sqlite", "real.sqlite.damaged-1"])
    #expect(FileManager.default.contents(atPath: "\(kept)/real.sqlite.damaged-1") == damaged)
    let direct = try Store(.file("\(kept)/real.sqlite"), model: BandsModel())
    #expect(try direct.fetch(Band.all.count()) == 1)
  }

  @Test
  func `damage inside is found by the check`() throws {
    let store = try open()
    try store.write { db in
      for number in 0..<2000 { try db.insert(Band(name: "Band \(number)", formed: number)) }
    }
    #expect(try store.integrityProblems() == [])
    store.close()
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    try file.seek(toOffset: 4096 * 9)
    try file.write(contentsOf: Data(repeating: 0xAB, count: 4096 * 4))
    try file.close()
    #expect(throws: StoreError.self) { try open { $0.checksIntegrity = true } }
    #expect(try open().integrityProblems() != [])
    let fresh = try open { options in
      options.checksIntegrity = true
      options.onDamage = .setAside
    }
    #expect(try fresh.fetch(Band.all.count()) == 0)
  }

  @Test
  func `each account has a file of its own`() throws {
    let names = ["ann@example.org", "Ann@example.org", "../escape", "", "a/b", "ä", "%61"]
    for (index, name) in names.enumerated() {
      let store = try Store(.account(name, folder: folder.path("users")), model: BandsModel())
      #expect(try store.fetch(Band.all.count()) == 0, "\(name)")
      try fill(store, "Band \(index)")
    }
    for (index, name) in names.enumerated() {
      let store = try Store(.account(name, folder: folder.path("users")), model: BandsModel())
      #expect(try store.fetch(Band.all).map(\.name) == ["Band \(index)"])
    }
    #expect(folder.names == ["users"])
    try Store.delete(.account("a/b", folder: folder.path("users")))
    let again = try Store(.account("a/b", folder: folder.path("users")), model: BandsModel())
    #expect(try again.fetch(Band.all.count()) == 0)
  }

  @Test
  func `deleting through a symbolic link leaves no data behind`() throws {
    let kept = folder.path("kept")
    try FileManager.default.createDirectory(atPath: kept, withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "kept/real.sqlite")
    let store = try open()
    try fill(store)
    store.close()
    try Data("left by a crash".utf8).write(to: URL(fileURLWithPath: "\(kept)/real.sqlite-wal"))
    try Store.delete(.file(path))
    #expect(try FileManager.default.contentsOfDirectory(atPath: kept) == [])
    let again = try open()
    #expect(try again.fetch(Band.all.count()) == 0)
    again.close()
    #expect(try FileManager.default.contentsOfDirectory(atPath: kept) == ["real.sqlite"])
    #expect(folder.names == ["bands.sqlite", "kept"])
  }

  @Test(arguments: [true, false])
  func `opening through a symbolic link waits for a process that replaces what it leads to`(
    isThere: Bool
  ) throws {
    let kept = folder.path("kept")
    try FileManager.default.createDirectory(atPath: kept, withIntermediateDirectories: false)
    // Between the old file and the new one, there is none.
    if isThere { try Store(.file("\(kept)/real.sqlite"), model: BandsModel()).close() }
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "kept/real.sqlite")
    // The lock that such a process holds is the folder's.
    let replacing = try #require(opendir(kept))
    defer { closedir(replacing) }
    #expect(flock(dirfd(replacing), LOCK_EX) == 0)
    let start = ContinuousClock.now
    let store = try open()
    #expect(ContinuousClock.now - start >= .milliseconds(190))
    store.close()
    #expect(FileManager.default.fileExists(atPath: "\(kept)/real.sqlite"))
  }

  @Test
  func `a closed store refuses`() async throws {
    let store = try open()
    try fill(store)
    _ = try await store.fetch(Band.all)
    await store.close()
    await #expect(throws: StoreError.self) { try await store.fetch(Band.all) }
    let error = #expect(throws: StoreError.self) { try fill(store) }
    #expect(error?.reason == .closed)
    // The log is in the file when the last connection is closed.
    #expect(folder.names == ["bands.sqlite"])
  }

  @Test
  func `wiping leaves the tables`() throws {
    let store = try open()
    let document = Repository.path("Schemas/Documents/bands.json")
    try store.importJSON(.file(document), into: .document("catalog"))
    try store.deleteAllData()
    #expect(try store.fetch(Band.all.count()) == 0)
    #expect(try store.fetch(Album.all.count()) == 0)
    let report = try store.importJSON(.file(document), into: .document("catalog"))
    #expect(report.entities["Album"]?.inserted == 17)
  }

  @Test
  func `a backup is the database as it was`() async throws {
    let store = try open()
    try fill(store)
    try await store.backUp(to: folder.path("copy.sqlite"))
    try fill(store, "Korea")
    let copy = try Store(.existingFile(folder.path("copy.sqlite")), model: BandsModel())
    #expect(try await copy.fetch(Band.all).map(\.name) == ["Japan"])
    await copy.close()
    try await store.backUp(to: folder.path("copy.sqlite"))
    let newer = try Store(.existingFile(folder.path("copy.sqlite")), model: BandsModel())
    #expect(try await newer.fetch(Band.all.count()) == 2)
    await #expect(throws: StoreError.self) { try await store.backUp(to: path) }
    await #expect(throws: StoreError.self) { try await store.backUp(to: folder.path("none/copy.sqlite")) }
    let memory = try Store(.memory, model: BandsModel())
    try fill(memory, "In memory")
    try await memory.backUp(to: folder.path("memory.sqlite"))
    #expect(
      try await Store(.file(folder.path("memory.sqlite")), model: BandsModel()).fetch(Band.all.count()) == 1)
  }

  @Test
  func `another model's database is refused, and never deleted`() throws {
    try fill(try open())
    for policy in ModelChangePolicy.allCases {
      var options = StoreOptions()
      options.onModelChange = policy
      let error = #expect(throws: MigrationError.self) {
        try Store(.file(path), model: ShopModel(), options: options)
      }
      #expect(error?.reason == .otherModel)
    }
    #expect(try open().fetch(Band.all.count()) == 1)
  }

  @Test
  func `of two that begin anew, the second does not delete what the first has made`() throws {
    var old = BandsModel.schema
    for entity in old.entities.indices {
      for index in old.entities[entity].attributes.indices
      where old.entities[entity].attributes[index].name == "disbanded" {
        old.entities[entity].attributes[index].name = "ended"
      }
    }
    try Store(.file(path), schema: old).close()
    let path = path
    let first = Guarded<Store?>(nil)
    let second = try open { options in
      options.onModelChange = .deleteStore
      let plain = options
      options.trace = StatementTrace { statement in
        guard statement.sql.contains("_rowsmith_meta"), first.withLock({ $0 == nil }) else { return }
        guard let store = try? Store(.file(path), model: BandsModel(), options: plain) else { return }
        _ = try? store.write { try $0.insert(Band(name: "Can", formed: 1968)) }
        first.withLock { $0 = store }
      }
    }
    #expect(try second.fetch(Band.all.count()) == 1)
    try fill(try #require(first.withLock { $0 }))
    #expect(try second.fetch(Band.all.count()) == 2)
  }
}
