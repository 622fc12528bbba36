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
    #expect(try store.fetch(today.count()) == 0)
  }

  @Test func `requests`() async throws {
    let store = store
    let (shown, continuation) = AsyncStream<Int>.makeStream()
    let show = { @Sendable (albums: [Album]) in _ = continuation.yield(albums.count) }
    let bands = try await store.fetch(Band.all)
    let count = try await store.fetch(Band.filter { $0.formed >= 1970 }.count())
    let japan = try await store.read { db in try db.fetch(Band.find("Japan")) }
    let task = Task {
      for try await albums in store.observe(Album.all) { show(albums) }
    }
    for await number in shown { if number == 17 { break } }
    task.cancel()
    #expect(bands.count == 2 && count == 2 && japan?.formed == 1974)
  }

  @Test func `a request of several`() async throws {
    struct Overview: ReadRequest {
      func fetch(_ db: ReadTransaction) throws -> [Int] {
        [try db.fetch(Band.all.count()), try db.fetch(Album.all.count())]
      }
    }
    #expect(try await store.fetch(Overview()) == [2, 17])
    let overviews = store.observe(Overview()).makeAsyncIterator()
    #expect(try await overviews.next() == [2, 17])
  }

  @Test func `fetching`() throws {
    let bands = try store.fetch(Band.filter { $0.formed >= 1970 })
    let japan = try store.fetch(Band.find("Japan"))
    let count = try store.fetch(Album.all.count())
    #expect(bands.count == 2 && japan?.formed == 1974 && count == 17)
  }

  @Test func `fetching from one state`() throws {
    let (bands, count) = try store.read { db in
      (try db.fetch(Band.all), try db.fetch(Album.all.count()))
    }
    #expect(bands.count == 2 && count == 17)
  }

  @Test func `finding`() async throws {
    let band = try await store.fetch(Band.find("Japan"))
    #expect(band?.formed == 1974)
  }

  @Test func `values and groups`() throws {
    let names = try store.fetch(Band.filter { $0.formed > 1970 }.values { $0.name })
    let labels = try store.fetch(Album.all.values(distinct: true) { $0.label })
    #expect(names.count == 2 && labels.count == 4)
    for group in try store.fetch(Album.all.grouped { $0.label }.count()) {
      print(group.key ?? "-", group.value)
    }
  }

  @Test func `graphs`() throws {
    try store.read { db in
      let bands = try db.fetch(Band.all)
      let albums = try db.fetch(Band.related(to: bands) { $0.albums })
      for band in bands { print(band.name, albums[band].map(\.name)) }
      #expect(albums.all.count == 17)
    }
    for graph in try store.fetch(Band.all.including { ($0.albums, $0.members) }) {
      let (band, albums, members) = graph.parts
      print(band.name, albums.count, members.count)
    }
    for musician in try store.fetch(Musician.all.including { $0.bands.including { $0.band } }) {
      print(musician.record.name, musician.related.compactMap { $0.related?.name })
    }
  }

  @Test func `orders and sections`() throws {
    let early = Album.filter { $0.band.formed < 1975 }.order { ($0.band.name, $0.released) }
    let byBand = Album.all.order { ($0.band.name, $0.released.descending) }
    for section in try store.fetch(Album.order { $0.released }.sectioned { $0.label }).sections {
      print(section.id ?? "-", section.elements.map(\.name))
    }
    #expect(try store.fetch(early.count()) == store.fetch(byBand.count()))
  }

  @Test func `SQL that reads records`() throws {
    let sql = "SELECT * FROM Band WHERE formed > ? ORDER BY length(name)"
    let bands = try store.fetch(Band.sql(sql, 1970))
    #expect(bands.map(\.name) == ["Japan", "Roxy Music"])
  }

  @Test func `SQL that reads rows`() throws {
    let sql = "SELECT label, count(*) AS count FROM Album WHERE released < ? GROUP BY label"
    for row in try store.fetch(.sql(sql, Date.now)) { print(try row.value("count", as: Int.self)) }
    try store.read { db in
      let sql = "SELECT label, count(*) AS count FROM Album GROUP BY label"
      for row in try db.fetch(.sql(sql)) {
        let label: String? = try row.value("label")
        let count: Int = try row.value("count")
        print(label ?? "-", count)
      }
    }
  }

  @Test func `codes of errors`() throws {
    try store.write { try $0.execute(sql: "CREATE TABLE Note (stars INTEGER CHECK (stars < 6))") }
    do {
      try store.write { try $0.execute(sql: "INSERT INTO Note VALUES (?)", 7) }
    } catch let error as StoreError where error.code?.primary == .constraint {
      print(error.code == .constraintCheck)
    }
  }

  @Test func `writing many`() throws {
    try store.write { db in
      try db.update(Album.filter { $0.label == "Virgin" }) { [$0.label.set("EMI")] }
      try db.execute(sql: "UPDATE Band SET formed = formed + ? WHERE name = ?", 1, "Japan")
    }
    #expect(try store.fetch(Album.filter { $0.label == "EMI" }.count()) == 4)
    #expect(try store.fetch(Band.find("Japan"))?.formed == 1975)
  }
}

/// The tests print nothing.
private func print(_ items: Any...) {}
