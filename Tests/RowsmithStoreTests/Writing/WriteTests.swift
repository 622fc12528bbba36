import Bands
import Foundation
import Rowsmith
import Testing

/// Records, written one by one.
struct WriteTests {
  private let store: Store

  init() throws { store = try ExampleStore.bands() }

  private var japan: Band {
    get throws { try #require(try store.fetch(Band.find("Japan"))) }
  }

  @Test
  func `a record is inserted once`() throws {
    let band = Band(name: "Talk Talk", formed: 1981)
    try store.write { try $0.insert(band) }
    #expect(try store.fetch(Band.find("Talk Talk")) == band)
    let error = #expect(throws: StoreError.self) { try store.write { try $0.insert(band) } }
    #expect(error?.reason == .alreadyExists)
  }

  @Test
  func `an update writes what differs`() throws {
    var band = try japan
    #expect(try store.write { try $0.update(band) } == false)
    band.formed = 1975
    band.disbanded = nil
    #expect(try store.write { try $0.update(band) })
    #expect(try japan == band)
    let error = #expect(throws: StoreError.self) {
      try store.write { try $0.update(Band(name: "Korea", formed: 1)) }
    }
    #expect(error?.reason == .notFound)
  }

  @Test
  func `an upsert says what it did`() throws {
    let band = Band(name: "Talk Talk", formed: 1981)
    #expect(try store.write { try $0.upsert(band) } == .inserted)
    #expect(try store.write { try $0.upsert(band) } == .unchanged)
    #expect(try store.write { try $0.upsert(Band(name: "Talk Talk", formed: 1982)) } == .updated)
  }

