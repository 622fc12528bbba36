import Bands
import Foundation
import Rowsmith
import Shop
import Testing

/// Keys, single columns and the opposite order.
struct ValueTests {
  private let store: Store
  private let albums: [Album]

  init() throws {
    store = try ExampleStore.bands()
    albums = try store.fetch(Album.all)
  }

  @Test
  func `keys are read alone`() throws {
    #expect(
      try store.fetch(Album.order { $0.released }.keys())
        == albums.sorted { $0.released < $1.released }.map(\.name))
    let shop = try ExampleStore.shop()
    #expect(try shop.fetch(OrderLine.all.keys()) == shop.fetch(OrderLine.all).map(\.id))
    #expect(try shop.fetch(StockLevel.all.keys()) == shop.fetch(StockLevel.all).map(\.id))
  }

  @Test
  func `one column is read alone`() throws {
    #expect(try store.fetch(Album.all.values { $0.label }) == albums.map(\.label))
    #expect(try store.fetch(Album.all.values { $0.band }) == albums.map(\.band))
    let labels = Set(albums.compactMap(\.label)).sorted()
    #expect(try store.fetch(Album.filter { $0.label != nil }.values(distinct: true) { $0.label }) == labels)
    try store.write { _ = try $0.upsert(Album(name: "Untitled", released: .now)) }
    #expect(try store.fetch(Album.all.values(distinct: true) { $0.label }) == [nil] + labels)
    #expect(
      try store.fetch(Album.all.values(distinct: true) { $0.band }).map { $0?.key } == [
        nil, "Japan", "Roxy Music",
      ])
  }

  @Test
  func `the different values are those of the page`() throws {
    let page = Album.order { $0.released }.limit(3, offset: 1)
    let wanted = Set(albums.sorted { $0.released < $1.released }[1..<4].map(\.label))
    #expect(try Set(store.fetch(page.values(distinct: true) { $0.label })) == wanted)
  }

  @Test
  func `the opposite order begins with the last`() throws {
    #expect(try store.fetch(Album.all.reversed()) == albums.reversed())
    let byLabel = Album.order { $0.label }
    #expect(try store.fetch(byLabel.reversed()) == store.fetch(byLabel).reversed())
    #expect(try store.fetch(byLabel.reversed().reversed()) == store.fetch(byLabel))
    #expect(try store.fetch(byLabel.reversed().first()) == store.fetch(byLabel).last)
    let band = try #require(try store.fetch(Band.find("Japan")))
    #expect(try store.fetch(band.albums.reversed()) == store.fetch(band.albums).reversed())
    let mixed = Album.order { ($0.label.descending, $0.released) }
    let wanted = albums.sorted {
      ($1.label ?? "", $0.released, $0.name) < ($0.label ?? "", $1.released, $1.name)
    }
    #expect(try store.fetch(mixed) == wanted)
  }
}
