import Bands
import Foundation
import Rowsmith
import Shop
import Testing

/// Typed records from the store: all, one, how many.
struct FetchTests {
  @Test
  func `all records come in the order of their key`() throws {
    let store = try ExampleStore.bands()
    #expect(try store.fetch(Band.all).map(\.name) == ["Japan", "Roxy Music"])
    let albums = try store.fetch(Album.all).map(\.name)
    #expect(albums == albums.sorted())
  }

  @Test
  func `a record has its attributes and its links`() throws {
    let band = try #require(try ExampleStore.bands().fetch(Band.find("Japan")))
    #expect(band.formed == 1974)
    #expect(band.disbanded == 1991)
    #expect(band.otherNames == "Rain Tree Crow")
    let album = try #require(try ExampleStore.bands().fetch(Album.find("Siren")))
    #expect(album.band == "Roxy Music")
    #expect(album.released == Date(timeIntervalSince1970: 183_340_800))
  }

  @Test
  func `a key that no record has gives nil`() throws {
    #expect(try ExampleStore.bands().fetch(Band.find("Genesis")) == nil)
  }

  @Test
  func `a composite key finds its record`() throws {
    let store = try ExampleStore.shop()
    let line = try #require(try store.fetch(OrderLine.find(.init(order: 1001, position: 1))))
    #expect(line.product == 6)
    #expect(line.unitPrice == 189)
    let stock = try store.fetch(StockLevel.find(.init(product: 5, warehouse: "osaka")))
    #expect(stock?.onHand == 340)
    #expect(try store.fetch(StockLevel.find(.init(product: 5, warehouse: "Osaka"))) == nil)
  }

  @Test
  func `a composite key orders by its parts`() throws {
    let keys = try ExampleStore.shop().fetch(OrderLine.all).map(\.id)
    #expect(
      keys == [
        .init(order: 1001, position: 0), .init(order: 1001, position: 1), .init(order: 1002, position: 0),
      ])
  }

  @Test
  func `a link leads to its record`() throws {
    let store = try ExampleStore.shop()
    let product = try #require(try store.fetch(Product.find(5)))
    #expect(try store.fetch(product.currency)?.symbol == "€")
    #expect(try store.fetch(Reference<Product>(99)) == nil)
  }

  @Test
  func `records are counted without being read`() throws {
    let store = try ExampleStore.shop()
    #expect(try store.fetch(Product.all.count()) == 3)
    #expect(try store.fetch(OrderLine.all.count()) == 3)
    #expect(try Store(.memory, model: ShopModel()).fetch(Product.all.count()) == 0)
  }

  @Test
  func `the same without blocking the caller`() async throws {
    let store = try ExampleStore.bands()
    #expect(try await store.fetch(Band.all).count == 2)
    #expect(try await store.fetch(Band.find("Japan"))?.formed == 1974)
    #expect(try await store.fetch(Reference<Band>("Japan"))?.formed == 1974)
    #expect(try await store.fetch(Band.all.count()) == 2)
  }

  @Test
  func `a record type of another model is refused by name`() throws {
    let store = try ExampleStore.shop()
    let error = #expect(throws: StoreError.self) { try store.fetch(Band.all) }
    #expect(
      error?.message == "the model 'Shop' has no entity 'Band'; the record type belongs to another model")
  }
}
