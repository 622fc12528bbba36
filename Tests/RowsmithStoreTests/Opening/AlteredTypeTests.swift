import Foundation
import RowsmithSchema
import Testing

@testable import Rowsmith

/// Tables that another program has built anew, with types in its own words.
struct AlteredTypeTests {
  private let folder: TemporaryFolder
  private let schema: Schema

  init() throws {
    folder = try TemporaryFolder()
    schema = try ModelStore(
      "entities: { Item: { attributes: { id: Int, value: Double?, text: String?, data: Data?, count: { type: Int, default: 3 } } } }"
    ).store.schema
  }

  private func open(_ columns: String, _ sql: String = "") throws -> Store {
    let path = folder.path("items.sqlite")
    do {
      let store = try Store(.file(path), schema: schema)
      try store.importJSON(.string(#"{"id":1,"value":1.5,"text":"5","data":"AAE="}"#), into: .entity("Item"))
      store.close()
    }
    let other = try Connection(path: path)
    try other.execute("ALTER TABLE Item RENAME TO former; CREATE TABLE Item (\(columns));")
    try other.execute(sql)
    return try Store(.file(path), schema: schema)
  }

  private static let rest = "count INTEGER NOT NULL DEFAULT 3"

  @Test(arguments: [
    ("BIGINT", "double precision", "VARCHAR(9)", ""), ("int", "FLOAT", "clob", "LONGBLOB"),
    ("INTEGER", "REAL", "text", "blob"), ("UNSIGNED INT", "Double", "NCHAR(5)", "BLOB"),
  ])
  func `a type that stores the same values is the same`(int: String, real: String, text: String, blob: String)
    throws
  {
    let store = try open(
      "id \(int) PRIMARY KEY, value \(real), text \(text), data \(blob), \(Self.rest)",
      "INSERT INTO Item SELECT id, value, text, data, count FROM former")
    let row = try #require(try store.fetch(.sql("SELECT id, value, text, data, count FROM Item")).first)
    #expect(row.values == [.integer(1), .real(1.5), .text("5"), .blob([0, 1]), .integer(3)])
    let again = try store.importJSON(
      .string(#"{"id":1,"value":1.5,"text":"5","data":"AAE="}"#), into: .entity("Item"))
    #expect(again.entities["Item"]?.unchanged == 1)
  }

  @Test(arguments: [
    ("value", "NUMERIC", "REAL"), ("value", "INTEGER", "REAL"), ("value", "DECIMAL(10,5)", "REAL"),
    ("text", "STRING", "TEXT"),
    ("text", "", "TEXT"), ("data", "TEXT", "BLOB"), ("text", "POINT", "TEXT"),
  ])
  func `a type that would change values is refused`(column: String, type: String, expected: String) throws {
    var types = ["id": "INTEGER PRIMARY KEY", "value": "REAL", "text": "TEXT", "data": "BLOB"]
    types[column] = type
    let columns = ["id", "value", "text", "data"].map { "\($0) \(types[$0] ?? "")" }.joined(separator: ", ")
    let error = #expect(throws: StoreError.self) {
      try open("\(columns), \(Self.rest)").importJSON(.string("[]"), into: .entity("Item"))
    }
    #expect(error?.reason == .altered)
    #expect(
      error?.message.contains(
        "the column '\(column)' of the table 'Item' has the type '\(type)', expected '\(expected)'")
        == true, "\(String(describing: error))")
  }

  @Test func `a column that must be there and has a default can be added again`() throws {
    let error = #expect(throws: StoreError.self) {
      try open("id INTEGER PRIMARY KEY, value REAL, text TEXT, data BLOB").importJSON(
        .string("[]"), into: .entity("Item"))
    }
    #expect(error?.reason == .altered)
    let advice = "ALTER TABLE \"Item\" ADD COLUMN \"count\" INTEGER NOT NULL DEFAULT 3"
    #expect(error?.message.hasSuffix("restore a backup, or add the column: \(advice)") == true)
    let path = folder.path("items.sqlite")
    try Connection(path: path).execute(advice)
    let store = try Store(.file(path), schema: schema)
    try store.importJSON(.string(#"{"id":2}"#), into: .entity("Item"))
    #expect(
      try store.fetch(.sql("SELECT id, count FROM Item")).map(\.values) == [[.integer(2), .integer(3)]])
  }

  @Test(arguments: ["Item", "ITEM"]) func `a table in the way of a new database is named`(name: String) throws
  {
    let path = folder.path("other.sqlite")
    try Connection(path: path).execute("CREATE TABLE \(name) (x); INSERT INTO \(name) VALUES (1)")
    let error = #expect(throws: StoreError.self) { try Store(.file(path), schema: schema) }
    #expect(error?.message == "the database has a table 'Item' that Rowsmith did not make; use another file")
    #expect(error?.reason == .misuse)
    #expect(try Connection(path: path).integer("SELECT x FROM \(name)") == 1)
    let refused = #expect(throws: StoreError.self) {
      try Store.migrationPlan(at: URL(fileURLWithPath: path), to: schema)
    }
    #expect(refused?.reason == .misuse)
  }
}
