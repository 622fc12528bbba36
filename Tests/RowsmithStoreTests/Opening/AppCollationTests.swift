import Bands
import Foundation
import Rowsmith
import Testing

/// Orders of text of the app's own.
struct AppCollationTests {
  private func store(_ collations: [Collation], _ names: String...) throws -> Store {
    var options = StoreOptions()
    options.collations = collations
    let store = try Store(.memory, model: BandsModel(), options: options)
    try store.write { db in
      for (index, name) in names.enumerated() { try db.insert(Band(name: name, formed: index)) }
    }
    return store
  }

  private static let byLength = Collation("by length") { one, other in
    one.count == other.count ? .orderedSame : one.count < other.count ? .orderedAscending : .orderedDescending
  }

  @Test("A name may be any text; what an order takes for the same is ordered by the key")
  func order() throws {
    let store = try store([Self.byLength], "ccc", "b", "aa", "bb", "a", "")
    let ascending = Band.order { $0.name.ascending(by: Self.byLength) }
    #expect(try store.fetch(ascending.keys()) == ["", "a", "b", "aa", "bb", "ccc"])
    #expect(
      try store.fetch(Band.order { $0.name.descending(by: Self.byLength) }.keys())
        == ["ccc", "aa", "bb", "a", "b", ""])
    #expect(try store.fetch(ascending.reversed().keys()) == ["ccc", "bb", "aa", "b", "a", ""])
    #expect(try store.fetch(ascending.limit(2, offset: 1).keys()) == ["a", "b"])
  }

  @Test("SQL compares, groups and finds by it, in any case of its name")
  func sql() throws {
    let store = try store([Self.byLength], "ccc", "b", "aa", "bb")
    let same = #"SELECT name FROM Band WHERE name = 'xx' COLLATE "BY LENGTH" ORDER BY name"#
    #expect(try store.fetch(.sql(same)).map(\.values) == [[.text("aa")], [.text("bb")]])
    let groups = #"SELECT count(*) AS n FROM Band GROUP BY name COLLATE "by length" ORDER BY n"#
    #expect(try store.fetch(.sql(groups)).map(\.values) == [[.integer(1)], [.integer(1)], [.integer(2)]])
  }

  @Test("Text reaches a comparison whole, with what a C string would end at")
  func text() throws {
    let byEnd = Collation("by_end") { one, other in
      let (one, other) = (one.unicodeScalars.last?.value ?? 0, other.unicodeScalars.last?.value ?? 0)
      return one == other ? .orderedSame : one < other ? .orderedAscending : .orderedDescending
    }
    let store = try store([byEnd], "a\0z", "b\0y", "cä")
    #expect(try store.fetch(Band.order { $0.name.ascending(by: byEnd) }.keys()) == ["b\0y", "a\0z", "cä"])
  }

  @Test(
    "Names of SQLite's collations and of Rowsmith's are refused by name",
    arguments: ["BINARY", "rtrim", "NoCase", "rowsmith_mine", "ROWSMITH_localized", ""])
  func reserved(_ name: String) {
    let error = #expect(throws: StoreError.self) { try store([Collation(name) { $0.compare($1) }]) }
    #expect(error?.reason == .misuse)
    #expect(
      error?.message
        == "the collation '\(name)' cannot have that name, which SQLite or Rowsmith uses; choose another")
  }

  @Test("The order of a locale may be among the options, and changes nothing")
  func localized() throws {
    let german = Collation.localized(Locale(identifier: "de_DE"))
    let store = try store([.localized, german], "z", "Ä", "a")
    #expect(try store.fetch(Band.order { $0.name.ascending(by: german) }.keys()) == ["a", "Ä", "z"])
  }

  @Test("An order that the store was not given is named in the error")
  func unknown() throws {
    let store = try store([], "a")
    let error = #expect(throws: StoreError.self) {
      try store.fetch(Band.order { $0.name.ascending(by: Self.byLength) })
    }
    #expect(error?.message == "no such collation sequence: by length")
  }

  @Test("An order of an index, which the store was not given, is named with what to do")
  func unknownToIndex() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("bands.sqlite")
    var options = StoreOptions()
    options.collations = [Self.byLength]
    let store = try Store(.file(path), model: BandsModel(), options: options)
    try store.write { try $0.execute(sql: #"CREATE INDEX mine ON Band (name COLLATE "by length")"#) }
    store.close()
    let without = try Store(.file(path), model: BandsModel())
    let error = #expect(throws: StoreError.self) {
      try without.write { try $0.insert(Band(name: "Can", formed: 1968)) }
    }
    #expect(error?.code == .errorMissingCollation)
    #expect(
      error?.message
        == "no such collation sequence: by length, which a trigger, view, index or column of the database "
        + "uses; give it to the store among its `collations`, or use the program that has it")
  }

  @Test("Two collations are the same with one name and one function")
  func equality() {
    let copy = Self.byLength
    #expect(copy == Self.byLength)
    #expect(Collation("by length") { $0.compare($1) } != Self.byLength)
    #expect(Collation.localized(Locale(identifier: "de")) == Collation.localized(Locale(identifier: "de")))
    #expect(Collation.localized(Locale(identifier: "de")) != Collation.localized(Locale(identifier: "fr")))
    #expect(Collation.localized(Locale(identifier: "de")).name == "rowsmith_localized_de")
  }
}
