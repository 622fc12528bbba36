import Bands
import Foundation
import Rowsmith
import Shop
import Testing

struct NestedIncludingTests {
  @Test
  func `what a relationship leads to comes with what that leads to`() throws {
    let store = try ExampleStore.bands()
    let musicians = try store.fetch(Musician.all.including { $0.bands.including { $0.band } })
    #expect(musicians.map(\.record) == (try store.fetch(Musician.all)))
    for musician in musicians {
      #expect(try musician.related.map(\.record) == store.fetch(musician.record.bands))
      for member in musician.related { #expect(try member.related == store.fetch(member.record.band)) }
    }
    let albums = try store.fetch(Album.all.including { $0.band.including { ($0.albums, $0.members) } })
    for album in albums {
      let band = try #require(album.related)
      #expect(try band.record == store.fetch(album.record.band))
      #expect(try band.first == store.fetch(band.record.albums))
      #expect(try band.second == store.fetch(band.record.members))
    }
  }

  @Test
  func `a link that leads nowhere has nothing behind it`() throws {
    let store = try ExampleStore.bands()
    try store.write { try $0.insert(Album(name: "AAA", released: .distantPast, band: "Not There")) }
    let albums = try store.fetch(Album.all.including { $0.band.including { $0.members } })
    #expect(albums[0].record.name == "AAA" && albums[0].related == nil)
    #expect(
      try albums[1].related?.related
        == store.fetch(Band.find(keys: [albums[1].record.band?.key ?? ""]).including { $0.members }).first?
        .related)
  }

  @Test
  func `a level is one statement, however many records there are`() throws {
    let store = try ExampleStore.bands()
    let counter = StatementCounter()
    try store.read { db in
      _ = try counter.counting(db) {
        try db.fetch(Band.all.including { ($0.albums, $0.members.including { $0.musician }) })
      }
    }
    #expect(counter.count == 4)
  }

  @Test
  func `the first graph is read without the others, and is nil where there is none`() throws {
    let store = try ExampleStore.bands()
    let graphs = Album.order { $0.released.descending }.including { $0.band.including { $0.members } }
    #expect(try store.fetch(graphs.first()) == store.fetch(graphs).first)
    #expect(try store.fetch(Band.find(keys: []).including { ($0.albums, $0.members) }.first()) == nil)
    #expect(try store.fetch(Band.all.limit(0).including { $0.albums }.first()) == nil)
    #expect(
      try store.fetch(Band.order { $0.name }.limit(1, offset: 1).including { $0.albums }.first())?.id
        == "Roxy Music")
    // Nothing is read of a band that is not the first.
    let others = Tally()
    var options = StoreOptions()
    options.trace = StatementTrace(showingValues: true) {
      if "\($0)".contains("Roxy Music") { others.count() }
    }
    let traced = try Store(.memory, model: BandsModel(), options: options)
    try traced.importJSON(
      .string(#"[{"name": "Japan", "formed": 1974}, {"name": "Roxy Music", "formed": 1971}]"#),
      into: Band.self)
    let before = others.value
    _ = try traced.fetch(Band.order { $0.name }.including { $0.albums }.first())
    #expect(others.value == before)
    _ = try traced.fetch(Band.order { $0.name }.including { $0.albums })
    #expect(others.value > before)
    #expect(
      graphs.first() == graphs.first()
        && graphs.first() != Album.all.including { $0.band.including { $0.members } }.first())
  }

  @Test
  func `the first of values, keys and SQL is that of all`() throws {
    let store = try ExampleStore.bands()
    let names = Album.order { $0.released }.values { ($0.name, $0.released) }
    #expect(try store.fetch(names.first())?.0 == store.fetch(names).first?.0)
    let labels = Album.order { $0.released }.values(distinct: true) { $0.label }
    #expect(try store.fetch(labels.first()) == store.fetch(labels).first)
    #expect(try store.fetch(Album.all.keys().first()) == store.fetch(Album.all.keys()).first)
    #expect(try store.fetch(Band.sql("SELECT * FROM Band ORDER BY name DESC").first())?.name == "Roxy Music")
  }

  @Test
  func `requests are equal where all levels are`() {
    let one = Musician.all.including { $0.bands.including { $0.band } }
    #expect(one == Musician.all.including { $0.bands.including { $0.band } })
    let names = Musician.all.including { $0.bands.including { $0.musician } }
    #expect(one.hashValue != names.hashValue)
  }
}
