import Rowsmith
import Testing

/// The text of a field in an exported table, and what an import reads from it.
struct TableTextTests {
  private static let yaml = """
    values: { Place: { city: String?, zip: String? } }
    entities:
      Note:
        attributes:
          id: Int
          text: String?
          more: JSON?
          tags: "[String]?"
          place: Place?
          rank: { type: Int?, ImportName: "a.b c" }
    """

  @Test(arguments: [
    ("plain", "plain"), ("", "\"\""), (" a", "\" a\""), ("a ", "\"a \""), ("a,b", "\"a,b\""),
    ("a\"b", "\"a\"\"b\""), ("a\nb", "\"a\nb\""), ("a\r\nb", "\"a\r\nb\""), ("a\rb", "\"a\rb\""),
    ("\u{FEFF}a", "\"\u{FEFF}a\""), ("a;b\tc", "a;b\tc"), ("\"", "\"\"\"\""), ("null", "null"), ("7", "7"),
    ("a b", "a b"), ("\t", "\t"), ("é\u{301}\"", "\"é\u{301}\"\"\""),
  ])
  func `a text is in quotes if it could be misread without them`(text: String, field: String) throws {
    let model = try ModelStore(Self.yaml)
    try model.importJSON(#"{"id":1,"text":\#(JSONValue.string(text).text)}"#, "Note")
    let table = try model.export("Note") { ($0.layout, $0.only) = (.csv, [["text"]]) }
    #expect(table == "id,text\r\n1,\(field)\r\n")
    let other = try ModelStore(Self.yaml)
    try other.store.importCSV(.string(table), into: "Note")
    #expect(
      try other.store.fetch(.sql("SELECT id, text FROM Note")).map(\.values) == [[.integer(1), .text(text)]])
  }

  @Test func `JSON, lists and members of objects have their own columns, and come back`() throws {
    let model = try ModelStore(Self.yaml)
    let json =
      #"[{"id":1,"more":"text","tags":["a,b"],"place":{"city":"Bath"},"a":{"b c":2}},"#
      + #"{"id":2,"more":{"x":[1]},"tags":[]},{"id":3,"more":7}]"#
    try model.importJSON(json, "Note")
    let table = try model.export("Note") { $0.layout = .csv }
    let lines = [
      "id,text,more,tags,place.city,place.zip,a.b c",
      #"1,,"""text""","[""a,b""]",Bath,,2"#, #"2,,"{""x"":[1]}",[],,,"#, "3,,7,,,,",
    ]
    #expect(table == lines.map { $0 + "\r\n" }.joined())
    let other = try ModelStore(Self.yaml)
    try other.store.importCSV(.string(table), into: "Note")
    #expect(try other.export("Note") == json)
  }

