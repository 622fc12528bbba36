import Bands
import Foundation
import Rowsmith
import Testing

/// OpeningAStore.md.
@Suite struct OpeningSnippets {
  private let scratch: ScratchFolder
  private let printed = Printed()
  private var folder: String { scratch.path }
  private var path: String { scratch.file("bands.sqlite") }

  init() throws { scratch = try ScratchFolder() }

  private func print(_ items: Any...) { printed.print(items) }

  @Test func `a store is checked, emptied and closed`() throws {
    let store = try Store(.file(path), model: BandsModel())
    try store.importJSON(.string(#"{"name": "Japan", "formed": 1974}"#), into: .entity("Band"))
    for problem in try store.integrityProblems() { print(problem) }
    #expect(printed.text == "")
    #expect(try store.fetch(Band.all.count()) == 1)
    try store.deleteAllData()
    store.close()
    #expect { try store.fetch(Band.all.count()) } throws: { ($0 as? StoreError)?.reason == .closed }
    #expect(try Store(.existingFile(path), model: BandsModel()).fetch(Band.all.count()) == 0)
  }

  @Test func `accounts have a file each`() throws {
    let anna = try Store(.account("anna@example.org", folder: folder), model: BandsModel())
    try anna.importJSON(.string(#"{"name": "Japan", "formed": 1974}"#), into: .entity("Band"))
    let ben = try Store(.account("ben@example.org", folder: folder), model: BandsModel())
    print(try anna.fetch(Band.all.count()), try ben.fetch(Band.all.count()))
    #expect([printed.text] == Sample.outputs(of: "OpeningAStore"))

    anna.close()
    try Store.delete(.account("anna@example.org", folder: folder))
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(files.contains { $0.contains("ben") })
    #expect(!files.contains { $0.contains("anna") })
  }

  @Test func `the options of a cache survive a damaged file`() throws {
    try Data("no database".utf8).write(to: URL(fileURLWithPath: path))
    #expect { try Store(.file(path), model: BandsModel()) } throws: {
      ($0 as? StoreError)?.reason == .damaged
    }
    var options = StoreOptions()
    options.onModelChange = .deleteStore
    options.onDamage = .setAside
    options.busyTimeout = .seconds(10)
    let cache = try Store(.file(path), model: BandsModel(), options: options)
    #expect(try cache.fetch(Band.all.count()) == 0)
    #expect(FileManager.default.fileExists(atPath: path + ".damaged-1"))
  }

  @Test func `a read sees one state, and a backup is one`() async throws {
    let document = Repository.root.appendingPathComponent("Schemas/Documents/bands.json").path
    let copy = scratch.file("copy.sqlite")
    let store = try Store(.file(path), model: BandsModel())
    try await store.importJSON(.file(document), into: .document("catalog"))
    let (bands, albums) = try await store.read { db in
      (try db.fetch(Band.all), try db.fetch(Album.all))
    }
    try await store.backUp(to: copy)
    let restored = try Store(.existingFile(copy), model: BandsModel())
    #expect(try await restored.fetch(Band.all) == bands)
    #expect(try await restored.fetch(Album.all) == albums)
  }
}
