import Rowsmith
import RowsmithSchema
import Testing

/// The layout `map`: all records in one object, each under its key.
struct MapLayoutTests {
  private func model() throws -> ModelStore {
    try ModelStore(
      """
      entities:
        Word: { PrimaryKey: text, attributes: { text: { type: String, ImportName: $key }, count: Int? } }
        Label: { attributes: { id: Int, slug: { type: String?, ImportName: $key } } }
        Thing: { attributes: { id: Int, name: String? } }
        Day: { PrimaryKey: at, attributes: { at: Date, name: String? } }
        Price: { PrimaryKey: day, attributes: { day: { type: String, ImportName: $key }, value: { type: Double?, ImportName: $value } } }
        Pair: { PrimaryKey: [a, b], attributes: { a: Int, b: Int } }
        Note: { attributes: { text: String } }
      """)
  }

  private func map(_ model: ModelStore, _ entity: String) throws -> String {
    try model.export(entity) { $0.layout = .map }
  }

  @Test(arguments: [
    ("Word", #"{"a":{"count":1},"b \"c\"":{}}"#), ("Label", #"{"x":{"id":1},"y":{"id":2}}"#),
    ("Price", #"{"2024-01-01":1.5,"2024-01-02":null}"#),
  ])
  func `a value that is read from the key is the key, and comes back`(entity: String, json: String) throws {
    let model = try model()
    try model.importMap(json, entity)
    #expect(try map(model, entity) == json)
    let report = try model.importMap(try map(model, entity), entity)
    #expect(report.entities[entity].map { $0.updated + $0.inserted + $0.deleted } ?? 0 == 0)
  }

  @Test func `without one the primary key is the key, and stays in the record`() throws {
    let model = try model()
    try model.importJSON(#"[{"id":10,"name":"a"},{"id":9}]"#, "Thing")
    #expect(try map(model, "Thing") == #"{"9":{"id":9},"10":{"id":10,"name":"a"}}"#)
    try model.importJSON(#"[{"at":"2024-01-02T03:04:05Z"}]"#, "Day")
    #expect(
      try map(model, "Day") == #"{"2024-01-02T03:04:05Z":{"at":"2024-01-02T03:04:05Z"}}"#)
  }

  @Test func `no records are an empty object`() throws {
    let model = try model()
    for entity in ["Word", "Label", "Thing"] { #expect(try map(model, entity) == "{}") }
  }

  @Test(arguments: [
    (
      #"[{"id":1},{"id":2}]"#, "a record has no Label.slug, so the records cannot be in an object keyed by it"
    ),
    (
      #"[{"id":1,"labels":{"x":{"id":1}}},{"id":2,"labels":{"x":{"id":2}}}]"#,
      "two records have the Label.slug 'x', so the records cannot be in an object keyed by it"
    ),
  ])
  func `a record without a key, or with the key of another one, is said before anything is written`(
    json: String, message: String
  ) throws {
    let model = try ModelStore(
      """
      entities:
        Band: { attributes: { id: Int }, relationships: { labels: {Label} } }
        Label: { attributes: { id: Int, slug: { type: String?, ImportName: $key } } }
      """)
    try model.importJSON(json, json.contains("labels") ? "Band" : "Label")
    var options = ExportOptions()
    options.layout = .map
    var written = 0
    let error = #expect(throws: ExportError.self) {
      try model.store.exportJSON(entity: "Label", options: options) { written += $0.count }
    }
    #expect(error == ExportError(.ambiguousKey, message))
    #expect(written == 0)
  }

  @Test func `two dates that their format writes alike are not the keys of one object`() throws {
    let model = try ModelStore(
      """
      entities:
        Day: { PrimaryKey: at, attributes: { at: { type: Date, DateFormat: yyyy-MM-dd } } }
        Page: { attributes: { id: Int, at: { type: Date?, DateFormat: yyyy-MM-dd, ImportName: $key } } }
      """)
    try model.importJSON(#"[{"at":"2024-01-01"},{"at":"2024-01-02"}]"#, "Day")
    #expect(try map(model, "Day") == #"{"2024-01-01":{"at":"2024-01-01"},"2024-01-02":{"at":"2024-01-02"}}"#)
    try model.importMap(#"{"2024-01-01":{"id":1},"2024-01-02":{"id":2}}"#, "Page")
    for entity in ["Day", "Page"] {
      try model.store.write {
        try $0.execute(
          sql: "UPDATE \(entity) SET at = '2024-01-01T05:00:00.000Z' WHERE at > '2024-01-02'")
      }
      let error = #expect(throws: ExportError.self) { try map(model, entity) }
      let refusal =
        "two records have the \(entity).at \"2024-01-01\", so the records cannot be in an object keyed by it"
      #expect(error == ExportError(.ambiguousKey, refusal))
    }
  }

  @Test(arguments: [
    ("String", "en", "en"), ("Date, DateFormat: yyyy-MM-dd", "2024-01-01", "2024-01-01T05:00:00.000Z"),
  ])
  func `a list with two records that have the same key for a map is an array`(
    type: String, code: String, stored: String
  ) throws {
    let model = try ModelStore(
      """
      entities:
        Page: { attributes: { id: Int }, relationships: { parts: {Part} } }
        Part: { attributes: { id: Int, code: { type: \(type), ImportName: [code, $key] } } }
      """)
    let map = #"[{"id":1,"parts":{"\#(code)":{"id":5,"code":"\#(code)"}}}]"#
    try model.importJSON(map, "Page")
    #expect(try model.export("Page") { $0.toMany = .embedded } == map)
    try model.importJSON(#"[{"id":1,"parts":{"2024-01-02":{"id":6}}}]"#, "Page")
    try model.store.write { try $0.execute(sql: "UPDATE Part SET code = '\(stored)' WHERE id = 6") }
    let array = #"[{"id":1,"parts":[{"id":5,"code":"\#(code)"},{"id":6,"code":"\#(code)"}]}]"#
    #expect(try model.export("Page") { $0.toMany = .embedded } == array)
  }

  @Test func `two primary keys that their date format writes alike are not under one key of a list`() throws {
    let model = try ModelStore(
      """
      entities:
        Page: { attributes: { id: Int }, relationships: { days: {Day} } }
        Day: { PrimaryKey: at, attributes: { at: { type: Date, DateFormat: yyyy-MM-dd }, count: Int } }
      """)
    let map = #"[{"id":1,"days":{"2024-01-01":{"at":"2024-01-01","count":1}}}]"#
    try model.importJSON(map, "Page")
    #expect(try model.export("Page") { $0.toMany = .embedded } == map)
    // A number is seconds, whatever the format: five hours after the first.
    try model.importJSON(
      #"[{"id":1,"days":[{"at":"2024-01-01","count":1},{"at":1704085200,"count":2}]}]"#, "Page")
    let array = #"[{"id":1,"days":[{"at":"2024-01-01","count":1},{"at":"2024-01-01","count":2}]}]"#
    #expect(try model.export("Page") { $0.toMany = .embedded } == array)
  }

  @Test func `two records that share a part of their primary key are not under one key of a list`() throws {
    let model = try ModelStore(
      """
      entities:
        Page: { attributes: { id: Int }, relationships: { texts: {Phrase}, labels: {Label} } }
        Label:
          PrimaryKey: [country, code]
          attributes: { country: String, code: { type: String, ImportName: [code, $key] } }
        Phrase:
          PrimaryKey: [page, code]
          attributes: { code: { type: String, ImportName: [code, $key] } }
          relationships: { page: Page }
      """)
    let page = #"{"id":1,"texts":{"de":{"code":"de"},"en":{"code":"en"}},"#
    try model.importJSON(page + #""labels":{"en":{"country":"GB"}}}"#, "Page")
    try model.importJSON(#"{"id":1,"labels":{"en":{"country":"US"}}}"#, "Page")
    let array =
      "[" + page + #""labels":[{"country":"GB","code":"en"},{"country":"US","code":"en"}]}]"#
    #expect(try model.export("Page") { $0.toMany = .embedded } == array)
  }

  @Test func `records that take something else from the key are not keyed by their family's`() throws {
    let model = try ModelStore(
      """
      entities:
        Item: { attributes: { id: Int, name: { type: String?, ImportName: [name, $key] } } }
        Big: { extends: Item, attributes: { code: { type: String?, ImportName: $key } } }
        Thing: { attributes: { id: Int } }
        Tool: { extends: Thing, attributes: { code: { type: String?, ImportName: $key } } }
      """)
    try model.importJSON(#"[{"id":5}]"#, "Thing")
    #expect(try map(model, "Thing") == #"{"5":{"entity_name":"Thing","id":5}}"#)
    try model.importMap(#"{"x":{"id":6}}"#, "Tool")
    #expect(try map(model, "Tool") == #"{"x":{"entity_name":"Tool","id":6}}"#)
    try model.importMap(#"{"6":{"id":6}}"#, "Tool")
    let same = #"{"5":{"entity_name":"Thing","id":5},"6":{"entity_name":"Tool","id":6}}"#
    #expect(try map(model, "Thing") == same)
    #expect(try model.importMap(same, "Thing").entities["Tool"]?.unchanged == 1)
    try model.importMap(#"{"x":{"id":6}}"#, "Tool")
    let error = #expect(throws: ExportError.self) { try map(model, "Thing") }
    #expect(
      error?.message
        == "a record takes Tool.code from the key of the object around it, so the records cannot be in an object keyed "
        + "by Thing.id")
    try model.importMap(#"{"a":{"id":1},"b":{"id":2}}"#, "Item")
    #expect(
      try map(model, "Item")
        == #"{"a":{"entity_name":"Item","id":1,"name":"a"},"b":{"entity_name":"Item","id":2,"name":"b"}}"#)
  }

  @Test(arguments: ["Pair", "Note"])
  func `records that no single value names cannot be keyed`(entity: String) throws {
    let model = try model()
    let error = #expect(throws: ExportError.self) { try map(model, entity) }
    #expect(error?.reason == .unknownTarget)
    #expect(
      error?.message
        == "records of \(entity) have no attribute that could key an object: neither `$key` nor a primary key of one part"
    )
  }

  @Test func `an array leaves out what only the key says, with a note; a map leaves out nothing`() throws {
    let model = try model()
    try model.importMap(#"{"x":{"id":1}}"#, "Label")
    let (array, report) = try model.exportAndReport("Label")
    #expect(array == #"[{"id":1}]"#)
    #expect(
      report.notes == [
        "Label.slug is left out: the JSON has it only as the key of an object around the record; `--keyed` writes one"
      ])
    #expect(
      try model.exportAndReport("Label") { $0.layout = .map }.report.notes == [
        "the records are in an object keyed by Label.slug; import it as such (`--keyed`)"
      ])
  }

  @Test func `a condition, keys and members are chosen as in an array`() throws {
    let model = try model()
    try model.importJSON(#"[{"id":1,"name":"a"},{"id":2,"name":"b"}]"#, "Thing")
    #expect(
      try model.export("Thing") { ($0.layout, $0.condition) = (.map, "id > 1") }
        == #"{"2":{"id":2,"name":"b"}}"#)
    #expect(
      try model.export("Thing") { ($0.layout, $0.only) = (.map, []) } == #"{"1":{"id":1},"2":{"id":2}}"#)
  }

  @Test func `JSON as a key is a string`() throws {
    let model = try ModelStore(
      "entities: { A: { attributes: { id: Int, k: { type: JSON?, ImportName: [payload, $key] } } } }")
    try model.importJSON(#"[{"id":1,"payload":{"a":1}}]"#, "A")
    let json = try map(model, "A")
    #expect(json == #"{"{\"a\":1}":{"id":1,"payload":{"a":1}}}"#)
    #expect(try model.importMap(json, "A").entities["A"]?.unchanged == 1)
  }
}
