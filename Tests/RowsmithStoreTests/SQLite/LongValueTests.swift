import Bands
import CSQLite
import RowsmithSchema
import Testing

@testable import Rowsmith

/// A text or a blob that is longer than SQLite stores is an error: it must not become NULL.
struct LongValueTests {
  private static let limit = 100_000
  private static let long = String(repeating: "a", count: limit + 1)
  private static let message =
    "expected a text or a blob of at most 100000 bytes, which is what SQLite stores, found a longer one"

  /// Lowers the limit of a connection: SQLite's own is 1 GB.
  private func lowerLimit(of connection: Connection) {
    sqlite3_limit(connection.handle, SQLITE_LIMIT_LENGTH, Int32(Self.limit))
  }

  @Test(arguments: [false, true])
  func `a value of a statement`(isBlob: Bool) throws {
    let value = isBlob ? StoredValue.blob(Array(Self.long.utf8)) : .text(Self.long)
    let connection = try Connection(path: ":memory:")
    try connection.execute("CREATE TABLE a (x)")
    lowerLimit(of: connection)
    let insert = try connection.prepare("INSERT INTO a VALUES (?1)")
    insert.bind([value])
    let error = #expect(throws: StoreError.self) { try insert.step() }
    #expect(error?.code == .tooBig)
    #expect(error?.message == Self.message)
    #expect(error?.arguments == [value])
    // The statement goes on with another value.
    insert.bind([.text("b")])
    #expect(try insert.step() == false)
    #expect(try connection.integer("SELECT count(*) FROM a") == 1)
    #expect(try connection.integer("SELECT count(*) FROM a WHERE x IS ?1", [.text("b")]) == 1)
  }

  @Test func `a value that is looked for`() throws {
    let connection = try Connection(path: ":memory:")
    lowerLimit(of: connection)
    #expect(throws: StoreError.self) { try connection.integer("SELECT ?1 IS NULL", [.text(Self.long)]) }
  }

  @Test(arguments: [false, true])
  func `a value whose length needs more than 32 bits`(isBlob: Bool) throws {
    let connection = try Connection(path: ":memory:")
    let select = try connection.prepare("SELECT ?1")
    // None of its bytes is read.
    let count = 1 << 33
    select.bind(isBlob ? Cell(blob: zeroLength, count: count) : Cell(text: zeroLength, count: count), at: 1)
    let error = #expect(throws: StoreError.self) { try select.step() }
    #expect(error?.code == .tooBig)
  }

  @Test func `an optional column of a record`() throws {
    let store = try Store(.memory, model: BandsModel())
    try store.write { db in
      lowerLimit(of: try db.connection())
      let error = #expect(throws: StoreError.self) {
        try db.insert(Band(name: "Can", formed: 1968, hiatus: Self.long))
      }
      #expect(error?.code == .tooBig)
      #expect(error?.message == Self.message)
      #expect(error?.key == [.text("Can")])
      try db.insert(Band(name: "Can", formed: 1968, hiatus: "1979-1986"))
      let update = #expect(throws: StoreError.self) {
        try db.update(Band(name: "Can", formed: 1968, hiatus: Self.long))
      }
      #expect(update?.code == .tooBig)
      try db.update(Band(name: "Can", formed: 1969, hiatus: "1979-1986"))
    }
    #expect(try store.fetch(Band.all).map(\.hiatus) == ["1979-1986"])
  }

  @Test func `a value of a document`() throws {
    let store = try Store(.memory, model: BandsModel())
    let document = #"[{"name": "Can", "formed": 1968, "hiatus": "\#(Self.long)"}]"#
    let error = #expect(throws: StoreError.self) {
      try store.write { db in
        lowerLimit(of: try db.connection())
        try db.importJSON(.string(document), into: .entity("Band"))
      }
    }
    #expect(error?.code == .tooBig)
    #expect(try store.fetch(Band.all.count()) == 0)
  }
}
