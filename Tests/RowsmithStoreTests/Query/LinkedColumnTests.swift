import Bands
import Foundation
import GitHub
import Shop
import Testing

@testable import Rowsmith

/// Columns of the records that to-one relationships lead to.
struct LinkedColumnTests {
  private let store: Store
  private let albums: [Album]

  init() throws {
    store = try ExampleStore.bands()
    try store.write { db in
      try db.insert(Album(name: "Nobody's", released: .distantPast))
      try db.insert(Album(name: "Unknown", released: .distantPast, band: "Not There"))
    }
    albums = try store.fetch(Album.all)
  }

  private func formed(_ album: Album) throws -> Int? { try store.fetch(album.band)?.formed }

  @Test
  func `a condition on one is met as the record's is, and an absent record is empty`() throws {
    let japan = try albums.filter { try formed($0) == 1974 }
    #expect(try store.fetch(Album.filter { $0.band.formed == 1974 }) == japan)
    #expect(try store.fetch(Album.filter { $0.band.name.hasPrefix("Jap") }) == japan)
    #expect(try store.fetch(Album.filter { $0.band.formed > 1973 }) == japan)
    #expect(try store.fetch(Album.filter { $0.band.formed == nil }.keys()) == ["Nobody's", "Unknown"])
    let others = try albums.filter { try formed($0) != 1974 }
    #expect(try store.fetch(Album.filter { $0.band.formed != 1974 }) == others)
    let count = try store.fetch(Album.filter { !($0.band.formed == 1974) }.count())
    #expect(count == albums.count - japan.count)
  }

  @Test
  func `one can be mixed with SQL, whose columns are the record's own`() throws {
    let query = Album.filter { $0.band.formed == 1974 && .sql("name > ?", "O") }.order { $0.band.name }
    #expect(
      try store.fetch(query.keys()) == albums.filter { try formed($0) == 1974 && $0.name > "O" }.map(\.name))
  }

  @Test
  func `records are ordered by one, those that lack it first`() throws {
    let query = Album.order { ($0.band.formed, $0.name.descending) }
    let wanted = try albums.map { ($0, try formed($0) ?? 0) }.sorted {
      ($0.1, $1.0.name) < ($1.1, $0.0.name)
    }
    #expect(try store.fetch(query) == wanted.map(\.0))
    #expect(try store.fetch(query.reversed()) == wanted.map(\.0).reversed())
    #expect(try store.fetch(query.limit(2)) == wanted.map(\.0).prefix(2).map { $0 })
    #expect(try store.fetch(query.count()) == albums.count)
  }

  @Test
  func `one is read, added up and grouped by`() throws {
    #expect(try store.fetch(Album.all.values { $0.band.formed }) == albums.map { try formed($0) })
    #expect(try store.fetch(Album.all.values(distinct: true) { $0.band.formed }) == [nil, 1971, 1974])
    #expect(try store.fetch(Album.all.max { $0.band.formed }) == 1974)
    let groups = try store.fetch(Album.all.grouped { $0.band.formed }.count())
    #expect(groups.map(\.key) == [nil, 1971, 1974])
    #expect(groups.map(\.value).reduce(0, +) == albums.count)
  }

  @Test
  func `links are followed one after another, and inside of other conditions`() throws {
    try store.write { db in
      try db.insert(Musician(name: "Mick", born: 1958, instruments: "bass"))
      try db.insert(
        BandMember(id: "m", instruments: "bass", joined: 1974, band: "Japan", musician: "Mick"))
    }
    let withMick = Band.filter {
      $0.members.contains { $0.musician.born == 1958 && $0.musician.name == "Mick" }
    }
    #expect(try store.fetch(withMick.keys()) == ["Japan"])
    let hub = try ExampleStore.gitHub()
    let issues = try hub.fetch(Issue.all)
    let byCreator = Issue.filter { $0.milestone.creator.login != nil }
    let wanted = try issues.filter { issue in
      guard let milestone = try hub.fetch(issue.milestone) else { return false }
      return try hub.fetch(milestone.creator) != nil
    }
    #expect(try hub.fetch(byCreator) == wanted)
    #expect(!wanted.isEmpty && wanted.count < issues.count)
    #expect(try hub.fetch(Issue.filter { $0.milestone.creator.matches { $0.login != "" } }) == wanted)
  }

  @Test
  func `a record is joined once, and SQLite may begin with it`() throws {
    let query = Album.filter { $0.band.formed == 1974 && $0.band.name != "" }.order { $0.band.formed }
    let plan = try store.read { db in
      let select = try QueryCompiler.select(Album.columnNames, query.node, mapping: db.mapping())
      #expect(select.sql.components(separatedBy: "JOIN").count == 2)
      return try db.rows("EXPLAIN QUERY PLAN " + select.sql, select.values).map {
        try $0.value("detail", as: String.self)
      }
    }
    #expect(plan.contains { $0.hasPrefix("SCAN t1") })
    #expect(plan.contains { $0.hasPrefix("SEARCH t0 USING INDEX") })
  }

  @Test
  func `one cannot be set, nor included across the record between`() throws {
    #expect(throws: StoreError.self) {
      try store.write { try $0.update(Album.all) { [$0.band.formed.set(3)] } }
    }
    let hub = try ExampleStore.gitHub()
    #expect(throws: StoreError.self) { try hub.fetch(Issue.all.including { $0.milestone.creator }) }
  }

  @Test
  func `what one leads to is not related to the record, even if the record has one of that name`() throws {
    let shop = try ExampleStore.shop()
    let categories = try shop.fetch(Category.all)
    let error = #expect(throws: StoreError.self) {
      try shop.fetch(Category.related(to: categories) { $0.parent.parent })
    }
    #expect(error?.reason == .misuse)
  }

  @Test
  func `many records are changed by a condition on one`() throws {
    let count = try store.write {
      try $0.update(Album.filter { $0.band.formed == 1974 }) { [$0.label.set("EMI")] }
    }
    #expect(try count == store.fetch(Album.filter { $0.label == "EMI" && $0.band == "Japan" }.count()))
    try store.write { _ = try $0.deleteAll(Album.filter { $0.band.formed == nil }) }
    #expect(try store.fetch(Album.all.count()) == albums.count - 2)
  }
}
