import Bands
import Foundation
import Rowsmith
import Testing

/// The samples of Querying.md.
@Suite struct QueryingSnippets {
  private let store: Store

  init() throws {
    store = try Store(.memory, model: BandsModel())
    let document = Repository.root.appendingPathComponent("Schemas/Documents/bands.json").path
    try store.importJSON(.file(document), into: .document("catalog"))
  }

  @Test func `records`() throws {
    let seventies = Band.filter { $0.formed.isIn(1970..<1980) && $0.otherNames != nil }
      .order { $0.formed.descending }
    let bands = try store.fetchAll(seventies)
    let first = try store.fetchFirst(seventies)
    let page = try store.fetchAll(Album.order { $0.released }.limit(20, offset: 40))
    let latest = try store.fetchAll(Album.order { $0.released }.reversed().limit(3))
    let count = try store.count(seventies)
    let isThere = try store.exists(Band.filter { $0.name == "Japan" })
    let japan = try store.fetch(Band.self, key: "Japan")
    let both = try store.fetchAll(Band.self, keys: ["Japan", "Roxy Music"])
    #expect(bands.map(\.name) == ["Japan"])
    #expect(first == japan)
    #expect(count == 1 && isThere && both.count == 2)
    #expect(page.isEmpty && latest.count == 3)
  }

  @Test func `conditions`() throws {
    let withJapan = Album.filter { $0.name.contains("life", ignoringCase: true) || $0.label.hasPrefix("E.") }
    let left = BandMember.filter { $0.joined < $0.left && $0.band.matches { $0.formed > 1970 } }
    let busy = Band.filter { $0.albums.count(where: { $0.label == "Virgin" }) > 2 }
    let zone = TimeZone.gmt
    let of1982 = Album.filter { $0.released.isIn(year: 1982, timeZone: zone) }
    #expect(try store.values(withJapan) { $0.name }.contains("Quiet Life"))
    #expect(try store.count(left) > 0)
    #expect(try store.fetchKeys(busy) == ["Japan"])
    #expect(try store.fetchKeys(of1982) == ["Avalon", "The High Road"])
  }

  @Test func `values`() throws {
    let names: [String] = try store.values(Band.order { $0.name }) { $0.name }
    let labels: [String?] = try store.values(Album.all, distinct: true) { $0.label }
    let keys = try store.fetchKeys(Album.filter { $0.label == nil })
    let years = try store.min(Band.all) { $0.formed }
    let total: Int = try store.sum(Band.all) { $0.formed }
    let average: Double? = try store.average(Band.all) { $0.formed }
    for (label, count) in try store.count(Album.all, groupedBy: { $0.label }) { print(label ?? "-", count) }
    let latestByBand = try store.max(Album.all, { $0.released }, groupedBy: { $0.band })
    for (band, date) in latestByBand { print(band?.key ?? "-", date ?? .distantPast) }
    #expect(names == ["Japan", "Roxy Music"])
    #expect(labels.contains("Virgin") && keys.isEmpty)
    #expect(years == 1971 && total == 3945 && average == 1972.5)
  }

  @Test func `relationships`() throws {
    if let album = try store.fetch(Album.self, key: "Avalon") { _ = try store.fetch(album.band) }
    try store.read { db in
      let bands = try db.fetchAll(Band.self)
      let albums = try db.related(to: bands) { $0.albums }
      let owners = try db.related(to: albums.all) { $0.band }
      for band in bands { print(band.name, albums[band].map(\.name), owners.all.count) }
    }
    for (band, albums, members) in try store.fetchAll(Band.all, including: { ($0.albums, $0.members) }) {
      print(band.name, albums.count, members.count)
    }
    for (album, band) in try store.fetchAll(Album.all, including: { $0.band }) {
      print(album.name, band?.formed ?? 0)
    }
    #expect(try store.fetchAll(Album.all, including: { $0.band }).allSatisfy { $1 != nil })
  }

  @Test func `SQL`() throws {
    let sql = "SELECT * FROM Band WHERE formed > ? ORDER BY length(name)"
    let bySQL = try store.fetchAll(Band.self, sql: sql, 1970)
    let perLabel = "SELECT label, count(*) AS albums FROM Album WHERE released < ? GROUP BY label"
    for row in try store.rows(sql: perLabel, Date.now) {
      let label: String? = try row.value("label")
      print(label ?? "-", try row.value("albums", as: Int.self))
    }
    #expect(bySQL.map(\.name) == ["Japan", "Roxy Music"])
  }
}

/// The tests print nothing.
private func print(_ items: Any...) {}
