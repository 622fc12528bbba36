import Bands
import Foundation
import Rowsmith
import Testing

/// Documentation/Generated.md.
@Suite struct ReadingSnippet {
  @Test func `reading records`() async throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).sqlite").path
    defer {
      for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }
    let document = Repository.root.appendingPathComponent("Schemas/Documents/bands.json").path
    let store = try Store(.file(path), model: BandsModel())
    let report = try await store.importJSON(.file(document), into: .document("catalog"))
    let bands = try await store.fetchAll(Band.self)
    if let album = try await store.fetch(Album.self, key: "Avalon"), let reference = album.band {
      let band = try await store.fetch(reference)
      print(album.name, band?.formed ?? 0)
    }
    print(try await store.count(Musician.self), report.entities["Album"]?.inserted ?? 0, bands.count)
    #expect(bands.map(\.name) == ["Japan", "Roxy Music"])
  }
}

/// The tests print nothing.
private func print(_ items: any Sendable...) {}
