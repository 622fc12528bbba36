import Bands
import Foundation
import Rowsmith
import Testing

/// The samples of Writing.md.
@Suite struct WritingSnippets {
  private let store: Store

  init() throws {
    store = try Store(.memory, model: BandsModel())
    let document = Repository.root.appendingPathComponent("Schemas/Documents/bands.json").path
    try store.importJSON(.file(document), into: .document("catalog"))
  }

  @Test func `records`() throws {
    try store.write { db in
      try db.insert(Band(name: "Talk Talk", formed: 1981))
      try db.upsert(Band(name: "Japan", formed: 1974, disbanded: 1991))
      try db.upsert(contentsOf: [
        Album(name: "Spirit of Eden", released: .now, band: "Talk Talk"),
        Album(name: "Laughing Stock", released: .now, band: "Talk Talk"),
      ])
      if var band = try db.fetch(Band.find("Talk Talk")) {
        band.disbanded = 1991
        try db.update(band)
      }
    }
    #expect(try store.fetch(Band.find("Talk Talk"))?.disbanded == 1991)
    #expect(try store.fetch(Album.filter { $0.band == "Talk Talk" }.count()) == 2)
  }

  @Test func `links`() throws {
    try store.write { db in
      try db.link("Avalon", to: "Roxy Music", Band.Columns.albums)
      try db.unlink("Siren", from: "Roxy Music", Band.Columns.albums)
      try db.setItems(["Tin Drum", "Quiet Life"], of: "Japan", Band.Columns.albums)
    }
    #expect(try store.fetch(Band.Columns.albums.records(of: "Japan").keys()) == ["Tin Drum", "Quiet Life"])
    #expect(try store.fetch(Album.find("Siren"))?.band == nil)
  }

  @Test func `many at once`() throws {
    try store.write { db in
      let changed = try db.update(Album.filter { $0.label == "Virgin" }) { [$0.label.set("EMI")] }
      let moved = try db.update(Album.filter { $0.band == "Roxy Music" }) { [$0.band.set(nil)] }
      let gone = try db.deleteAll(Album.filter { $0.band == nil })
      print(changed, moved, gone)
    }
    #expect(try store.fetch(Album.filter { $0.label == "Virgin" }.count()) == 0)
    #expect(try store.fetch(Album.filter { $0.band != "Japan" }.count()) == 0)
  }

  @Test func `savepoints`() throws {
    try store.write { db in
      do {
        try db.savepoint { db in
          try db.deleteAll(Musician.self)
          try db.insert(Band(name: "Japan", formed: 1974))
        }
      } catch let error as StoreError where error.reason == .alreadyExists {
        print("the musicians stay")
      }
    }
    #expect(try store.fetch(Musician.all.count()) > 0)
  }

  @Test func `SQL`() throws {
    try store.write { db in
      try db.execute(sql: "UPDATE Band SET formed = formed + ? WHERE name = ?", 1, "Japan")
    }
    #expect(try store.fetch(Band.find("Japan"))?.formed == 1975)
  }
}

/// The tests print nothing.
private func print(_ items: Any...) {}
