import Bands
import Foundation
import Rowsmith
import Shop
import Testing

/// Links that wait for their rows, and lists that are ordered.
struct PendingLinkTests {
  @Test
  func `a record whose key a list waits for takes its place`() throws {
    let model = try ModelStore(
      """
      entities:
        Shelf: { attributes: { id: Int }, relationships: { books: { to: [Book], ordered: true } } }
        Book: { attributes: { id: Int }, relationships: { shelf: Shelf? } }
      """)
    try model.importJSON(#"{"id": 1, "books": [3, 2]}"#, "Shelf")
    let waiting = try model.store.fetch(.sql("SELECT target FROM _rowsmith_pending ORDER BY target"))
    #expect(waiting.map { $0["target"] } == [.integer(2), .integer(3)])
    try model.store.write { db in
      try db.insert(Book(id: 2, shelf: 1))
      try db.insert(Book(id: 3, shelf: 1))
    }
    #expect(try model.store.fetch(.sql("SELECT 1 FROM _rowsmith_pending")).isEmpty)
    let books = try model.store.fetch(.sql("SELECT id FROM Book ORDER BY shelf_position"))
    #expect(books.map { $0["id"] } == [.integer(3), .integer(2)])
  }

  private static let shelves = """
    entities:
      Shelf: { attributes: { id: Int }, relationships: { boxes: { to: [Box], inverse: shelf, ordered: true } } }
      Box:
        PrimaryKey: [shelf, number]
        attributes: { number: Int, label: String }
        relationships: { shelf: Shelf }
    """

  @Test
  func `a key that waits and contains that of its list's record is rekeyed with it`() throws {
    let store = try ModelStore(Self.shelves).store
    try store.take(
      #"""
      [{"id":1,"boxes":[{"number":3},{"number":4,"label":"b"}]},
       {"id":2,"boxes":[{"number":3},{"number":5},{"number":4,"label":"c"}]}]
      """#, "Shelf")
    let pending = "SELECT target, source, position FROM _rowsmith_pending ORDER BY 1"
    #expect(try store.lines(pending) == ["[1,3]|1|0", "[2,3]|2|0", "[2,5]|2|1"])
    #expect(try RekeyModel.rekey(store, "Shelf", [.integer(1)], [.integer(7)]) == .rekeyed)
    #expect(try store.lines(pending) == ["[2,3]|2|0", "[2,5]|2|1", "[7,3]|7|0"])
    try store.take(#"{"shelf":7,"number":3,"label":"a"}"#, "Box")
    #expect(
      try store.lines("SELECT number, shelf_position FROM Box WHERE shelf = 7 ORDER BY 1") == ["3|0", "4|1"])
    // The box that waits in the other list is there now.
    #expect(try RekeyModel.rekey(store, "Shelf", [.integer(2)], [.integer(7)]) == .merged)
    #expect(try store.lines(pending) == ["[7,5]|7|3"])
  }

  @Test
  func `a record that is there takes the place that waits under its key in a rekeyed list`() throws {
    let store = try ModelStore(Self.shelves).store
    try store.take(#"{"id":1,"boxes":[{"number":3},{"number":4,"label":"b"}]}"#, "Shelf")
    try store.take(#"{"shelf":7,"number":3,"label":"a"}"#, "Box")
    #expect(try RekeyModel.rekey(store, "Shelf", [.integer(1)], [.integer(7)]) == .rekeyed)
    let places = "SELECT shelf, number, shelf_position FROM Box ORDER BY 3"
    #expect(try store.lines(places) == ["7|3|0", "7|4|1"])
    #expect(try store.lines("SELECT * FROM _rowsmith_pending") == [])
  }

  @Test
  func `many-to-many is linked and unlinked from both ends`() throws {
    let store = try ExampleStore.shop()
    let product = try #require(try store.fetch(Product.all.first()))
    let categories = try store.fetch(Shop.Category.all.keys())
    try store.write { try $0.setItems(categories, of: product.id, Product.Columns.categories) }
    for category in categories {
      #expect(
        try store.fetch(Shop.Category.Columns.products.records(of: category).keys()).contains(product.id))
    }
    try store.write { try $0.unlink(product.id, from: categories[0], Shop.Category.Columns.products) }
    #expect(
      try store.fetch(Product.Columns.categories.records(of: product.id).keys())
        == Array(categories.dropFirst())
    )
    try store.write { try $0.link(product.id, to: categories[0], Shop.Category.Columns.products) }
    #expect(try store.fetch(Product.Columns.categories.records(of: product.id).keys()) == categories)
  }

  @Test
  func `an ordered list keeps the order in which it is set`() throws {
    let store = try ExampleStore.shop()
    let products = try store.fetch(Product.all.keys())
    let wishes = Wishlist.Columns.products
    try store.write { db in
      try db.upsert(Wishlist(id: 1, name: "mine"))
      try db.setItems(products.reversed(), of: 1, wishes)
    }
    #expect(try store.fetch(wishes.records(of: 1).keys()) == products.reversed())
    try store.write { try $0.setItems(products, of: 1, wishes) }
    #expect(try store.fetch(wishes.records(of: 1).keys()) == products)
    let lists = try store.fetch(Wishlist.all)
    #expect(try store.fetch(Wishlist.related(to: lists) { $0.products })[key: 1].map(\.id) == products)
  }

  @Test
  func `to set the items of a list forgets the keys that wait in it`() throws {
    let store = try ExampleStore.bands()
    try store.importJSON(
      .string(
        #"[{"name":"Japan","albums":["Later","Tin Drum"]},{"name":"Roxy Music","albums":["Also Later"]}]"#),
      into: .entity("Band"))
    let waiting = "SELECT target FROM _rowsmith_pending ORDER BY 1"
    #expect(try store.fetch(.sql(waiting)).map { $0["target"] } == [.text("Also Later"), .text("Later")])
    try store.write { try $0.setItems(["Tin Drum"], of: "Japan", Band.Columns.albums) }
    #expect(try store.fetch(.sql(waiting)).map { $0["target"] } == [.text("Also Later")])
    // So a record that arrives afterwards is no item.
    try store.write { try $0.insert(Album(name: "Later", released: Date(timeIntervalSince1970: 0))) }
    #expect(try store.fetch(Band.Columns.albums.records(of: "Japan").keys()) == ["Tin Drum"])
  }

  @Test
  func `to set the items of a list in a link table ends links to records that have not arrived`() throws {
    let store = try ExampleStore.shop()
    let products = try store.fetch(Product.all.keys())
    let first = try #require(products.first)
    try store.write { try $0.upsert(Wishlist(id: 1, name: "mine")) }
    try store.importJSON(.string(#"{"id":1,"product_ids":[999999]}"#), into: .entity("Wishlist"))
    let links = "SELECT target FROM Wishlist_products WHERE source = 1"
    #expect(try store.fetch(.sql(links)).map { $0["target"] } == [.integer(999_999)])
    try store.write { try $0.setItems([first], of: 1, Wishlist.Columns.products) }
    #expect(try store.fetch(.sql(links)).map { $0["target"] } == [.integer(Int64(first))])
  }

  @Test
  func `to set the items of a list ends links to records that are another entity of the family`() throws {
    let store = try ModelStore(
      """
      entities:
        Animal: { attributes: { id: Int } }
        Dog: { extends: Animal }
        Cat: { extends: Animal }
        Show: { attributes: { id: Int }, relationships: { dogs: { to: [Dog], inverse: none } } }
      """
    ).store
    try store.importJSON(.string(#"{"id":1}"#), into: .entity("Cat"))
    try store.importJSON(.string(#"{"id":1,"dog_ids":[1,7]}"#), into: .entity("Show"))
    try store.write { try $0.setItems([], of: 1, Show.dogs) }
    #expect(try store.fetch(.sql("SELECT * FROM Show_dogs")).isEmpty)
  }
}

private struct Show: Record {
  enum Columns {}
  typealias Key = Int
  static var entityName: String { "Show" }
  static var columnNames: [String] { ["id"] }
  static var dogs: ToMany<Show, Dog> { ToMany("dogs") }
  var id: Int
  init(row: Row) throws(RowDecodingError) { id = try row.int(at: 0) }
  func encode(to encoder: inout RowEncoder) { encoder.encode(id) }
}

private struct Dog: Record {
  enum Columns {}
  typealias Key = Int
  static var entityName: String { "Dog" }
  static var columnNames: [String] { ["id"] }
  var id: Int
  init(row: Row) throws(RowDecodingError) { id = try row.int(at: 0) }
  func encode(to encoder: inout RowEncoder) { encoder.encode(id) }
}

/// A record written by hand.
private struct Book: Record {
  enum Columns {}
  typealias Key = Int
  static var entityName: String { "Book" }
  static var columnNames: [String] { ["id", "shelf"] }
  var id: Int
  var shelf: Reference<Shelf>?
  init(id: Int, shelf: Reference<Shelf>?) {
    self.id = id
    self.shelf = shelf
  }
  init(row: Row) throws(RowDecodingError) {
    id = try row.int(at: 0)
    shelf = try row.optionalReference(at: 1)
  }
  func encode(to encoder: inout RowEncoder) {
    encoder.encode(id)
    encoder.encode(shelf)
  }
}

private struct Shelf: Record {
  enum Columns {}
  typealias Key = Int
  static var entityName: String { "Shelf" }
  static var columnNames: [String] { ["id"] }
  var id: Int
  init(row: Row) throws(RowDecodingError) { id = try row.int(at: 0) }
  func encode(to encoder: inout RowEncoder) { encoder.encode(id) }
}
