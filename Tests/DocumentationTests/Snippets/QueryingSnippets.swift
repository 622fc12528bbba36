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
    let bands = try store.fetch(seventies)
    let first = try store.fetch(seventies.first())
    let page = try store.fetch(Album.order { $0.released }.limit(20, offset: 40))
    let latest = try store.fetch(Album.order { $0.released }.reversed().limit(3))
    let count = try store.fetch(seventies.count())
    let isThere = try store.fetch(Band.filter { $0.name == "Japan" }.exists())
    let japan = try store.fetch(Band.find("Japan"))
    let both = try store.fetch(Band.find(keys: ["Japan", "Roxy Music"]))
    #expect(bands.map(\.name) == ["Japan"])
    #expect(first == japan)
    #expect(count == 1 && isThere && both.count == 2)
    #expect(page.isEmpty && latest.count == 3)
  }

  @Test(arguments: [true, false]) func `orders`(newestFirst: Bool) throws {
    let byLabel = Album.order { ($0.label, $0.released.descending, $0.name) }
    let chosen = newestFirst ? [Album.Columns.released.descending] : [Album.Columns.name.ascending]
    let listed = byLabel.order(by: chosen)
    #expect(try store.fetch(listed.keys()).first == (newestFirst ? "Rain Tree Crow" : "Adolescent Sex"))
    #expect(try store.fetch(byLabel.first())?.label == "E.G.")
  }

  @Test func `conditions`() throws {
    let otherKeys = ["Roxy Music"]
    let withJapan = Album.filter { $0.name.contains("life", ignoringCase: true) || $0.label.hasPrefix("E.") }
    let left = BandMember.filter { $0.joined < $0.left && $0.band.formed > 1970 }
    let key = "Japan"
    let albums = Album.filter { $0.band == key || $0.band.isIn(otherKeys) }
    let busy = Band.filter { $0.albums.count(where: { $0.label == "Virgin" }) > 2 }
    let zone = TimeZone.gmt
    let of1982 = Album.filter { $0.released.isIn(year: 1982, timeZone: zone) }
    #expect(try store.fetch(withJapan.values { $0.name }).contains("Quiet Life"))
    #expect(try store.fetch(left.count()) > 0)
    #expect(try store.fetch(albums.count()) == 17)
    #expect(try store.fetch(busy.keys()) == ["Japan"])
    #expect(try store.fetch(of1982.keys()) == ["Avalon", "The High Road"])
  }

  @Test func `columns of other records`() throws {
    let early = Album.filter { $0.band.formed < 1975 }.order { ($0.band.name, $0.released) }
    let perYear = try store.fetch(Album.all.grouped { $0.band.formed }.count())
    #expect(try store.fetch(early.first())?.name == "Adolescent Sex")
    #expect(perYear.map(\.key) == [1971, 1974])
  }

  @Test func `several columns`() throws {
    struct Line: Sendable, Equatable {
      var album: String
      var band: String?
    }
    let lines = try store.fetch(Album.all.values({ ($0.name, $0.band.name) }, as: Line.init))
    for (album, formed) in try store.fetch(Album.all.values { ($0.name, $0.band.formed) }) {
      print(album, formed ?? 0)
    }
    #expect(lines.first == Line(album: "Adolescent Sex", band: "Japan"))
  }

  @Test func `a request of the app's own`() async throws {
    struct AlbumLines: ReadRequest {
      let label: String

      func fetch(_ db: ReadTransaction) throws -> [String] {
        let albums = try db.fetch(Album.filter { $0.label == label })
        let bands = try db.fetch(Album.related(to: albums) { $0.band })
        return albums.map { "\($0.name), \(bands[$0]?.name ?? "?")" }
      }
    }
    let lines = AlbumLines(label: "Hansa")
    #expect(try await store.fetch(lines).last == "Quiet Life, Japan")
    let observed = store.observe(lines).makeAsyncIterator()
    #expect(try await observed.next()?.count == 3)
  }

  @Test func `sections`() throws {
    let byLabel = Album.order { $0.released }.sectioned { $0.label }
    for section in try store.fetch(byLabel).sections {
      print(section.id ?? "-", section.elements.map(\.name))
    }
    let albums = try store.fetch(Album.all)
    let byLetter = SectionedResults(albums) { $0.name.first }
    #expect(byLetter.count == 17 && byLetter.sections.first?.id == "A")
  }

  @Test func `values`() throws {
    let names: [String] = try store.fetch(Band.order { $0.name }.values { $0.name })
    let labels: [String?] = try store.fetch(Album.all.values(distinct: true) { $0.label })
    let keys = try store.fetch(Album.filter { $0.label == nil }.keys())
    let years = try store.fetch(Band.all.min { $0.formed })
    let total: Int = try store.fetch(Band.all.sum { $0.formed })
    let average: Double? = try store.fetch(Band.all.average { $0.formed })
    for group in try store.fetch(Album.all.grouped { $0.label }.count()) {
      print(group.key ?? "-", group.value)
    }
    let latestByBand = try store.fetch(Album.all.grouped { $0.band }.max { $0.released })
    for group in latestByBand { print(group.key?.key ?? "-", group.value ?? .distantPast) }
    #expect(names == ["Japan", "Roxy Music"])
    #expect(labels.contains("Virgin") && keys.isEmpty)
    #expect(years == 1971 && total == 3945 && average == 1972.5)
  }

  @Test func `relationships`() throws {
    if let album = try store.fetch(Album.find("Avalon")) { _ = try store.fetch(album.band) }
    try store.read { db in
      let bands = try db.fetch(Band.all)
      let albums = try db.fetch(Band.related(to: bands) { $0.albums })
      let owners = try db.fetch(Album.related(to: albums.all) { $0.band })
      for band in bands { print(band.name, albums[band].map(\.name), owners.all.count) }
    }
    for band in try store.fetch(Band.all.including { ($0.albums, $0.members) }) {
      let (record, albums, members) = band.parts
      print(record.name, albums.count, members.count)
    }
    for album in try store.fetch(Album.all.including { $0.band }) {
      print(album.record.name, album.related?.formed ?? 0)
    }
    for musician in try store.fetch(Musician.all.including { $0.bands.including { $0.band } }) {
      print(musician.record.name, musician.related.compactMap { $0.related?.name })
    }
    #expect(try store.fetch(Album.all.including { $0.band }).allSatisfy { $0.related != nil })
  }

  @Test func `SQL`() throws {
    let sql = "SELECT * FROM Band WHERE formed > ? ORDER BY length(name)"
    let bySQL = try store.fetch(Band.sql(sql, 1970))
    let perLabel = "SELECT label, count(*) AS albums FROM Album WHERE released < ? GROUP BY label"
    for row in try store.fetch(.sql(perLabel, Date.now)) {
      let label: String? = try row.value("label")
      print(label ?? "-", try row.value("albums", as: Int.self))
    }
    #expect(bySQL.map(\.name) == ["Japan", "Roxy Music"])
  }
}

/// The tests print nothing.
private func print(_ items: Any...) {}
