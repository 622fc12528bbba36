import Bands
import Foundation
import GitHub
import Rowsmith
import RowsmithSchema
import Shop
import Testing

/// What a call that failed leaves behind, where the block goes on.
struct FailedCallTests {
  /// Every row of every table, the store's own included.
  private func everything(_ db: ReadTransaction) throws -> [String: [[StoredValue]]] {
    let names = try db.fetch(.sql("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"))
    var tables: [String: [[StoredValue]]] = [:]
    for name in try names.map({ try $0.value("name", as: String.self) }) {
      tables[name] = try db.fetch(.sql("SELECT * FROM \"\(name)\"")).map(\.values)
    }
    return tables
  }

  @Test
  func `a list that cannot be inserted whole is not inserted`() throws {
    let store = try ExampleStore.bands()
    try store.write { db in
      let before = try everything(db)
      #expect(throws: StoreError.self) {
        try db.insert(
          contentsOf: [
            Album(name: "New", released: .now, band: "Nobody"), Album(name: "Avalon", released: .now),
          ])
      }
      #expect(try everything(db) == before)
      try db.insert(Album(name: "New", released: .now, band: "Japan"))
    }
    #expect(try store.fetch(Album.find("New"))?.band == "Japan")
    #expect(try store.fetch(.sql("SELECT * FROM _rowsmith_unresolved")).isEmpty)
  }

  @Test
  func `a refused deletion deletes nothing`() throws {
    let store = try ExampleStore.shop()
    try store.write { db in
      let before = try everything(db)
      let error = #expect(throws: StoreError.self) { try db.deleteAll(Product.all) }
      #expect(error?.reason == .refused)
      #expect(try everything(db) == before)
      let currency = #expect(throws: StoreError.self) { try db.deleteAll(Currency.self) }
      #expect(currency?.reason == .refused)
      #expect(try everything(db) == before)
    }
    // With what needs them they go.
    try store.write { db in
      try db.deleteAll(Order.self)
      try db.deleteAll(Product.self)
    }
    #expect(try store.fetch(ProductReview.all.count()) == 0)
    #expect(try store.fetch(StockLevel.all.count()) == 0)
  }

  @Test
  func `a required link cannot be ended`() throws {
    let store = try ExampleStore.shop()
    let stock = try #require(try store.fetch(StockLevel.all.first()))
    try store.write { db in
      let before = try everything(db)
      let error = #expect(throws: StoreError.self) {
        try db.unlink(stock.id, from: stock.product.key, Product.Columns.stock)
      }
      #expect(error?.reason == .refused)
      let all = #expect(throws: StoreError.self) {
        try db.setItems([], of: stock.product.key, Product.Columns.stock)
      }
      #expect(all?.reason == .refused)
      #expect(try everything(db) == before)
    }
  }

  @Test
  func `unique values are kept after a call that failed`() throws {
    let store = try ExampleStore.gitHub()
    let users = try store.fetch(User.all)
    try store.write { db in
      var copy = users[0]
      copy.login = users[1].login
      // The list fails after the unique index was put off.
      #expect(throws: StoreError.self) {
        try db.insert(contentsOf: [withID(copy, -1), users[2 % users.count]])
      }
      var changed = users[0]
      changed.login = "changed"
      try db.update(changed)
    }
    #expect(try store.fetch(User.find(users[0].id))?.login == "changed")
    let indexes = try store.fetch(.sql("SELECT name FROM sqlite_master WHERE name = 'User.login'"))
    #expect(indexes.count == 1)
    let error = #expect(throws: StoreError.self) {
      try store.write { try $0.insert(withID(users[1], -2)) }
    }
    #expect(error?.reason == .notUnique)
    let passedOver = #expect(throws: StoreError.self) {
      try store.write { db in
        try db.insert(withID(users[1], -2))
        try? db.savepoint { _ in }
      }
    }
    #expect(passedOver?.reason == .notUnique)
    #expect(try store.fetch(.sql("SELECT name FROM sqlite_master WHERE name = 'User.login'")).count == 1)
    try store.write { db in
      try? db.savepoint { try $0.insert(withID(users[1], -2)) }
    }
    #expect(try store.fetch(User.all.count()) == users.count)
  }

  private func withID(_ user: User, _ id: Int) -> User {
    var user = user
    user.id = id
    return user
  }

  @Test
  func `a one-to-one link that cannot be taken leaves no record`() throws {
    let model = try ModelStore(
      """
      entities:
        Seat: { attributes: { id: Int }, relationships: { guest: { to: Guest?, inverse: seat } } }
        Guest: { attributes: { id: Int }, relationships: { seat: { to: Seat, inverse: guest } } }
      """)
    try model.importJSON("[{\"id\": 1}, {\"id\": 2}]", "Seat")
    try model.store.write { db in
      try db.insert(Guest(id: 10, seat: 1))
      #expect(try db.fetch(Seat.find(1))?.guest?.key == 10)
      let before = try everything(db)
      let error = #expect(throws: StoreError.self) { try db.insert(Guest(id: 11, seat: 1)) }
      #expect(error?.reason == .refused)
      #expect(try everything(db) == before)
      try db.insert(Guest(id: 11, seat: 2))
      try db.update(Guest(id: 11, seat: 2))
    }
    #expect(try model.store.fetch(Seat.all.values { $0.guest }).map { $0?.key } == [10, 11])
  }

  @Test
  func `a record that cannot become one of another entity keeps the links to it`() throws {
    let model = try ModelStore(
      """
      entities:
        Animal: { attributes: { id: Int } }
        Dog: { extends: Animal }
        Cat: { extends: Animal }
        Owner: { attributes: { id: Int }, relationships: { dog: { to: Dog?, inverse: none } } }
      """)
    try model.importJSON(#"{"id":1,"dog":{"id":5}}"#, "Owner")
    try model.store.write { db in
      try db.execute(
        sql: "CREATE TRIGGER no BEFORE UPDATE ON Animal BEGIN SELECT RAISE(ABORT, 'no cats'); END")
      let before = try everything(db)
      let error = #expect(throws: StoreError.self) { try db.upsert(Cat(id: 5)) }
      #expect(error?.reason == .refused)
      #expect(try everything(db) == before)
      try db.execute(sql: "DROP TRIGGER no")
      #expect(try db.upsert(Cat(id: 5)) == .updated)
    }
    #expect(try model.store.fetch(.sql("SELECT dog FROM Owner")).map(\.values) == [[.null]])
  }

  @Test
  func `what follows a transaction that SQLite has rolled back is not written by itself`() throws {
    let store = try ExampleStore.bands()
    let before = try store.read(everything)
    let error = #expect(throws: StoreError.self) {
      try store.write { db in
        let sql = "INSERT OR ROLLBACK INTO Band (name, formed) VALUES ('Japan', 1)"
        #expect((try? db.execute(sql: sql)) == nil)
        #expect((try? db.execute(sql: "DELETE FROM Album")) == nil)
        try db.insert(Band(name: "New", formed: 1))
      }
    }
    #expect(error?.message.contains("SQLite has rolled back") == true)
    #expect(try store.read(everything) == before)
    try store.write { try $0.insert(Band(name: "New", formed: 1)) }
  }

  @Test
  func `a new record takes its key off the list of unresolved ones, and no other`() throws {
    let store = try ExampleStore.bands()
    try store.write { db in
      for band in ["Nobody", "No one"] {
        try db.insert(
          Album(name: band, released: Date(timeIntervalSince1970: 0), band: Reference(band)))
      }
    }
    try store.write { try $0.insert(Band(name: "Nobody", formed: 1)) }
    let keys = "SELECT key FROM _rowsmith_unresolved"
    #expect(try store.fetch(.sql(keys)).map { $0["key"] } == [.text("No one")])
    try store.write { try $0.delete(Album.self, key: "No one") }
    #expect(try store.fetch(.sql(keys)).isEmpty)
  }
}

