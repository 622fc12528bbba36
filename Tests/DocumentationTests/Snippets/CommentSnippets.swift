import Bands
import Foundation
import Rowsmith
import Testing

/// The samples in comments of the library.
@Suite struct CommentSnippets {
  private let scratch: ScratchFolder
  private let document = Repository.root.appendingPathComponent("Schemas/Documents/bands.json").path

  init() throws { scratch = try ScratchFolder() }

  private func filledStore() async throws -> Store {
    let store = try Store(.memory, model: BandsModel())
    try await store.importJSON(.file(document), into: .document("catalog"))
    return store
  }

  @Test func `a store`() async throws {
    let path = scratch.file("bands.sqlite")
    let store = try Store(.file(path), model: BandsModel())
    try await store.importJSON(.file(document), into: .document("catalog"))
    let bands = try await store.fetch(Band.filter { $0.formed >= 1970 })
    #expect(bands.map(\.name) == ["Japan", "Roxy Music"])
  }

  @Test func `a query`() async throws {
    let store = try await filledStore()
    let recent = Band.filter { $0.formed >= 1970 && $0.disbanded == nil }
      .order { $0.name.ascending }
      .limit(20)
    let bands = try await store.fetch(recent)
    #expect(bands == [])
  }

  @Test func `a reference`() async throws {
    let store = try await filledStore()
    let album = Album(name: "Tin Drum", released: .now, band: "Japan")
    let band = try await store.fetch(album.band)
    #expect(band?.formed == 1974)
  }

  private let shown = Printed()

  private func show(_ bands: [Band]) { shown.print(bands.map(\.name)) }

  @Test func `an observation`() async throws {
    let store = try await filledStore()
    try await store.write { db in try db.upsert(Band(name: "Rain Tree Crow", formed: 1989)) }
    let observing = Task {
      for try await bands in store.observe(Band.filter { $0.disbanded == nil }) { show(bands) }
    }
    while shown.text.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
    observing.cancel()
    try await observing.value
    #expect(shown.text == "Rain Tree Crow\n")
    await store.close()
  }

  @Test func `writing`() async throws {
    let store = try await filledStore()
    try await store.write { db in
      guard var band = try db.fetch(Band.find("Japan")) else { return }
      band.disbanded = 1991
      try db.update(band)
    }
    #expect(try await store.fetch(Band.find("Japan"))?.disbanded == 1991)
    try await store.write { db in
      try db.link("Avalon", to: "Roxy Music", Band.Columns.albums)
    }
    #expect(try await store.fetch(Album.find("Avalon"))?.band == "Roxy Music")
  }
}
