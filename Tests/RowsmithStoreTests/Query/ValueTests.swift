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
    albums = try store.fetchAll(Album.self)
  }

  @Test
  func `keys are read alone`() throws {
    #expect(
      try store.fetchKeys(Album.order { $0.released })
        == albums.sorted { $0.released < $1.released }.map(\.name))
    let shop = try ExampleStore.shop()
    #expect(try shop.fetchKeys(OrderLine.all) == shop.fetchAll(OrderLine.self).map(\.id))
    #expect(try shop.fetchKeys(StockLevel.all) == shop.fetchAll(StockLevel.self).map(\.id))
  }

  @Test
  func `one column is read alone`() throws {
    #expect(try store.values(Album.all) { $0.label } == albums.map(\.label))
    #expect(try store.values(Album.all) { $0.band } == albums.map(\.band))
    let labels = Set(albums.compactMap(\.label)).sorted()
    #expect(try store.values(Album.filter { $0.label != nil }, distinct: true) { $0.label } == labels)
    try store.write { _ = try $0.upsert(Album(name: "Untitled", released: .now)) }
    #expect(try store.values(Album.all, distinct: true) { $0.label } == [nil] + labels)
    #expect(
      try store.values(Album.all, distinct: true) { $0.band }.map { $0?.key } == [nil, "Japan", "Roxy Music"])
  }

  @Test
  func `the different values are those of the page`() throws {
    let page = Album.order { $0.released }.limit(3, offset: 1)
    let wanted = Set(albums.sorted { $0.released < $1.released }[1..<4].map(\.label))
    #expect(try Set(store.values(page, distinct: true) { $0.label }) == wanted)
  }

  @Test
  func `the opposite order begins with the last`() throws {
    #expect(try store.fetchAll(Album.all.reversed()) == albums.reversed())
    let byLabel = Album.order { $0.label }
    #expect(try store.fetchAll(byLabel.reversed()) == store.fetchAll(byLabel).reversed())
    #expect(try store.fetchAll(byLabel.reversed().reversed()) == store.fetchAll(byLabel))
    #expect(try store.fetchFirst(byLabel.reversed()) == store.fetchAll(byLabel).last)
    let band = try #require(try store.fetch(Band.self, key: "Japan"))
    #expect(try store.fetchAll(band.albums.reversed()) == store.fetchAll(band.albums).reversed())
    let mixed = Album.order { $0.label }.reversed().order { $0.released }
    let wanted = albums.sorted {
      ($1.label ?? "", $0.released, $1.name) < ($0.label ?? "", $1.released, $0.name)
    }
    #expect(try store.fetchAll(mixed) == wanted)
  }
}
