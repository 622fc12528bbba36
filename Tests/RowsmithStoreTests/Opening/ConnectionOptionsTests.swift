import Bands
import Foundation
import Rowsmith
import Testing

/// Functions and collations of the app's own.
struct ConnectionOptionsTests {
  private struct Refused: Error {}

  private let folder: TemporaryFolder
  private var options = StoreOptions()

  init() throws {
    folder = try TemporaryFolder()
    options.functions = [
      SQLFunction("initial", arguments: 1, isDeterministic: true) { values in
        guard case .text(let text) = values[0] else { return .null }
        return .text(String(text.prefix(1)))
      },
      SQLFunction("how_many", arguments: nil) { .integer(Int64($0.count)) },
      SQLFunction("refuse", arguments: 0) { _ in throw Refused() },
    ]
    options.collations = [Collation("backwards") { $1.compare($0) }]
  }

  private func store(_ names: String...) throws -> Store {
    let store = try Store(.file(folder.path("bands.sqlite")), model: BandsModel(), options: options)
    try store.write { db in for name in names { try db.insert(Band(name: name, formed: 1970)) } }
    return store
  }

  @Test func `a function of the app's is there where it reads and where it writes`() throws {
    let store = try store("Can", "Neu!", "Cluster")
    #expect(try store.fetch(Band.filter(.sql("initial(name) = ?", "C")).count()) == 2)
    try store.write { try $0.execute(sql: "DELETE FROM Band WHERE initial(name) = ?", "C") }
    #expect(try store.fetch(Band.all.keys()) == ["Neu!"])
  }

  @Test func `a function that takes any number of arguments gets them all`() throws {
    let row = try store().fetch(.sql("SELECT how_many() AS none, how_many(1, 'a', NULL, x'00', 2.5) AS five"))
    #expect(row.first?["none"] == .integer(0))
    #expect(row.first?["five"] == .integer(5))
  }

  @Test func `what a function throws is in the error of the statement`() throws {
    let store = try store()
    let error = #expect(throws: StoreError.self) { try store.fetch(.sql("SELECT refuse()")) }
    #expect(error?.message == "refuse: Refused()")
  }

  @Test(arguments: ["Lower", "count", "rowsmith_matches", "Rowsmith_x", ""])
  func `a function does not take the place of one that Rowsmith relies on`(name: String) throws {
    var options = StoreOptions()
    options.functions = [SQLFunction(name, arguments: 1) { $0[0] }]
    let error = #expect(throws: StoreError.self) { try Store(.memory, model: BandsModel(), options: options) }
    #expect(error?.reason == .misuse)
    #expect(error?.message.contains("'\(name)' cannot have that name") == true)
  }

  @Test(arguments: ["NOCASE", "binary", "rowsmith_decimal"])
  func `a collation does not take the place of one that Rowsmith relies on`(name: String) throws {
    var options = StoreOptions()
    options.collations = [Collation(name) { $0.compare($1) }]
    let error = #expect(throws: StoreError.self) { try Store(.memory, model: BandsModel(), options: options) }
    #expect(error?.reason == .misuse)
  }

  @Test func `a collation of the app's orders queries and SQL`() throws {
    let store = try store("Can", "Amon Düül", "Neu!")
    let backwards = options.collations[0]
    #expect(try store.fetch(Band.order { $0.name.ascending(by: backwards) }.keys()).first == "Neu!")
    #expect(try store.fetch(Band.order { $0.name.descending(by: backwards) }.keys()).first == "Amon Düül")
    let sql = "SELECT * FROM Band ORDER BY name COLLATE backwards"
    #expect(try store.fetch(Band.sql(sql)).first?.name == "Neu!")
  }

  @Test func `localized order is that of people, without an option`() throws {
    let store = try Store(.memory, model: BandsModel())
    let names = ["Zappa", "Track 10", "track 2", "Ärzte", "Arzt", "zz Top"]
    try store.write { db in for name in names { try db.insert(Band(name: name, formed: 1970)) } }
    let german = Collation.localized(Locale(identifier: "de_DE"))
    let sorted = ["Arzt", "Ärzte", "track 2", "Track 10", "Zappa", "zz Top"]
    #expect(try store.fetch(Band.order { $0.name.ascending(by: german) }.keys()) == sorted)
    #expect(try store.fetch(Band.order { $0.name.descending(by: german) }.keys()) == sorted.reversed())
    let swedish = Collation.localized(Locale(identifier: "sv_SE"))
    #expect(try store.fetch(Band.order { $0.name.ascending(by: swedish) }.keys()).last == "Ärzte")
  }

  @Test func `SQL names the localized order of the process or of a locale`() throws {
    let store = try store("b", "A", "c")
    for name in ["rowsmith_localized", "rowsmith_localized_de_DE"] {
      let sql = "SELECT * FROM Band ORDER BY name COLLATE \(name)"
      #expect(try store.fetch(Band.sql(sql)).map(\.name) == ["A", "b", "c"])
    }
    #expect(throws: StoreError.self) { try store.fetch(.sql("SELECT 'a' COLLATE nobody < 'b'")) }
  }

  @Test func `an optional column can be ordered so, too`() throws {
    let store = try Store(.memory, model: BandsModel())
    try store.write { db in
      try db.insert(Band(name: "1", formed: 1, otherNames: "é"))
      try db.insert(Band(name: "2", formed: 1, otherNames: "f"))
      try db.insert(Band(name: "3", formed: 1))
    }
    #expect(
      try store.fetch(Band.order { $0.otherNames.ascending(by: .localized) }.keys()) == ["3", "1", "2"])
    #expect(
      try store.fetch(Band.order { $0.otherNames.descending(by: .localized) }.keys()) == ["2", "1", "3"])
  }

  @Test func `options with the same functions are equal, with others not`() {
    let copy = options
    #expect(copy == options)
    var others = StoreOptions()
    others.functions = [SQLFunction("initial", arguments: 1, isDeterministic: true) { $0[0] }]
    var more = StoreOptions()
    more.functions = [SQLFunction("initial", arguments: 1, isDeterministic: true) { $0[0] }]
    #expect(others != more)
  }
}
