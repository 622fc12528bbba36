import Bands
import Foundation
import Rowsmith
import RowsmithSchema
import Testing

/// SQL of the app's own.
struct SQLTests {
  private let store: Store

  init() throws { store = try ExampleStore.bands() }

  private func refuses(_ part: String, _ body: (ReadTransaction) throws -> Void) {
    let error = #expect(throws: StoreError.self) { try store.read(body) }
    #expect(error?.description.contains(part) == true, "\(error?.description ?? "")")
  }

  @Test
  func `records are read with columns in any order`() throws {
    let bands = try store.fetch(Band.sql("SELECT * FROM Band WHERE formed > ? ORDER BY name", 1970))
    #expect(bands == (try store.fetch(Band.filter { $0.formed > 1970 })))
    let shuffled = """
      SELECT 1 AS one, otherNames, formed, name, hiatus, disbanded, bandDescription, name AS again FROM Band
      WHERE name = ? -- one value
      """
    #expect(
      try store.fetch(Band.sql(shuffled, "Japan"))
        == store.fetch(Band.filter { $0.name == "Japan" }))
    #expect(try store.fetch(Band.sql("SELECT * FROM Band WHERE ? IS NULL", nil)).count == 2)
  }

  @Test
  func `records are read with the columns of a view that was made anew`() throws {
    let scratch = ScratchFile()
    let store = try Store(.file(scratch.path), model: BandsModel())
    let band = Band(name: "Japan", formed: 1974, hiatus: "1983", otherNames: "Rain Tree Crow")
    try store.write { try $0.insert(band) }
    func makeView(_ columns: String) throws {
      try store.write { db in
        try db.execute(sql: "DROP VIEW IF EXISTS Seen")
        try db.execute(sql: "CREATE VIEW Seen AS SELECT \(columns) FROM Band")
      }
    }
    try makeView("name, formed, disbanded, hiatus, otherNames, bandDescription")
    #expect(try store.fetch(Band.sql("SELECT * FROM Seen")) == [band])
    // The connection that reads learns of it when the statement runs.
    try makeView("otherNames, bandDescription, disbanded, hiatus, formed, name")
    #expect(try store.fetch(Band.sql("SELECT * FROM Seen")) == [band])
  }

  @Test
  func `rows are read by the names of their columns`() throws {
    let sql = "SELECT band, count(*) AS count, NULL AS empty FROM Album WHERE released < ? GROUP BY band"
    let rows = try store.fetch(.sql(sql, Date.now))
    #expect(rows.map { $0["band"] } == [.text("Japan"), .text("Roxy Music")])
    #expect(try rows[0].value("count") == store.fetch(Album.filter { $0.band == "Japan" }.count()))
    #expect(try rows[0].value("empty", as: Int?.self) == nil)
    #expect(throws: RowDecodingError.self) { try rows[0].value("empty", as: Int.self) }
    #expect(throws: RowDecodingError.self) { try rows[0].value("missing", as: Int?.self) }
    #expect(throws: RowDecodingError.self) { try rows[0].value("count", as: String.self) }
    #expect(rows[0]["missing"] == nil)
  }

  @Test
  func `what is wrong is said in words`() {
    refuses("it lacks otherNames, bandDescription") {
      _ = try $0.fetch(Band.sql("SELECT name, formed, disbanded, hiatus FROM Band"))
    }
    refuses("expected 1 value for the parameters of the SQL, found 0") { _ = try $0.fetch(.sql("SELECT ?")) }
    refuses("expected 0 values") { _ = try $0.fetch(.sql("SELECT 1", 1)) }
    refuses("found another after it") { _ = try $0.fetch(.sql("SELECT 1; DROP TABLE Band")) }
    refuses("found none") { _ = try $0.fetch(.sql(" -- nothing")) }
    refuses("the statement writes") { _ = try $0.fetch(.sql("DELETE FROM Band")) }
    refuses("the statement writes") { _ = try $0.fetch(.sql("DELETE FROM Band RETURNING name")) }
    refuses("no such column") { _ = try $0.fetch(.sql("SELECT nme FROM Band")) }
    for word in ["COMMIT", "begin", "/* x */ ROLLBACK", "-- x\nsavepoint a", ";VACUUM", "ATTACH 'x' AS y"] {
      refuses("cannot be run by an app") { _ = try $0.fetch(.sql(word)) }
    }
    #expect(throws: Never.self) { try store.fetch(.sql("SELECT 1; -- and nothing more")) }
  }

  @Test
  func `statements that write say how many rows they changed`() throws {
    try store.write { db in
      let changed = [
        try db.execute(sql: "UPDATE Band SET formed = formed + ?", 1),
        try db.execute(sql: "UPDATE Band SET formed = 0 WHERE name = ?", "Nobody"),
        try db.execute(sql: "CREATE TABLE mine (x)"),
        try db.execute(sql: "INSERT INTO mine VALUES (?), (?)", values: [1, nil]),
      ]
      #expect(changed == [2, 0, 0, 2])
      let rows = try db.fetch(.sql("SELECT x FROM mine ORDER BY x")).map(\.values)
      #expect(rows == [[.null], [.integer(1)]])
      let japan = try db.fetch(Band.find("Japan"))
      #expect(japan?.formed == 1975)
    }
    #expect(throws: StoreError.self) { try store.write { try $0.execute(sql: "COMMIT") } }
  }

  @Test
  func `a value is never part of the text`() throws {
    let text = "'; DROP TABLE Band; --"
    #expect(try store.fetch(.sql("SELECT ? AS text", text))[0]["text"] == .text(text))
    #expect(try store.fetch(Band.all.count()) == 2)
  }

  @Test
  func `the parameters of a condition have neither numbers nor names`() {
    for text in ["formed > ?1", "formed > :year", "formed > @year"] {
      refuses("a parameter must be a plain '?'") { _ = try $0.fetch(Band.filter(.sql(text, 1970))) }
    }
    #expect(throws: Never.self) {
      try store.fetch(Band.filter(.sql("name = ':@?1' OR formed > ?", 1970)).count())
    }
  }

  @Test
  func `SQL that differs only in how an accent is composed is different SQL`() throws {
    try store.write { try $0.insert(Band(name: "\u{E9}", formed: 1)) }
    #expect(try store.fetch(Band.filter(.sql("name = '\u{E9}'")).count()) == 1)
    #expect(try store.fetch(Band.filter(.sql("name = 'e\u{301}'")).count()) == 0)
    #expect(try store.fetch(Band.filter(.sql("name = '\u{301}' OR name = ?", "\u{E9}")).count()) == 1)
  }

  @Test
  func `the key decides between keys that are equal without case`() throws {
    try store.write { db in
      for name in ["zz", "ZZ", "zZ"] { try db.insert(Band(name: name, formed: 1)) }
    }
    let bands = Band.filter { $0.formed == 1 }.order { $0.name.ascendingIgnoringCase }
    #expect(try store.fetch(bands).map(\.name) == ["ZZ", "zZ", "zz"])
    #expect(try store.fetch(bands.reversed()).map(\.name) == ["zz", "zZ", "ZZ"])
  }
}