/// Two records at the ends of a one-to-one relationship, written by hand.
private struct Seat: Record {
  enum Columns {
    static var guest: Column<Seat, Reference<Guest>?> { Column("guest") }
  }
  typealias Key = Int
  static var entityName: String { "Seat" }
  static var columnNames: [String] { ["id", "guest"] }
  var id: Int
  var guest: Reference<Guest>?
  init(row: Row) throws(RowDecodingError) {
    id = try row.int(at: 0)
    guest = try row.optionalReference(at: 1)
  }
  func encode(to encoder: inout RowEncoder) {
    encoder.encode(id)
    encoder.encode(guest)
  }
}

private struct Guest: Record {
  enum Columns {}
  typealias Key = Int
  static var entityName: String { "Guest" }
  static var columnNames: [String] { ["id", "seat"] }
  var id: Int
  var seat: Reference<Seat>
  init(id: Int, seat: Reference<Seat>) {
    self.id = id
    self.seat = seat
  }
  init(row: Row) throws(RowDecodingError) {
    id = try row.int(at: 0)
    seat = try row.reference(at: 1)
  }
  func encode(to encoder: inout RowEncoder) {
    encoder.encode(id)
    encoder.encode(seat)
  }
}

private struct Cat: Record {
  enum Columns {}
  typealias Key = Int
  static var entityName: String { "Cat" }
  static var columnNames: [String] { ["id"] }
  var id: Int
  init(id: Int) { self.id = id }
  init(row: Row) throws(RowDecodingError) { id = try row.int(at: 0) }
  func encode(to encoder: inout RowEncoder) { encoder.encode(id) }
}
