import Bands
import Foundation
import Rowsmith
import Testing

/// Rowsmith.md.
@Suite struct OverviewSnippet {
  private let printed = Printed()

  private func print(_ items: Any...) { printed.print(items) }

  @Test func `the overview imports, fetches and writes`() async throws {
    let scratch = try ScratchFolder()
    let path = scratch.file("bands.sqlite")
    let document = Repository.root.appendingPathComponent("Schemas/Documents/bands.json").path
    let store = try Store(.file(path), model: BandsModel())
    try await store.importJSON(.file(document), into: .document("catalog"))

    let seventies = Band.filter { $0.formed >= 1970 && $0.albums.count > 3 }.order { $0.name }
    for band in try await store.fetch(seventies) { print(band.name, band.formed) }

    try await store.write { db in
      try db.upsert(Musician(name: "Mark Isham", born: 1951, instruments: "Trumpet"))
    }
    #expect([printed.text] == Sample.outputs(of: "Rowsmith"))
    #expect(try await store.fetch(Musician.filter { $0.name == "Mark Isham" }.exists()))
  }
}