  @Test(arguments: [
    ("id,more\n1,\n", nil), ("id,more\n1,\"\"\n", nil), ("id,more\n1,\"\"\"\"\"\"\n", "\"\""),
    ("id,more\n1,null\n", nil), ("id,more\n1,[]\n", "[]"),
  ])
  func `an empty field of JSON is null, also in quotes`(table: String, stored: String?) throws {
    let model = try ModelStore(Self.yaml)
    try model.store.importCSV(.string(table), into: "Note")
    #expect(
      try model.store.fetch(.sql("SELECT more FROM Note"))[0].values == [
        stored.map(StoredValue.text) ?? .null
      ])
  }

  @Test(arguments: [
    "\n\nid,text\n1,a\n", "id,text\n\n1,a\n\n", "id,text\n1,a\n\n\n", "\r\nid,text\r\n\r\n1,a",
  ])
  func `empty lines are nothing, before the header and between records`(table: String) throws {
    let model = try ModelStore(Self.yaml)
    let report = try model.store.importCSV(.string(table), into: "Note")
    #expect(report.entities.mapValues(\.inserted) == ["Note": 1])
  }

  @Test func `in a table with one column an empty line is an empty field`() throws {
    let model = try ModelStore("entities: { Word: { attributes: { text: String? } } }")
    try model.store.importCSV(.string("text\na\n\n\"\"\n"), into: "Word")
    #expect(
      try model.store.fetch(.sql("SELECT text FROM Word ORDER BY rowid")).map(\.values)
        == [[.text("a")], [.null], [.text("")]])
  }

  @Test func `a header alone is a table without records, and nothing at all is an error`() throws {
    let model = try ModelStore(Self.yaml)
    #expect(try model.store.importCSV(.string("id,text\n"), into: "Note").entities["Note"] == nil)
    for text in ["", "\n", "\u{FEFF}", "\r\n\r\n"] {
      let error = #expect(throws: ImportError.self) {
        try model.store.importCSV(.string(text), into: "Note")
      }
      #expect(error?.message == "expected a header, a line with the names of the columns")
    }
  }

  @Test(arguments: [
    ("a.b", ["a", "b"]), (#"a\.b"#, ["a.b"]), (#"a\b"#, [#"a\b"#]), (#"a\"#, [#"a\"#]),
    (#"\.a.b\."#, [".a", "b."]), ("a. b", ["a", " b"]),
  ])
  func `a dot in the header leads into an object, and a backslash makes it part of the name`(
    column: String, keys: [String]
  ) throws {
    let path = keys.map { $0.replacing("\\", with: "\\\\").replacing(".", with: "\\\\.") }
      .joined(separator: ".")
    let model = try ModelStore(
      "entities: { Thing: { attributes: { id: Int, v: { type: String?, ImportName: \"\(path)\" } } } }")
    let report = try model.store.importCSV(.string("id,\(column)\n1,x\n"), into: "Thing")
    #expect(report.unknownKeys.isEmpty)
    #expect(try model.store.fetch(.sql("SELECT v FROM Thing"))[0].values == [.text("x")])
  }

  @Test(arguments: [[0xEF, 0xBB, 0x41], [0xEF, 0x41, 0x42], [0xEF, 0xBB]])
  func `half a byte order mark is no mark, and no UTF-8`(start: [UInt8]) throws {
    let model = try ModelStore(Self.yaml)
    let error = #expect(throws: ImportError.self) {
      try model.store.importCSV(.bytes(start + Array("id\n1\n".utf8)), into: "Note")
    }
    #expect(error?.line == 1 && error?.column == 1)
    #expect(error?.message == "expected UTF-8, found the byte 0xEF; save the document as UTF-8")
  }

  @Test func `a place in an array has its own column, and comes back`() throws {
    let yaml = """
      entities:
        Pic:
          attributes:
            id: Int
            one: { type: String?, ImportName: images.0.url }
            two: { type: String?, ImportName: images.1.url }
      """
    let (model, other) = (try ModelStore(yaml), try ModelStore(yaml))
    let json = #"[{"id":1,"images":[{"url":"a"},{"url":"b"}]},{"id":2,"images":[null,{"url":"c"}]},{"id":3}]"#
    try model.importJSON(json, "Pic")
    let table = try model.export("Pic") { $0.layout = .csv }
    #expect(table == "id,images.0.url,images.1.url\r\n1,a,b\r\n2,,c\r\n3,,\r\n")
    #expect(try other.store.importCSV(.string(table), into: "Pic").unknownKeys.isEmpty)
    #expect(try other.export("Pic") == json)
  }

  @Test func `a required value without values comes back from a table`() throws {
    let model = try ModelStore(
      """
      values: { Geo: { lat: Double? }, Address: { street: String?, geo: Geo } }
      entities: { Shop: { attributes: { id: Int, home: Address, work: Address? } } }
      """)
    try model.importJSON(#"[{"id":1,"home":{"geo":{}}}]"#, "Shop")
    let table = try model.export("Shop") { $0.layout = .csv }
    #expect(try model.store.importCSV(.string(table), into: "Shop").entities["Shop"]?.unchanged == 1)
  }

  @Test func `a required value without values comes back from a table, also from inside other objects`()
    throws
  {
    let model = try ModelStore(
      """
      values:
        Point: { x: Int?, y: Int? }
        Spot: { name: String, at: { type: Point, ImportName: where.at } }
      entities:
        Shop:
          attributes:
            id: Int
            at: { type: Point, ImportName: info.at }
            spot: { type: Spot?, ImportName: info.spot }
      """)
    let json =
      #"[{"id":1,"info":{"at":{}}},{"id":2,"info":{"at":{},"spot":{"name":"s","where":{"at":{}}}}},"#
      + #"{"id":3,"info":{"at":{"x":1},"spot":{"name":"s","where":{"at":{"y":2}}}}}]"#
    try model.importJSON(json, "Shop")
    #expect(try model.export("Shop") == json)
    let table = try model.export("Shop") { $0.layout = .csv }
    #expect(try model.store.importCSV(.string(table), into: "Shop").entities["Shop"]?.unchanged == 3)
  }

  @Test func `the parts of several values may have columns in any order`() throws {
    let model = try ModelStore(
      """
      values: { Size: { w: Int, h: Int? }, Box: { in: Size, out: Size?, n: Int? } }
      entities:
        Crate: { attributes: { id: Int, a: Box?, b: { type: Box?, ImportName: c.b }, d: { type: Int?, ImportName: c.d } } }
        Big: { extends: Crate, attributes: { e: { type: Int?, ImportName: c.e } } }
      """)
    let json =
      #"[{"entity_name":"Crate","id":1,"a":{"in":{"w":1},"n":7},"c":{"b":{"in":{"w":2},"out":{"w":3,"h":4}},"d":5}}"#
      + #",{"entity_name":"Big","id":2,"c":{"d":6,"e":8}}]"#
    try model.importJSON(json, "Crate")
    let table = try model.export("Crate") { $0.layout = .csv }
    #expect(try model.store.importCSV(.string(table), into: "Crate").entities["Crate"]?.unchanged == 1)
    #expect(try model.export("Crate") == json)
    #expect(
      table.split(separator: "\r\n").allSatisfy {
        $0.split(separator: ",", omittingEmptySubsequences: false).count == 14
      }, "\(table)")
  }

  @Test func `a place may be a value in one member of a family and an object in another`() throws {
    let model = try ModelStore(
      """
      entities:
        Item: { attributes: { id: Int } }
        Shop: { extends: Item, attributes: { place: String? } }
        Bar: { extends: Item, attributes: { placeName: { type: String?, ImportName: place.name } } }
      """)
    try model.importJSON(
      #"[{"entity_name":"Shop","id":1,"place":"a"},{"entity_name":"Bar","id":2,"place":{"name":"Pub"}}]"#,
      "Item")
    let lines = try model.export("Item") { $0.layout = .csv }.split(separator: "\r\n")
    #expect(lines[0] == "entity_name,id,place,place.name" && lines[1] == "Shop,1,a,")
    #expect(lines[2].hasSuffix(",Pub"))
  }

  @Test(arguments: [#"{"id":"x"}"#, "{}", #""{}""#, #""a""#, "{1"])
  func `a key that looks like JSON stays a key`(key: String) throws {
    let model = try ModelStore(
      "entities: { A: { attributes: { id: Int }, relationships: { p: P? } }, P: { attributes: { id: String } } }"
    )
    try model.importJSON(#"[{"id":1,"p":\#(JSONValue.string(key).text)}]"#, "A")
    let table = try model.export("A") { $0.layout = .csv }
    let report = try model.store.importCSV(.string(table), into: "A")
    #expect(report.entities["A"]?.unchanged == 1)
  }
}
