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
    #expect(try store.fetchAll(Band.self).map(\.name) == ["Japan", "Roxy Music"])
    let albums = try store.fetchAll(Album.self).map(\.name)
    #expect(albums == albums.sorted())
  }

  @Test
  func `the record type may be inferred`() throws {
    let bands: [Band] = try ExampleStore.bands().fetchAll()
    #expect(bands.count == 2)
  }

  @Test
  func `a record has its attributes and its links`() throws {
    let band = try #require(try ExampleStore.bands().fetch(Band.self, key: "Japan"))
    #expect(band.formed == 1974)
    #expect(band.disbanded == 1991)
    #expect(band.otherNames == "Rain Tree Crow")
    let album = try #require(try ExampleStore.bands().fetch(Album.self, key: "Siren"))
    #expect(album.band == "Roxy Music")
    #expect(album.released == Date(timeIntervalSince1970: 183_340_800))
  }

  @Test
  func `a key that no record has gives nil`() throws {
    #expect(try ExampleStore.bands().fetch(Band.self, key: "Genesis") == nil)
  }

  @Test
  func `a composite key finds its record`() throws {
    let store = try ExampleStore.shop()
    let line = try #require(try store.fetch(OrderLine.self, key: .init(order: 1001, position: 1)))
    #expect(line.product == 6)
    #expect(line.unitPrice == 189)
    let stock = try store.fetch(StockLevel.self, key: .init(product: 5, warehouse: "osaka"))
    #expect(stock?.onHand == 340)
    #expect(try store.fetch(StockLevel.self, key: .init(product: 5, warehouse: "Osaka")) == nil)
  }

  @Test
  func `a composite key orders by its parts`() throws {
    let keys = try ExampleStore.shop().fetchAll(OrderLine.self).map(\.id)
    #expect(
      keys == [
        .init(order: 1001, position: 0), .init(order: 1001, position: 1), .init(order: 1002, position: 0),
      ])
  }

  @Test
  func `a link leads to its record`() throws {
    let store = try ExampleStore.shop()
    let product = try #require(try store.fetch(Product.self, key: 5))
    #expect(try store.fetch(product.currency)?.symbol == "€")
    #expect(try store.fetch(Reference<Product>(99)) == nil)
  }

  @Test
  func `records are counted without being read`() throws {
    let store = try ExampleStore.shop()
    #expect(try store.count(Product.self) == 3)
    #expect(try store.count(OrderLine.self) == 3)
    #expect(try Store(.memory, model: ShopModel()).count(Product.self) == 0)
  }

  @Test
  func `the same without blocking the caller`() async throws {
    let store = try ExampleStore.bands()
    #expect(try await store.fetchAll(Band.self).count == 2)
    #expect(try await store.fetch(Band.self, key: "Japan")?.formed == 1974)
    #expect(try await store.fetch(Reference<Band>("Japan"))?.formed == 1974)
    #expect(try await store.count(Band.self) == 2)
  }

  @Test
  func `a record type of another model is refused by name`() throws {
    let store = try ExampleStore.shop()
    let error = #expect(throws: StoreError.self) { try store.fetchAll(Band.self) }
    #expect(
      error?.message == "the model 'Shop' has no entity 'Band'; the record type belongs to another model")
  }
}
