import Bands
import Foundation
import Rowsmith
import Testing

/// Sources/Rowsmith/Rowsmith.docc/Observing.md.
@Suite(.timeLimit(.minutes(30))) struct ObservingSnippet {
  private let store: Store

  init() throws {
    store = try Store(.memory, model: BandsModel())
    let document = Repository.root.appendingPathComponent("Schemas/Documents/bands.json").path
    try store.importJSON(.file(document), into: .document("catalog"))
  }

  @Test func `observing values`() async throws {
    let store = store
    let shown = AsyncStream.makeStream(of: [String].self)
    let show = { @Sendable (bands: [Band]) in _ = shown.continuation.yield(bands.map(\.name)) }
    let albums = AsyncStream.makeStream(of: Album?.self)
    let showAlbum = { @Sendable (album: Album?) in _ = albums.continuation.yield(album) }
    let task = Task {
      for try await bands in store.observe(Band.filter { $0.disbanded == nil }) {
        show(bands)
      }
    }
    let other = Task {
      let show = showAlbum
      for try await album in store.observe(Album.find("Avalon")) {
        show(album)
      }
    }
    let counts = store.observe { db in
      [try db.fetch(Band.all.count()), try db.fetch(Album.all.count())]
    }
    for try await pair in counts {
      #expect(pair[0] == 2)
      break
    }
    for await names in shown.stream {
      if names.contains("Talk Talk") { break }
      try await store.write { _ = try $0.upsert(Band(name: "Talk Talk", formed: 1981)) }
    }
    for await album in albums.stream {
      if album == nil { break }
      try await store.write { _ = try $0.delete(Album.self, key: "Avalon") }
    }
    task.cancel()
    other.cancel()
    try await task.value
    try await other.value
  }

  @Test func `observing change sets`() async throws {
    let store = store
    let changes = store.changes()
    var known = Set(try await store.fetch(Band.all).map(\.name))
    try await store.write { _ = try $0.delete(Band.self, key: "Japan") }
    try await store.write { try $0.insert(Band(name: "Talk Talk", formed: 1981)) }
    // Cancelled from inside, when both sets have come.
    let reading = Task { [known] in
      var known = known
      func forget(_ name: String) { known.remove(name) }
      func remember(_ band: Band) {
        known.insert(band.name)
        if band.name == "Talk Talk" { withUnsafeCurrentTask { $0?.cancel() } }
      }
      func rememberAll(_ bands: [Band]) { known = Set(bands.map(\.name)) }
      for await set in changes {
        for name in try set.deleted(Band.self) { forget(name) }
        let keys = try set.inserted(Band.self) + set.updated(Band.self)
        for band in try await store.fetch(Band.find(keys: keys)) {
          remember(band)
        }
        if !set.isComplete(Band.self) { rememberAll(try await store.fetch(Band.all)) }
      }
      return known
    }
    known = try await reading.value
    #expect(known == ["Roxy Music", "Talk Talk"])
  }

  @Test func `other processes`() async throws {
    try await store.checkForExternalChanges()
    var options = StoreOptions()
    options.externalChangeInterval = .seconds(2)
    #expect(try Store(.memory, model: BandsModel(), options: options).options == options)
  }
}
