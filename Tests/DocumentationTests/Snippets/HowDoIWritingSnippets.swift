import Bands
import Foundation
import Rowsmith
import Testing

/// HowDoI.md: writing.
@Suite(.timeLimit(.minutes(30))) struct HowDoIWritingSnippets {
  private let store: Store
  private let document = Repository.root.appendingPathComponent("Schemas/Documents/bands.json").path

  init() throws {
    store = try Store(.memory, model: BandsModel())
    try store.importJSON(.file(document), into: .document("catalog"))
  }

  @Test func `records`() async throws {
    try await store.write { db in
      try db.insert(Band(name: "Talk Talk", formed: 1981))
      try db.upsert(Band(name: "Japan", formed: 1974, disbanded: 1991))
    }
    try await store.write { db in
      guard var band = try db.fetch(Band.find("Japan")) else { return }
      band.disbanded = 1982
      try db.update(band)
    }
    #expect(try await store.fetch(Band.find("Japan"))?.disbanded == 1982)
    let albums = (1...1000).map { Album(name: "Live \($0)", released: .now, band: "Talk Talk") }
    try await store.write { try $0.upsert(contentsOf: albums) }
    let count = try await store.write { db in
      try db.update(Album.filter { $0.label == "Virgin" }) { [$0.label.set("EMI")] }
    }
    #expect(count > 0)
    try await store.write { db in
      try db.update(Band.filter { $0.disbanded == nil }) { [$0.formed.increment(by: 1)] }
      try db.update(Album.filter { $0.label == nil }) { [$0.label.set($0.band.name)] }
    }
    #expect(try await store.fetch(Band.find("Talk Talk"))?.formed == 1982)
    #expect(try await store.fetch(Album.find("Live 1"))?.label == "Talk Talk")
    try await store.write { db in
      try db.link("Avalon", to: "Roxy Music", Band.Columns.albums)
      try db.upsert(Album(name: "Tin Drum", released: .now, band: "Japan"))
    }
    try await store.write { db in
      try db.deleteAll(Album.filter { $0.band == nil })
      try db.deleteAll(Musician.self)
    }
    #expect(try await store.fetch(Musician.all.count()) == 0)
    #expect(try await store.fetch(Album.all.count()) == 1017)
  }

  @Test func `a record that may be there`() async throws {
    let band = Band(name: "Talk Talk", formed: 1981)
    for _ in 1...2 {
      try await store.write { db in
        guard try db.fetch(Band.find(band.id)) == nil else { return }
        try db.insert(band)
      }
    }
    let stored = try await store.write { db in
      try db.upsert(band)
      return try db.fetch(Band.find(band.id))
    }
    #expect(stored == band)
    var shown: [String] = []
    func show(_ text: String) { shown.append(text) }
    do {
      try await store.write { try $0.insert(Band(name: "Japan", formed: 1974)) }
    } catch let error as StoreError where error.reason == .alreadyExists {
      show(error.localizedDescription)
    }
    #expect(shown.count == 1)
  }

  @Test func `a link, and the order of a list`() async throws {
    let key = "Roxy Music"
    try await store.write { db in
      guard var album = try db.fetch(Album.find("Tin Drum")) else { return }
      album.band = Reference(key)
      try db.update(album)
    }
    #expect(try await store.fetch(Album.find("Tin Drum"))?.band?.key == "Roxy Music")
    let band = try #require(try await store.fetch(Band.find("Japan")))
    var moved = try await store.fetch(band.albums.keys())
    moved.swapAt(0, 1)
    try await store.write { db in
      var names = try db.fetch(band.albums.keys())
      names.swapAt(0, 1)
      try db.setItems(names, of: band.id, Band.Columns.albums)
    }
    #expect(moved.count == 6)
    #expect(try await store.fetch(band.albums.keys()) == moved)
  }

  @Test func `a record with a reference and a key, of Generated`() throws {
    let album = try #require(try store.fetch(Album.find("Tin Drum")))
    let member = BandMember(
      id: "Steve Jansen in Japan", instruments: "Drums", joined: 1974, band: album.band,
      musician: .init("Steve Jansen"))
    #expect(member.band?.key == "Japan" && member.musician?.key == "Steve Jansen")
  }

  @Test func `a part that is taken back`() throws {
    try store.write { db in
      try? db.savepoint { db in
        try db.deleteAll(Musician.self)
        throw CancellationError()
      }
    }
    #expect(try store.fetch(Musician.all.count()) == 12)
  }

  /// What an app takes a change back with.
  private final class Undoing: @unchecked Sendable {
    private let lock = NSLock()
    private var actions: [@Sendable () throws -> Void] = []

    var count: Int { lock.withLock { actions.count } }

    func register(_ action: @escaping @Sendable () throws -> Void) {
      lock.withLock { actions.append(action) }
    }

    func undo() throws { try lock.withLock { actions.popLast() }?() }
  }

  @Test func `what is undone`() async throws {
    let (store, undoManager) = (store, Undoing())
    let watching = Task {
      for await set in store.changes(withValues: true) {
        guard let change = set.rowChanges?.first, let old = try change.old(as: Band.self) else { continue }
        undoManager.register { _ = try store.write { try $0.upsert(old) } }
      }
    }
    while undoManager.count == 0 {
      try await store.write { db in
        _ = try db.update(Band.filter { $0.name == "Japan" }) { [$0.formed.set(.random(in: 1...9))] }
      }
      try await Task.sleep(for: .milliseconds(10))
    }
    watching.cancel()
    while undoManager.count > 0 { try undoManager.undo() }
    #expect(try await store.fetch(Band.find("Japan")) != nil)
  }

  @Test func `changes`() async throws {
    let store = store
    let forgotten = AsyncStream.makeStream(of: String.self)
    let forget = { @Sendable (key: String) in _ = forgotten.continuation.yield(key) }
    let watching = Task {
      for await set in store.changes() {
        for key in try set.deleted(Band.self) { forget(key) }
      }
    }
    let writing = Task {
      while !Task.isCancelled {
        try await store.write { _ = try $0.delete(Band.self, key: "Japan") }
        try await store.write { _ = try $0.upsert(Band(name: "Japan", formed: 1974)) }
      }
    }
    for await key in forgotten.stream {
      #expect(key == "Japan")
      break
    }
    writing.cancel()
    watching.cancel()
    let shown = AsyncStream.makeStream(of: Band?.self)
    let show = { @Sendable (band: Band?) in _ = shown.continuation.yield(band) }
    let observing = Task {
      for try await band in store.observe(Band.find("Japan")) { show(band) }
    }
    for await _ in shown.stream { break }
    observing.cancel()
  }

  @Test func `documents`() async throws {
    let report = try await store.importJSON(.file(document), into: .document("catalog"))
    #expect(report.entities["Band"]?.unchanged == 2)
    let json = try await store.exportJSON(Band.filter { $0.formed < 1975 })
    #expect(!json.isEmpty)
    var options = ImportOptions()
    options.onInvalid = .skip
    options.policy = .mergeAndPrune
    options.pruneScopes = [PruneScope(Album.filter { $0.band == "Japan" })]
    try await store.importJSON(
      .string(
        #"[{"name": "Tin Drum", "released": "1981-11-13T00:00:00Z", "band": "Japan"}, {"name": "Sons"}]"#),
      into: Album.self, options: options)
    #expect(try await store.fetch(Album.filter { $0.band == "Japan" }.count()) == 1)
  }
}
