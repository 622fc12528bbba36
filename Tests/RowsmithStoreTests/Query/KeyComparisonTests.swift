import Bands
import Foundation
import GitHub
import Rowsmith
import Shop
import Testing

/// To-one relationships against keys and records, and Bool columns as conditions.
struct KeyComparisonTests {
  @Test
  func `a relationship is compared with a key, an optional one, a record, and many`() throws {
    let store = try ExampleStore.bands()
    let japan = try #require(try store.fetch(Band.find("Japan")))
    let wanted = try store.fetch(Album.filter { $0.band == "Japan" })
    let others = try store.fetch(Album.filter { $0.band != "Japan" })
    let key = japan.id
    let maybe: String? = key
    let none: String? = nil
    #expect(!wanted.isEmpty && !others.isEmpty)
    #expect(try store.fetch(Album.filter { $0.band == key }) == wanted)
    #expect(try store.fetch(Album.filter { $0.band == maybe }) == wanted)
    #expect(try store.fetch(Album.filter { $0.band == japan }) == wanted)
    #expect(try store.fetch(Album.filter { $0.band == Reference(japan) }) == wanted)
    #expect(try store.fetch(Album.filter { $0.band.isIn([key]) }) == wanted)
    #expect(try store.fetch(Album.filter { $0.band.isIn(Set([key])) }) == wanted)
    #expect(try store.fetch(Album.filter { $0.band.isIn([japan]) }) == wanted)
    #expect(try store.fetch(Album.filter { $0.band != key }) == others)
    #expect(try store.fetch(Album.filter { $0.band != maybe }) == others)
    #expect(try store.fetch(Album.filter { $0.band != japan }) == others)
    try store.write { try $0.insert(Album(name: "Nobody's", released: .distantPast)) }
    #expect(try store.fetch(Album.filter { $0.band == none }.keys()) == ["Nobody's"])
    #expect(try store.fetch(Album.filter { $0.band != none }) == store.fetch(Album.filter { $0.band != nil }))
  }

  @Test
  func `no relationship holds a key that is no number, not even an empty one`() throws {
    let model = try ModelStore(
      """
      entities:
        Level: { PrimaryKey: height, attributes: { height: Double } }
        Mark: { attributes: { id: Int }, relationships: { level: Level? } }
      """)
    try model.importJSON(#"[{"id": 1}, {"id": 2, "level": 0.5}]"#, "Mark")
    let none = Double.nan
    let maybe: Double? = none
    #expect(try model.store.fetch(Mark.filter { $0.level == none }.count()) == 0)
    #expect(try model.store.fetch(Mark.filter { $0.level == maybe }.count()) == 0)
    #expect(try model.store.fetch(Mark.filter { $0.level != none }.count()) == 2)
    #expect(try model.store.fetch(Mark.filter { $0.level == 0.5 }.count()) == 1)
  }

  @Test
  func `a relationship is set to a key or a record`() throws {
    let store = try ExampleStore.bands()
    let roxy = try #require(try store.fetch(Band.find("Roxy Music")))
    let key = "Japan"
    try store.write { try $0.update(Album.all) { [$0.band.set(key)] } }
    #expect(try store.fetch(Album.filter { $0.band != "Japan" }.count()) == 0)
    try store.write { try $0.update(Album.all) { [$0.band.set(roxy)] } }
    #expect(try store.fetch(Album.filter { $0.band != "Roxy Music" }.count()) == 0)
    try store.write { try $0.update(Album.all) { [$0.band.set(nil)] } }
    #expect(try store.fetch(Album.filter { $0.band != nil }.count()) == 0)
  }

  @Test
  func `a record is created with keys, optional or not, literals and nil`() {
    let key = "Japan"
    let maybe: String? = key
    let album = Album(name: "Tin Drum", released: .distantPast, band: "Japan")
    #expect(Album(name: "Tin Drum", released: .distantPast, band: key) == album)
    #expect(Album(name: "Tin Drum", released: .distantPast, band: maybe) == album)
    #expect(Album(name: "Tin Drum", released: .distantPast, band: Reference(key)) == album)
    #expect(Album(name: "Tin Drum", released: .distantPast, band: nil).band == nil)
    #expect(Album(name: "Tin Drum", released: .distantPast).band == nil)
    let (order, product) = (7, 5)
    let line = OrderLine(position: 2, quantity: 1, unitPrice: 1, order: order, product: product)
    #expect(line == OrderLine(position: 2, quantity: 1, unitPrice: 1, order: 7, product: 5))
  }

  @Test
  func `a Bool column is a condition`() throws {
    let store = try ExampleStore.gitHub()
    try store.write { db in
      try db.update(Issue.all.limit(2)) { [$0.locked.set(true)] }
      try db.update(User.all.limit(1)) { [$0.siteAdmin.set(true)] }
    }
    let issues = try store.fetch(Issue.all)
    #expect(try store.fetch(Issue.filter { $0.locked }) == issues.filter(\.locked))
    #expect(try store.fetch(Issue.all.filter { !$0.locked }) == issues.filter { !$0.locked })
    #expect(
      try store.fetch(Issue.filter { $0.locked && $0.comments > 0 })
        == issues.filter { $0.locked && $0.comments > 0 })
    #expect(
      try store.fetch(Issue.filter { $0.comments > 0 || $0.locked })
        == issues.filter { $0.locked || $0.comments > 0 })
    let admins = Set(try store.fetch(User.filter { $0.siteAdmin }.keys()))
    #expect(
      try store.fetch(Issue.filter { $0.user.siteAdmin })
        == issues.filter { admins.contains($0.user?.key ?? 0) })
    #expect(
      try store.fetch(Issue.filter { !$0.user.siteAdmin })
        == issues.filter { !admins.contains($0.user?.key ?? 0) })
    let assigned = try issues.filter { try store.fetch($0.assignees).contains(where: \.siteAdmin) }
    #expect(try store.fetch(Issue.filter { $0.assignees.contains { $0.siteAdmin } }) == assigned)
    #expect(try store.fetch(Issue.filter { $0.assignees.count(where: { $0.siteAdmin }) == 1 }) == assigned)
    let all = try issues.filter { try store.fetch($0.assignees).allSatisfy(\.siteAdmin) }
    #expect(try store.fetch(Issue.filter { $0.assignees.allSatisfy { $0.siteAdmin } }) == all)
  }
}

private struct Level: Record {
  enum Columns {}
  typealias Key = Double
  static var entityName: String { "Level" }
  static var columnNames: [String] { ["height"] }
  var height: Double
  init(row: Row) throws(RowDecodingError) { height = try row.double(at: 0) }
  func encode(to encoder: inout RowEncoder) { encoder.encode(height) }
}

private struct Mark: Record {
  enum Columns {
    static var level: Column<Mark, Reference<Level>?> { Column("level") }
  }
  typealias Key = Int
  static var entityName: String { "Mark" }
  static var columnNames: [String] { ["id"] }
  var id: Int
  init(row: Row) throws(RowDecodingError) { id = try row.int(at: 0) }
  func encode(to encoder: inout RowEncoder) { encoder.encode(id) }
}
