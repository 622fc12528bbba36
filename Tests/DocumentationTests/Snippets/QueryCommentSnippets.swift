import Bands
import Foundation
import Rowsmith
import Testing

/// The samples in comments of what reads and writes many records.
@Suite struct QueryCommentSnippets {
  private let store: Store

  init() throws {
    store = try Store(.memory, model: BandsModel())
    let document = Repository.root.appendingPathComponent("Schemas/Documents/bands.json").path
    try store.importJSON(.file(document), into: .document("catalog"))
  }

  @Test func `days`() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone.current
    let today = Album.filter { $0.released.isIn(.day, of: .now, calendar) }
    #expect(try store.count(today) == 0)
  }

  @Test func `values and groups`() throws {
    try store.read { db in
      let names = try db.values(Band.filter { $0.formed > 1970 }) { $0.name }
      let labels = try db.values(Album.all, distinct: true) { $0.label }
      #expect(names.count == 2 && labels.count == 4)
      for (label, count) in try db.count(Album.all, groupedBy: { $0.label }) { print(label ?? "-", count) }
    }
  }

  @Test func `graphs`() throws {
    try store.read { db in
      let bands = try db.fetchAll(Band.self)
      let albums = try db.related(to: bands) { $0.albums }
      for band in bands { print(band.name, albums[band].map(\.name)) }
      #expect(albums.all.count == 17)
      for (band, albums, members) in try db.fetchAll(Band.all, including: { ($0.albums, $0.members) }) {
        print(band.name, albums.count, members.count)
      }
    }
  }

  @Test func `SQL that reads`() throws {
    try store.read { db in
      let sql = "SELECT * FROM Band WHERE formed > ? ORDER BY length(name)"
      let bands = try db.fetchAll(Band.self, sql: sql, 1970)
      #expect(bands.map(\.name) == ["Japan", "Roxy Music"])
    }
    try store.read { db in
      let sql = "SELECT label, count(*) AS count FROM Album WHERE released < ? GROUP BY label"
      for row in try db.rows(sql: sql, Date.now) { print(try row.value("count", as: Int.self)) }
      for row in try db.rows(sql: "SELECT label, count(*) AS count FROM Album GROUP BY label") {
        let label: String? = try row.value("label")
        let count: Int = try row.value("count")
        print(label ?? "-", count)
      }
    }
  }

  @Test func `writing many`() throws {
    try store.write { db in
      try db.update(Album.filter { $0.label == "Virgin" }) { [$0.label.set("EMI")] }
      try db.execute(sql: "UPDATE Band SET formed = formed + ? WHERE name = ?", 1, "Japan")
    }
    #expect(try store.count(Album.filter { $0.label == "EMI" }) == 4)
    #expect(try store.fetch(Band.self, key: "Japan")?.formed == 1975)
  }
}

/// The tests print nothing.
private func print(_ items: Any...) {}
