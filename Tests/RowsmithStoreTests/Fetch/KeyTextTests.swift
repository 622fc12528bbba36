import Rowsmith
import Shop
import Testing

/// Keys as people type them.
struct KeyTextTests {
  private let store: Store

  init() throws { store = try Store(.memory, model: ShopModel()) }

  @Test
  func `the text is read as the key's type`() throws {
    #expect(try store.key(of: "Product", parsing: ["5"]) == [.integer(5)])
    #expect(try store.key(of: "Currency", parsing: ["5"]) == [.text("5")])
  }

  @Test
  func `reading it uses no connection: it neither waits for a write nor fails inside one`() throws {
    let key = try store.write { _ in try store.key(of: "Product", parsing: ["5"]) }
    #expect(key == [.integer(5)])
  }

  @Test
  func `a key of several parts takes one text for each column`() throws {
    #expect(try store.key(of: "StockLevel", parsing: ["5", "berlin"]) == [.integer(5), .text("berlin")])
    #expect(store.keyColumns(of: "StockLevel") == ["product", "warehouse"])
    let error = #expect(throws: ImportError.self) { try store.key(of: "StockLevel", parsing: ["5"]) }
    #expect(error?.description == "StockLevel: expected a key of 2 parts (product, warehouse), found 1")
  }

  @Test
  func `text that is no such key is refused`() throws {
    let error = #expect(throws: ImportError.self) { try store.key(of: "Product", parsing: ["five"]) }
    #expect(error?.reason == .invalidValue)
    #expect(error?.message == "the key column 'id': expected an integer, found \"five\"")
  }

  @Test
  func `an unknown entity is named with those that there are`() throws {
    let error = #expect(throws: ImportError.self) { try store.key(of: "Prodct", parsing: ["5"]) }
    #expect(error?.reason == .unknownTarget)
    #expect(store.keyColumns(of: "Prodct") == [])
  }
}
