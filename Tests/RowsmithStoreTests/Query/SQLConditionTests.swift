import Bands
import Foundation
import Rowsmith
import Testing

/// Conditions in SQL, alone, inside related records, and their parameters.
struct SQLConditionTests {
  private let store: Store

  init() throws { store = try ExampleStore.bands() }

  private func names(_ query: Query<Band>) throws -> [String] { try store.fetch(query).map(\.name) }

  @Test(arguments: [
    #"name <> 'a ? b' AND formed > ?"#, #""name" <> 'it''s ?' AND formed > ?"#, #"`formed` > ?"#,
    #""formed" > ? AND `name` <> '`?`'"#, "name <> '\"?' AND formed > ?", "name <> '`?' AND \"formed\" > ?",
    "name <> 'é\u{301}?' AND formed > ?",
    "name <> '$x' AND (SELECT a$b FROM (SELECT 1 AS a$b)) AND formed > ?",
  ])
  func `a question mark in quotes is no parameter`(sql: String) throws {
    #expect(try names(Band.filter(.sql(sql, 1971))) == ["Japan"])
  }

  @Test(arguments: [
    "formed > ? -- 'later", "formed -- since? when: \"\n > ?", "/* the band's? @start */ formed > ? /**/",
    "formed /*/ ? */ > ?--", "1 - -1 AND formed > ? AND 4 /2* 1 --", "[name] <> '?' AND [formed] > ? --[",
    "name NOT IN (SELECT 1 AS [a ? ']) AND formed > ?", "/* ? -- */ formed > ?",
  ])
  func `a comment ends where SQLite says, and has no parameters`(sql: String) throws {
    #expect(try names(Band.filter { .sql(sql, 1971) && $0.name != "?" }) == ["Japan"])
  }

  @Test(arguments: [
    ("formed > ?", 0, "expected a value for each '?' in the SQL, found 0 values"),
    ("formed > ? AND formed < ?", 1, "expected a value for each '?' in the SQL, found 1 values"),
    ("formed > 1971", 1, "expected a '?' for each of the 1 values, found fewer"),
    ("formed > ? AND name <> '?'", 2, "expected a '?' for each of the 2 values, found fewer"),
    (
      "formed > ?1", 1,
      "a parameter must be a plain '?', found one with a name or a number; give a value for each '?'"
    ),
    (
      "formed > @year", 1,
      "a parameter must be a plain '?', found one with a name or a number; give a value for each '?'"
    ),
    (
      "formed > $year", 0,
      "a parameter must be a plain '?', found one with a name or a number; give a value for each '?'"
    ),
  ])
  func `values and parameters are the same number`(sql: String, count: Int, message: String) throws {
    let values: [Int] = Array([1970, 1971].prefix(count))
    let error = #expect(throws: StoreError.self) {
      switch count {
      case 0: _ = try store.fetch(Band.filter(.sql(sql)))
      case 1: _ = try store.fetch(Band.filter(.sql(sql, values[0])))
      default: _ = try store.fetch(Band.filter(.sql(sql, values[0], values[1])))
      }
    }
    #expect(error?.message == message)
  }

  @Test func `the values can come in an array, as those of other SQL`() throws {
    let years: [(any ColumnValue)?] = [1970, 1974]
    #expect(try names(Band.filter(.sql("formed IN (?, ?)", values: years))) == ["Japan"])
  }

  @Test func `in a condition about related records, SQL is about those`() throws {
    #expect(try names(Band.filter { $0.albums.contains { _ in .sql("label = ?", "Virgin") } }) == ["Japan"])
    #expect(
      try names(Band.filter { $0.albums.contains { $0.name > "O" && .sql("label = ?", "Virgin") } }) == [
        "Japan"
      ])
    #expect(
      try names(Band.filter { $0.albums.allSatisfy { _ in .sql("label IS NOT ?", "Virgin") } }) == [
        "Roxy Music"
      ])
    let albums = Album.filter { $0.band.matches { _ in .sql("formed = ?", 1974) } }
    #expect(try store.fetch(albums.count()) == store.fetch(Album.filter { $0.band == "Japan" }.count()))
  }

  @Test func `columns of the same name are told apart by where the SQL stands`() throws {
    let query = Band.filter {
      .sql("name = ?", "Japan") && $0.albums.contains { _ in .sql("name = ?", "Tin Drum") }
    }
    #expect(try names(query) == ["Japan"])
    let none = Band.filter {
      .sql("name = ?", "Tin Drum") || $0.albums.contains { _ in .sql("name = ?", "Japan") }
    }
    #expect(try names(none) == [])
  }

  @Test func `records read together are chosen with SQL, too`() throws {
    let bands = try store.fetch(Band.all)
    let albums = try store.fetch(
      Band.related(to: bands, { $0.albums }, where: { _ in .sql("label = ? AND name > ?", "Virgin", "O") }))
    #expect(albums[key: "Japan"].map(\.name) == ["Oil on Canvas", "Rain Tree Crow", "Tin Drum"])
    #expect(albums[key: "Roxy Music"].isEmpty)
  }
}