  @Test
  func `a block that throws leaves nothing`() throws {
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try store.write { db in
        try db.insert(Band(name: "Talk Talk", formed: 1981))
        throw Stop()
      }
    }
    #expect(try store.fetch(Band.find("Talk Talk")) == nil)
  }

  @Test
  func `a savepoint that throws takes back its own part`() throws {
    struct Stop: Error {}
    try store.write { db in
      try db.insert(Band(name: "A", formed: 1))
      #expect(throws: Stop.self) {
        try db.savepoint { db in
          try db.insert(Band(name: "B", formed: 2))
          try db.savepoint { try $0.insert(Band(name: "C", formed: 3)) }
          throw Stop()
        }
      }
      try db.savepoint { try $0.insert(Band(name: "D", formed: 4)) }
    }
    #expect(try store.fetch(Band.filter { $0.formed < 10 }).map(\.name) == ["A", "D"])
  }

  @Test
  func `deleting follows the delete rules`() throws {
    #expect(try store.write { try $0.delete(Band.self, key: "Japan") })
    #expect(try store.write { try $0.delete(Band.self, key: "Japan") } == false)
    #expect(try store.fetch(Album.filter { $0.band == "Japan" }.count()) == 0)
    #expect(try store.fetch(BandMember.filter { $0.band == nil }.count()) > 0)
    let albums = try store.fetch(Album.all.count())
    #expect(try store.write { try $0.deleteAll(Album.filter { $0.label == "E.G." }) } == 4)
    #expect(try store.fetch(Album.all.count()) == albums - 4)
  }

  @Test
  func `items are linked, unlinked and set`() throws {
    let albums = Band.Columns.albums
    try store.write { try $0.setItems(["Tin Drum", "Quiet Life"], of: "Japan", albums) }
    try store.write { try $0.link(["Avalon", "Tin Drum"], to: "Japan", albums) }
    #expect(try store.fetch(japan.albums).map(\.name) == ["Quiet Life", "Avalon", "Tin Drum"])
    try store.write { try $0.unlink("Avalon", from: "Japan", albums) }
    #expect(try store.fetch(Album.find("Avalon"))?.band == nil)
    try store.write { try $0.setItems(["Tin Drum", "Avalon"], of: "Japan", albums) }
    #expect(try store.fetch(japan.albums).map(\.name) == ["Tin Drum", "Avalon"])
    let error = #expect(throws: StoreError.self) {
      try store.write { try $0.link("Nothing", to: "Japan", albums) }
    }
    #expect(error?.reason == .notFound)
  }

  @Test
  func `an item that is linked comes after those that name their owner themselves`() throws {
    let date = Date(timeIntervalSince1970: 0)
    let albums = Band.Columns.albums
    try store.write { db in
      try db.insert(Band(name: "A", formed: 1))
      for name in ["a", "b", "c"] { try db.insert(Album(name: name, released: date, band: "A")) }
      for name in ["d", "e"] { try db.insert(Album(name: name, released: date)) }
    }
    try store.write { try $0.link("b", to: "A", albums) }
    #expect(try store.fetch(albums.records(of: "A").keys()) == ["a", "b", "c"])
    try store.write { db in
      try db.link("d", to: "A", albums)
      try db.insert(Album(name: "0", released: date, band: "A"))
      try db.link(["e", "b"], to: "A", albums)
    }
    #expect(try store.fetch(albums.records(of: "A").keys()) == ["a", "c", "d", "0", "e", "b"])
  }

  @Test
  func `an import joins a transaction`() throws {
    let report = try store.write { db in
      try db.insert(Band(name: "A", formed: 1))
      return try db.importJSON(.string(#"{"name": "A", "formed": 2}"#), into: .entity("Band"))
    }
    #expect(report.entities["Band"]?.updated == 1)
    try store.write { db in
      try db.insert(Band(name: "B", formed: 1))
      #expect(throws: ImportError.self) {
        try db.importJSON(.string(#"[{"name": "C", "formed": 2}, {"formed": 2}]"#), into: .entity("Band"))
      }
    }
    #expect(try store.fetch(Band.filter { $0.formed < 10 }).map(\.name) == ["A", "B"])
    #expect(try store.fetch(Band.find("A"))?.formed == 2)
  }

  @Test
  func `a write inside a write is refused, and does not wait for ever`() throws {
    let error = #expect(throws: StoreError.self) {
      try store.write { _ in try store.write { try $0.delete(Band.self, key: "Japan") } }
    }
    #expect(error?.reason == .misuse)
  }

  @Test
  func `a record is deleted by its key, whatever else it says`() throws {
    var band = try japan
    band.formed = 1
    #expect(try store.write { try $0.delete(band) })
    #expect(try store.write { try $0.delete(band) } == false)
    #expect(try store.fetch(Album.filter { $0.band == "Japan" }.count()) == 0)
  }

  @Test
  func `of two values for one column the later is set`() throws {
    let count = try store.write { db in
      try db.update(Album.filter { $0.band == "Japan" }) {
        [$0.label.set("a"), $0.band.set("x"), $0.label.set("b"), $0.band.set(nil)]
      }
    }
    #expect(count > 0)
    #expect(try store.fetch(Album.filter { $0.label == "b" && $0.band == nil }.count()) == count)
    #expect(try store.fetch(Album.filter { $0.label == "a" || $0.band == "x" }.count()) == 0)
  }

  @Test
  func `the app's writes count, whatever the stamp of the server`() throws {
    let store = try ModelStore(
      """
      entities:
        Task: { attributes: { id: Int, title: String, stamp: Int }, ModificationAttribute: stamp }
      """
    ).store
    try store.write { db in
      try db.insert(StampedTask(id: 1, title: "new", stamp: 2))
      #expect(try db.update(StampedTask(id: 1, title: "undone", stamp: 1)))
      #expect(try db.upsert(StampedTask(id: 1, title: "again", stamp: 0)) == .updated)
    }
    #expect(try store.fetch(StampedTask.find(1))?.title == "again")
  }

  @Test
  func `a number that is none leaves every record readable`() throws {
    let store = try ModelStore(
      "entities: { Reading: { attributes: { id: Int, values: '[Double]?', price: Decimal? } } }"
    ).store
    try store.write { try $0.upsert(Reading(id: 1, values: nil, price: .nan)) }
    #expect(try store.fetch(Reading.all).map(\.price) == [nil])
    let error = #expect(throws: StoreError.self) {
      try store.write { try $0.upsert(Reading(id: 2, values: [1, .infinity], price: nil)) }
    }
    #expect(error?.reason == .misuse)
    #expect(error?.message.contains("'Reading.values' has a number that is not finite") == true)
    #expect(try store.fetch(Reading.all).count == 1)
    // The later of two values is looked at, too.
    let later = #expect(throws: StoreError.self) {
      try store.write { try $0.update(Reading.all) { [$0.values.set([1]), $0.values.set([.nan])] } }
    }
    #expect(later?.reason == .misuse)
    #expect(try store.fetch(Reading.all).map(\.values) == [nil])
  }
}

private struct StampedTask: Record {
  enum Columns {}
  typealias Key = Int
  static var entityName: String { "Task" }
  static var columnNames: [String] { ["id", "title", "stamp"] }
  var id: Int
  var title: String
  var stamp: Int
  init(id: Int, title: String, stamp: Int) { (self.id, self.title, self.stamp) = (id, title, stamp) }
  init(row: Row) throws(RowDecodingError) {
    id = try row.int(at: 0)
    title = try row.string(at: 1)
    stamp = try row.int(at: 2)
  }
  func encode(to encoder: inout RowEncoder) {
    encoder.encode(id)
    encoder.encode(title)
    encoder.encode(stamp)
  }
}

private struct Reading: Record {
  enum Columns {
    static var values: Column<Reading, [Double]?> { Column("values") }
  }
  typealias Key = Int
  static var entityName: String { "Reading" }
  static var columnNames: [String] { ["id", "values", "price"] }
  var id: Int
  var values: [Double]?
  var price: Decimal?
  init(id: Int, values: [Double]?, price: Decimal?) {
    (self.id, self.values, self.price) = (id, values, price)
  }
  init(row: Row) throws(RowDecodingError) {
    id = try row.int(at: 0)
    values = try row.optionalArray(at: 1)
    price = try row.optionalDecimal(at: 2)
  }
  func encode(to encoder: inout RowEncoder) {
    encoder.encode(id)
    encoder.encode(values)
    encoder.encode(price)
  }
}
