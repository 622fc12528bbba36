import Bands
import Foundation
import Rowsmith
import Testing

/// Generated.md.
@Suite struct ReadingSnippet {
  private let printed = Printed()

  private func print(_ items: Any...) { printed.print(items) }

  @Test func `reading records`() async throws {
    let scratch = try ScratchFolder()
    let path = scratch.file("bands.sqlite")
    let document = Repository.root.appendingPathComponent("Schemas/Documents/bands.json").path
    let store = try Store(.file(path), model: BandsModel())
    let report = try await store.importJSON(.file(document), into: .document("catalog"))
    let bands = try await store.fetch(Band.filter { $0.disbanded != nil })
    if let album = try await store.fetch(Album.find("Avalon")), let reference = album.band {
      let band = try await store.fetch(reference)
      print(album.name, band?.formed ?? 0)
    }
    for band in bands { print(band.name, try await store.fetch(band.albums.count())) }
    print(try await store.fetch(Musician.all.count()), report.entities["Album"]?.inserted ?? 0)
    #expect([printed.text] == Sample.outputs(of: "Generated"))
  }
}
