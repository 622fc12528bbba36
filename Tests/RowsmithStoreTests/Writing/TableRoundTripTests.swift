import Foundation
import Rowsmith
import Testing

/// Tables in and out: what stands in a field.
struct TableRoundTripTests {
  private static let model = """
    entities:
      Band: { PrimaryKey: name, attributes: { name: String, note: String?, raw: JSON?, size: { type: Int?, ImportName: data.size } } }
      Album:
        attributes: { id: Int, title: String?, tags: "[String]?", on: Date? }
        relationships: { band: Band?, guests: { to: [Band], inverse: none } }
      Mark: { PrimaryKey: text, attributes: { text: { type: String, ImportName: $value } } }
    """

  private func store() throws -> ModelStore { try ModelStore(Self.model) }

  private static let texts = [
    "", " ", " x ", "a,b", "a\"b", "\"", "a\nb", "a\r\nb", "a\rb", "null", "5", "true", "[1]", "{a}",
    "\u{FEFF}x", "'", "=1+1", "ä€😀", "\t", "\\n", ",", "\n",
  ]

  @Test(arguments: texts)
  func `text comes back as it was, also as a key and as the key of another record`(text: String) throws {
    let quoted = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
    let (one, other) = (try store(), try store())
    try one.importJSON(
      "[{\"name\":\(quoted),\"note\":\(quoted),\"raw\":\(quoted),\"data\":{\"size\":3}},{\"name\":\"z\"}]",
      "Band")
    try one.importJSON(
      "[{\"id\":1,\"title\":\(quoted),\"tags\":[\(quoted)],\"band\":\(quoted),\"guests\":[\(quoted),\"z\"]},{\"id\":2}]",
      "Album")
    for entity in ["Band", "Album"] {
      let table = try one.export(entity) { $0.layout = .csv }
      let report = try other.store.importCSV(.string(table), into: entity)
      #expect(report.skippedCount == 0 && report.unknownKeys.isEmpty)
    }
    for sql in [
      "SELECT * FROM Band ORDER BY 1", "SELECT * FROM Album ORDER BY 1",
      "SELECT * FROM Album_guests ORDER BY 2",
    ] {
      #expect(try one.store.fetch(.sql(sql)).map(\.values) == other.store.fetch(.sql(sql)).map(\.values))
    }
  }

