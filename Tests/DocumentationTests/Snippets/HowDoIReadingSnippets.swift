import Bands
import Foundation
import Rowsmith
import Testing

/// HowDoI.md: reading.
@Suite struct HowDoIReadingSnippets {
  private let store: Store
  private let printed = Printed()

  init() throws {
    store = try Store(.memory, model: BandsModel())
    let document = Repository.root.appendingPathComponent("Schemas/Documents/bands.json").path
    try store.importJSON(.file(document), into: .document("catalog"))
  }

  private func print(_ items: Any...) { printed.print(items) }

  @Test func `one record, the first, how many`() async throws {
    let band = try await store.fetch(Band.find("Japan"))
    let oldest = try await store.fetch(Band.order { $0.formed }.first())
    let count = try await store.fetch(Band.all.count())
    let isThere = try await store.fetch(Band.filter { $0.formed < 1970 }.exists())
    #expect(band?.name == "Japan" && oldest?.name == "Roxy Music" && count == 2 && !isThere)
    let random = try await store.fetch(Band.sql("SELECT * FROM Band ORDER BY random() LIMIT 1").first())
    let long = try await store.fetch(Band.sql("SELECT * FROM Band WHERE length(name) > ?", 5))
    #expect(random != nil && long.count == 1)
  }

  @Test func `a table of the app`() async throws {
    try await store.write { db in
      try db.execute(sql: "CREATE TABLE IF NOT EXISTS rating (album TEXT PRIMARY KEY, stars INTEGER)")
      try db.execute(sql: "INSERT INTO rating VALUES (?, ?)", "Tin Drum", 5)
    }
    let sql = "SELECT name, stars FROM Album JOIN rating ON album = name ORDER BY stars DESC"
    for row in try await store.fetch(.sql(sql)) { print(try row.value("name", as: String.self)) }
    #expect(printed.text == "Tin Drum\n")
  }

  @Test(arguments: [true]) func `filters and orders that are chosen`(newestFirst: Bool) async throws {
    let (label, year, text): (String?, Int?, String) = ("Virgin", 1980, "men")
    var query = Album.all
    if let label { query = query.filter { $0.label == label } }
    if let year { query = query.filter { $0.released.isIn(year: year, timeZone: .current) } }
    if !text.isEmpty { query = query.filter { $0.name.contains(text, ignoringCase: true) } }
    #expect(try await store.fetch(query.keys()) == ["Gentlemen Take Polaroids"])
    let order = newestFirst ? Album.Columns.released.descending : Album.Columns.name.ascending
    let sorted = try await store.fetch(Album.all.order(by: order))
    #expect(sorted.first?.name == "Rain Tree Crow")
    let localized = Album.order { $0.name.ascending(by: .localized) }
    let caseless = Album.order { $0.name.ascendingIgnoringCase }
    #expect(try await store.fetch(localized).count == store.fetch(caseless).count)
    let bands = try await store.fetch(Band.sql("SELECT * FROM Band ORDER BY disbanded NULLS LAST"))
    #expect(bands.count == 2)
  }

  @Test func `one of several conditions`() async throws {
    let words = ["life", "men"]
    var anyWord = Condition<Album>.never
    for word in words { anyWord = anyWord || Album.Columns.name.contains(word, ignoringCase: true) }
    let found = try await store.fetch(Album.filter(anyWord))
    #expect(found.map(\.name) == ["Country Life", "Gentlemen Take Polaroids", "Quiet Life"])
  }

  @Test func `the latest of each`() async throws {
    try await store.write { try $0.insert(Album(name: "Nobody's", released: .now)) }
    let sql = "SELECT Album.*, max(released) FROM Album WHERE band IS NOT NULL GROUP BY band"
    let latest = try await store.fetch(Album.sql(sql))
    #expect(Set(latest.map(\.name)) == ["Rain Tree Crow", "The High Road"])
  }

  @Test func `filters`() async throws {
    let some = Album.filter { $0.band.isIn(["Japan", "Roxy Music"]) }
    let seventies = Band.filter { $0.formed.isIn(1970..<1980) }
    let today = Album.filter { $0.released.isIn(.day, of: .now, .current) }
    #expect(try await store.fetch(some.count()) == 17)
    #expect(try await store.fetch(seventies.count()) == 2)
    #expect(try await store.fetch(today.count()) == 0)
    let early = Album.filter { $0.band.formed < 1975 }
    let without = Album.filter { $0.band == nil }
    #expect(try await store.fetch(early.count()) == 17)
    #expect(try await store.fetch(without.count()) == 0)
    let onVirgin = Band.filter { $0.albums.contains { $0.label == "Virgin" } }
    let childless = Band.filter { $0.albums.isEmpty }
    let busy = Band.filter { $0.albums.count > 3 }
    #expect(try await store.fetch(onVirgin.keys()) == ["Japan"])
    #expect(try await store.fetch(childless.count()) == 0)
    #expect(try await store.fetch(busy.count()) == 2)
  }

  @Test func `what belongs together`() async throws {
    for band in try await store.fetch(Band.all.including { ($0.albums, $0.members) }) {
      print(band.record.name, band.first.count, band.second.count)
    }
    #expect(printed.text.hasPrefix("Japan 7 "))
    let counts = try await store.fetch(Album.all.grouped { $0.band }.count())
    #expect(counts.map(\.value) == [7, 10])
    let sql = """
      SELECT Band.* FROM Band LEFT JOIN Album ON Album.band = Band.name
      GROUP BY Band.name ORDER BY count(Album.name) DESC
      """
    let busiest = try await store.fetch(Band.sql(sql))
    #expect(busiest.first?.name == "Roxy Music")
    let perLabel = try await store.fetch(Album.all.grouped { $0.label }.count())
    let latest = try await store.fetch(Album.all.grouped { $0.label }.max { $0.released })
    let average = try await store.fetch(Band.all.average { $0.formed })
    #expect(perLabel.count == latest.count && average == 1972.5)
    let (bands, albums) = try await store.read { db in
      (try db.fetch(Band.all), try db.fetch(Album.all))
    }
    #expect(bands.count == 2 && albums.count == 17)
  }

  @Test func `columns and pages`() async throws {
    let labels = try await store.fetch(Album.all.values(distinct: true) { $0.label })
    let lines = try await store.fetch(Album.all.values { ($0.name, $0.band.formed) })
    #expect(labels.contains("Virgin") && lines.count == 17)
    let last = "Oil on Canvas"
    let second = try await store.fetch(Album.order { $0.name }.limit(20, offset: 20))
    let behind = try await store.fetch(Album.filter { $0.name > last }.order { $0.name }.limit(20))
    #expect(second.isEmpty && !behind.isEmpty)
    let printed = printed
    @Sendable func print(_ item: String) { printed.print([item]) }
    try await store.read { db in
      try db.forEach(Album.order { $0.name }) { album in print(album.name) }
    }
    #expect(printed.text.split(separator: "\n").count == 17)
  }

  @Test func `a comment on the first of several`() throws {
    let graph = try store.fetch(Album.filter { $0.name == "Avalon" }.including { $0.band }.first())
    print(graph?.related?.formed ?? 0)
    #expect(printed.text == "1971\n")
  }
}
