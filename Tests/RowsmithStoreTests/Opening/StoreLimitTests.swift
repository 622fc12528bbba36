import Bands
import Foundation
import Rowsmith
import Testing

/// How many read at once, how long a write waits, and what is deleted.
struct StoreLimitTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path("bands.sqlite") }

  init() throws { folder = try TemporaryFolder() }

  private func open(_ configure: (inout StoreOptions) -> Void = { _ in }) throws -> Store {
    var options = StoreOptions()
    configure(&options)
    return try Store(.file(path), model: BandsModel(), options: options)
  }

  @Test("A store has one reader at least", arguments: [0, -1, Int.min])
  func readers(_ count: Int) async throws {
    let store = try open { $0.maximumReaders = count }
    try await store.write { try $0.insert(Band(name: "Can", formed: 1968)) }
    async let one = store.fetch(Band.all.count())
    async let other = store.fetch(Band.all.count())
    #expect(try await [one, other] == [1, 1])
  }

  @Test(
    "Without time to wait, a write beside another process's fails at once, and a read does not wait",
    arguments: [Duration.zero, .seconds(-1), .nanoseconds(1)])
  func busy(_ timeout: Duration) throws {
    let store = try open { $0.busyTimeout = timeout }
    try store.write { try $0.insert(Band(name: "Can", formed: 1968)) }
    let other = try Store(.existingFile(path), model: BandsModel())
    try other.write { db in
      try db.insert(Band(name: "Neu!", formed: 1971))
      let write = #expect(throws: StoreError.self) {
        try store.write { try $0.insert(Band(name: "A", formed: 1)) }
      }
      #expect(write?.reason == .busy)
      let imported = #expect(throws: StoreError.self) {
        try store.importJSON(.string(#"{"name": "A", "formed": 1}"#), into: .entity("Band"))
      }
      #expect(imported?.reason == .busy)
      #expect(try store.fetch(Band.all.keys()) == ["Can"])
    }
    try store.write { try $0.insert(Band(name: "A", formed: 1)) }
    #expect(try store.fetch(Band.all.count()) == 3)
  }

  @Test("The log of a large write does not stay large")
  func logSize() throws {
    let store = try open()
    let log = folder.path("bands.sqlite-wal")
    func size() throws -> Int {
      try #require(try FileManager.default.attributesOfItem(atPath: log)[.size] as? Int)
    }
    try store.write { db in
      try db.execute(sql: "CREATE TABLE Mine (n)")
      try db.execute(sql: "INSERT INTO Mine VALUES (zeroblob(20 << 20))")
    }
    #expect(try size() > 20 << 20)
    for n in 1...2 { try store.write { try $0.execute(sql: "INSERT INTO Mine VALUES (?)", n) } }
    #expect(try size() <= 16 << 20)
  }

  @Test("Deleting a database takes its files and no other one; where there is none, nothing happens")
  func delete() throws {
    try open().write { try $0.insert(Band(name: "Can", formed: 1968)) }
    for name in ["bands.sqlite-wal", "bands.sqlite-shm", "bands.sqlite.damaged-1", "bands.sqlite2"] {
      #expect(FileManager.default.createFile(atPath: folder.path(name), contents: Data([1])))
    }
    try Store.delete(.file(path))
    #expect(folder.names == ["bands.sqlite.damaged-1", "bands.sqlite2"])
    try Store.delete(.file(path))
    try Store.delete(.memory)
    try Store.delete(.account("ann", folder: folder.path("users")))
    #expect(folder.names == ["bands.sqlite.damaged-1", "bands.sqlite2"])
  }

  @Test("Deleting all data asks no delete rule, leaves the app's own tables, and can be taken back")
  func deleteAllData() throws {
    let store = try open()
    try store.importJSON(.file(Repository.path("Schemas/Documents/bands.json")), into: .document("catalog"))
    try store.write { db in
      try db.execute(sql: "CREATE TABLE Mine (n)")
      try db.execute(sql: "INSERT INTO Mine VALUES (7)")
    }
    let before = try store.fetch(Album.all.count())
    #expect(throws: CancellationError.self) {
      try store.write { db in
        try db.deleteAllData()
        #expect(try db.fetch(Album.all.count()) == 0)
        throw CancellationError()
      }
    }
    #expect(try store.fetch(Album.all.count()) == before)
    try store.deleteAllData()
    for table in ["Band", "Album", "BandMember", "Musician"] {
      #expect(try store.fetch(.sql("SELECT count(*) AS n FROM \(table)")).first?["n"] == .integer(0))
    }
    #expect(try store.fetch(.sql("SELECT n FROM Mine")).map(\.values) == [[.integer(7)]])
  }

  @Test("A new file that is set aside as damaged takes the next free number, and leaves the earlier ones")
  func setAside() throws {
    for number in [1, 3] {
      let name = folder.path("bands.sqlite.damaged-\(number)")
      #expect(FileManager.default.createFile(atPath: name, contents: Data([UInt8(number)])))
    }
    for byte: UInt8 in [2, 4] {
      try Data(repeating: byte, count: 4096).write(to: URL(fileURLWithPath: path))
      try open { $0.onDamage = .setAside }.close()
    }
    let kept = try (1...4).map { number in
      try Data(contentsOf: URL(fileURLWithPath: folder.path("bands.sqlite.damaged-\(number)"))).first
    }
    #expect(kept == [1, 2, 3, 4])
  }
}