  @Test func `a field of a to-one relationship is a key, or the JSON of a record`() throws {
    let model = try store()
    let table = """
      id,band
      1,Can
      2,"{""name"":""Neu"",""note"":""n""}"
      3,"{not JSON"
      4,{}x
      5,
      """
    try model.store.importCSV(.string(table), into: "Album")
    #expect(
      try model.store.fetch(.sql("SELECT band FROM Album ORDER BY id")).map(\.values)
        == [[.text("Can")], [.text("Neu")], [.text("{not JSON")], [.text("{}x")], [.null]])
    #expect(
      try model.store.fetch(.sql("SELECT name, note FROM Band")).map(\.values) == [
        [.text("Neu"), .text("n")]
      ])
  }

  @Test(arguments: [
    ("id,title\r1,a\r2,b\r", 1, 10), ("id,title\n1,a\rb\n", 2, 5), ("id,title\r\n1,\"a\"\rb", 2, 7),
  ])
  func `a carriage return alone is no line end, and says where it is`(text: String, line: Int, column: Int)
    throws
  {
    let model = try store()
    let error = #expect(throws: ImportError.self) {
      try model.store.importCSV(.string(text), into: "Album")
    }
    #expect(error?.message == "expected a line end after a carriage return; text with one stands in quotes")
    #expect(error?.line == line && error?.column == column, "\(String(describing: error))")
    #expect(try model.store.fetch(.sql("SELECT count(*) AS n FROM Album"))[0].value("n") == 0)
  }

  @Test(arguments: [
    "id,title\n1,a", "id,title\r\n1,\"a\"\r\n", "\u{FEFF}id,title\n1,a\r", "id,title\r\n\"1\",a\r",
  ])
  func `a file may end with a line end, half of one, or none`(text: String) throws {
    let model = try store()
    try model.store.importCSV(.string(text), into: "Album")
    #expect(
      try model.store.fetch(.sql("SELECT id, title FROM Album")).map(\.values) == [[.integer(1), .text("a")]])
  }

  @Test func `records that are bare values are no table`() throws {
    let model = try store()
    try model.importJSON(#"["a"]"#, "Mark")
    let error = #expect(throws: ExportError.self) { try model.export("Mark") { $0.layout = .csv } }
    #expect(error?.description == "records of Mark are bare values, which have no columns; export JSON")
    #expect(try model.export("Mark") == #"["a"]"#)
  }

  @Test func `an empty field of what other records have is nothing, not a further member`() throws {
    let model = try ModelStore(
      """
      entities:
        Item: { attributes: { id: Int, more: { type: JSON?, ImportName: $rest } } }
        Book: { extends: Item, attributes: { pages: Int? } }
      """)
    let json = #"[{"entity_name":"Item","id":1,"colour":"red"},{"entity_name":"Book","id":2,"pages":9}]"#
    try model.importJSON(json, "Item")
    let (table, exported) = try model.exportAndReport("Item") { $0.layout = .csv }
    #expect(exported.notes == ["Item.more is left out: its members have no columns in a table; export JSON"])
    var options = ImportOptions()
    options.refusesUnknownKeys = true
    let report = try model.store.importCSV(.string(table), into: "Item", options: options)
    #expect(report.unknownKeys.isEmpty && report.entities["Item"]?.updated == 0)
    #expect(try model.export("Item") == json)
  }

  @Test func `an attribute that falls back on a key does not say what is in its column`() throws {
    let model = try ModelStore(
      """
      entities:
        P:
          attributes:
            id: Int
            tags: JSON?
            label: { type: String?, ImportName: [label, tags] }
            owner: { type: String?, ImportName: [owner_name, user] }
          relationships: { user: U? }
        U: { PrimaryKey: name, attributes: { name: String, age: Int? } }
      """)
    try model.importJSON(
      #"{"id":1,"label":"l","tags":["a"],"owner_name":"o","user":{"name":"u","age":3}}"#, "P")
    let table = try model.export("P") { ($0.layout, $0.embedded) = (.csv, [["user"]]) }
    let report = try model.store.importCSV(.string(table), into: "P")
    #expect(report.entities["P"]?.unchanged == 1 && report.links == ImportReport.Links())
  }

  @Test func `JSON in a table is spelled as it is stored`() throws {
    let model = try store()
    try model.importJSON(#"{"name":"a","raw":{"u":"http:\/\/x"}}"#, "Band")
    let table = try model.export("Band") { $0.layout = .csv }
    #expect(try model.store.importCSV(.string(table), into: "Band").entities["Band"]?.unchanged == 1)
  }

  @Test(arguments: ["1234567890123456789", "-1.2345678901234568e18", "9007199254740993", "0.1"])
  func `a Double in a table is the Double that was written there`(number: String) throws {
    let model = try ModelStore("entities: { M: { attributes: { id: Int, v: Double? } } }")
    try model.importJSON("{\"id\":1,\"v\":\(number)}", "M")
    let table = try model.export("M") { $0.layout = .csv }
    #expect(try model.store.importCSV(.string(table), into: "M").entities["M"]?.unchanged == 1)
  }

  @Test func `a Double may be spelled with more digits than it needs`() throws {
    let model = try ModelStore("entities: { M: { attributes: { id: Int, v: Double? } } }")
    try model.store.importCSV(
      .string("id,v\n1,8.5525106214443039e+18\n2,18446744073709551616\n"), into: "M")
    #expect(
      try model.export("M") == #"[{"id":1,"v":8.552510621444304e+18},{"id":2,"v":1.8446744073709552e+19}]"#)
  }

  @Test func `a record that is not deleted stays, as the table that was written of it says`() throws {
    let model = try ModelStore(
      """
      entities:
        Item:
          attributes: { id: Int, deleted: Bool }
          DeletedWhen: [deleted, { flags.gone: [true, 7] }]
      """)
    let records = (1...7).map { #"{"id":\#($0),"deleted":false}"# }
    try model.importJSON("[\(records.joined(separator: ","))]", "Item")
    let table = try model.export("Item") { $0.layout = .csv }
    #expect(try model.store.importCSV(.string(table), into: "Item").entities["Item"]?.unchanged == 7)
    let changed = """
      id,deleted,flags.gone
      1,0,
      2,No,false
      3,FALSE,8
      4,1,
      5,TRUE,
      6,false,true
      7,false,7.0
      """
    try model.store.importCSV(.string(changed), into: "Item")
    #expect(
      try model.store.fetch(.sql("SELECT id FROM Item ORDER BY id")).map(\.values)
        == [[.integer(1)], [.integer(2)], [.integer(3)]])
  }

  @Test(arguments: [
    ("deleted", "FALSCH"), ("gone", "NULL"), ("removed_by", "NULL"), ("fee", "n/a"), ("url", "<none>"),
    ("proof", "NIL"), ("proof", "N/A."),
  ])
  func `text that the attribute of a sign of deletion cannot have is an error, and deletes nothing`(
    column: String, text: String
  ) throws {
    let model = try ModelStore(
      """
      entities:
        Item:
          attributes:
            { id: Int, deleted: Bool?, gone: Date?, removedBy: UUID?, fee: Decimal?, url: URL?, proof: Data? }
          DeletedWhen: [deleted, gone, removed_by, fee, url, proof, flag]
      """)
    try model.importJSON(#"[{"id":1},{"id":2}]"#, "Item")
    let error = #expect(throws: ImportError.self) {
      try model.store.importCSV(.string("id,\(column)\n1,\(text)\n"), into: "Item")
    }
    #expect(error?.path == "$[0].\(column)")
    // What is a date says when, and what the model does not store may say anything.
    try model.store.importCSV(.string("id,gone,flag\n1,2024-01-01T00:00:00Z,\n2,,gone\n"), into: "Item")
    #expect(try model.store.fetch(.sql("SELECT id FROM Item")).isEmpty)
  }
}
