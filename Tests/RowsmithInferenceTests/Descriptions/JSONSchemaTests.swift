import Foundation
import RowsmithInference
import Testing

/// The rules by which schemas become entities.
@Suite struct JSONSchemaTests {
  /// The draft of an entity Thing with these properties.
  private func thing(
    _ properties: String, required: [String] = ["id"], definitions: String = "",
    at location: SourceLocation = #_sourceLocation
  ) throws -> ModelDraft {
    let list = required.map { "\"\($0)\"" }.joined(separator: ",")
    return try Facts.draft(
      of: """
        {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "thing", "type": "object",
         "required": [\(list)], "properties": {"id": {"type": "integer"}, \(properties)}, "$defs": {\(definitions)}}
        """, at: location)
  }

  @Test(arguments: [
    ("{\"type\": \"string\"}", "String?"), ("{\"type\": \"integer\"}", "Int?"),
    ("{\"type\": \"number\"}", "Double?"),
    ("{\"type\": \"boolean\"}", "Bool?"), ("{\"type\": \"string\", \"format\": \"date-time\"}", "Date?"),
    ("{\"type\": \"string\", \"format\": \"date\"}", "{ type: Date?, DateFormat: yyyy-MM-dd }"),
    ("{\"type\": \"string\", \"format\": \"uuid\"}", "UUID?"),
    ("{\"type\": \"string\", \"format\": \"uri\"}", "URL?"),
    ("{\"type\": \"string\", \"format\": \"byte\"}", "Data?"),
    ("{\"type\": \"string\", \"format\": \"email\"}", "String?"),
    ("{\"type\": \"string\", \"format\": \"int64\"}", "{ type: Int?, coerce: true }"),
    ("{\"type\": \"string\", \"format\": \"decimal\"}", "Decimal?"),
    ("{\"type\": \"number\", \"format\": \"decimal\"}", "Decimal?"),
    ("{\"type\": \"number\", \"multipleOf\": 0.01}", "Decimal?"),
    ("{\"type\": \"number\", \"format\": \"float\"}", "Double?"),
    ("{\"type\": \"integer\", \"format\": \"unix-time\"}", "{ type: Date?, DateFormat: epochSeconds }"),
    ("{\"type\": \"string\", \"contentEncoding\": \"base64\"}", "Data?"), ("{}", "JSON?"), ("true", "JSON?"),
    ("{\"type\": \"object\"}", "JSON?"),
    ("{\"type\": \"array\", \"items\": {\"type\": \"string\"}}", "\"[String]?\""),
    ("{\"type\": \"array\"}", "JSON?"),
    ("{\"type\": \"array\", \"items\": {\"type\": [\"string\", \"null\"]}}", "JSON?"),
    ("{\"type\": [\"integer\", \"number\"]}", "Double?"), ("{\"type\": [\"object\", \"string\"]}", "JSON?"),
    ("{\"type\": [\"integer\", \"string\"]}", "{ type: String?, coerce: true }  # integer or string"),
    ("{\"type\": \"object\", \"additionalProperties\": {\"type\": \"string\"}}", "JSON?"),
    ("{\"enum\": [1, 2]}", "Int?  # one of 1, 2"), ("{\"const\": \"a\"}", "String?  # always a"),
    ("{\"enum\": [\"a\", \"A\"]}", "String?  # one of a, A"),
    ("{\"enum\": [\"\", \"a\"]}", "String?  # one of an empty text, a"),
    ("{\"type\": \"integer\", \"default\": 3}", "{ type: Int, default: 3 }"),
    ("{\"type\": \"string\", \"default\": \"no\"}", "{ type: String, default: \"no\" }"),
    ("{\"type\": [\"integer\", \"null\"], \"default\": 3}", "{ type: Int?, default: 3 }"),
    ("{\"type\": \"integer\", \"default\": \"3\"}", "Int?"),
    ("{\"type\": \"string\", \"deprecated\": true}", "String?  # deprecated"),
    (
      "{\"type\": \"string\", \"description\": \"Its size. In metres.\\nMore.\"}",
      "{ type: String?, doc: Its size }"
    ),
  ])
  func `a value has the type that its schema gives it`(schema: String, line: String) throws {
    #expect(try thing("\"size\": \(schema)").line("Thing", "size") == "size: \(line)")
  }

  @Test func `a value has what a model can name, and without any it is JSON`() throws {
    let place = try thing(
      #""place": {"type": "object", "properties": {"$key": {"type": "string"}, "$city": {"type": "string"}}}"#
    )
    #expect(place.values.map { $0.members.map(\.importName) } == [["$city"]])
    let none = try thing(#""place": {"type": "object", "properties": {"$key": {"type": "string"}}}"#)
    #expect(none.values.isEmpty)
    #expect(none.line("Thing", "place") == "place: JSON?")
  }

  @Test(arguments: [
    "{\"type\": [\"string\", \"null\"]}", "{\"type\": \"string\", \"nullable\": true}",
    "{\"anyOf\": [{\"type\": \"string\"}, {\"type\": \"null\"}]}",
    "{\"oneOf\": [{\"type\": \"null\"}, {\"type\": \"string\"}]}",
    "{\"allOf\": [{\"type\": \"string\"}], \"nullable\": true}",
  ])
  func `null is allowed in each of its spellings`(schema: String) throws {
    #expect(
      try thing("\"size\": \(schema)", required: ["id", "size"]).line("Thing", "size") == "size: String?")
  }

  @Test func `what is required is not optional`() throws {
    #expect(
      try thing("\"size\": {\"type\": \"string\"}", required: ["id", "size"]).line("Thing", "size")
        == "size: String")
  }

  @Test(
    arguments: [
      ("\"name\": {\"type\": \"string\"}, \"id\": {\"type\": \"integer\"}", ["id"]),
      ("\"_id\": {\"type\": \"string\"}", ["_id"]),
      ("\"uuid\": {\"type\": \"string\", \"format\": \"uuid\"}", ["uuid"]),
      ("\"part_id\": {\"type\": \"string\"}", ["partID"]), ("\"partId\": {\"type\": \"string\"}", ["partID"]),
      ("\"code\": {\"type\": \"string\", \"x-primary-key\": true}", ["code"]),
      ("\"name\": {\"type\": \"string\"}", []),
      ("\"id\": {\"type\": \"object\", \"properties\": {\"a\": {\"type\": \"string\"}}}", []),
    ] as [(String, [String])])
  func `records are recognised by what is called like a key`(properties: String, key: [String]) throws {
    let draft = try Facts.draft(
      of:
        "{\"$schema\": \"http://json-schema.org/schema#\", \"title\": \"part\", \"properties\": {\(properties)}}"
    )
    #expect(draft.entities.first?.primaryKey == key)
  }

  @Test func `a schema names its key with primaryKey`() throws {
    let draft = try Facts.draft(
      of: """
        {"$schema": "http://json-schema.org/draft-07/schema#", "title": "hero", "primaryKey": "name", "type": "object",
         "properties": {"name": {"type": "string", "maxLength": 100}, "color": {"type": "string"}}}
        """)
    #expect(draft.entities.first?.primaryKey == ["name"])
  }

  @Test func `a reference is followed, in circles too`() throws {
    let draft = try thing(
      "\"node\": {\"$ref\": \"#/$defs/node\"}",
      definitions: """
        "node": {"type": "object", "properties": {"id": {"type": "string"}, "next": {"$ref": "#/$defs/node"},
          "kids": {"type": "array", "items": {"$ref": "#/$defs/node"}}}}
        """)
    #expect(draft.line("Thing", "node") == "node: Node?")
    #expect(draft.line("Node", "next") == "next: { to: Node?, inverse: none }")
  }

  @Test func `references that only lead to each other are any value`() throws {
    let draft = try thing(
      "\"a\": {\"$ref\": \"#/$defs/a\"}",
      definitions: "\"a\": {\"$ref\": \"#/$defs/b\"}, \"b\": {\"$ref\": \"#/$defs/a\"}")
    #expect(draft.line("Thing", "a") == "a: JSON?")
    #expect(draft.noted.contains { $0.contains("leads back to itself") })
  }

  @Test func `a schema that is part of itself is read once`() throws {
    let draft = try thing(
      "\"a\": {\"$ref\": \"#/$defs/a\"}",
      definitions: """
        "a": {"allOf": [{"$ref": "#/$defs/a"}, {"type": "object", "properties": {"id": {"type": "string"}}}]}
        """)
    #expect(draft.line("Thing", "a") == "a: A?")
  }

  @Test func `a reference that leads nowhere is noted with its place`() throws {
    let draft = try thing(
      "\"a\": {\"$ref\": \"#/$defs/none\"}, \"b\": {\"$ref\": \"https://example.com/b.json\"}")
    #expect(draft.line("Thing", "a") == "a: JSON?")
    #expect(
      draft.noted == [
        "#/properties/a: there is no '#/$defs/none'; any value is assumed",
        "#/properties/b: 'https://example.com/b.json' is in another document, which is not fetched; any value is assumed",
      ])
  }

  @Test func `a reference by anchor or by id is found in the file`() throws {
    let draft = try thing(
      "\"a\": {\"$ref\": \"#part\"}, \"b\": {\"$ref\": \"other.json\"}",
      definitions: """
        "x": {"$anchor": "part", "type": "integer"}, "y": {"$id": "https://example.com/other.json", "type": "boolean"}
        """)
    #expect(draft.line("Thing", "a") == "a: Int?")
    #expect(draft.line("Thing", "b") == "b: Bool?")
  }

  @Test func `a reference into another file is followed`() throws {
    let folder = NSTemporaryDirectory() + "schemas-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder + "/parts", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let schema = """
      {"$schema": "http://json-schema.org/draft-07/schema#", "title": "car", "type": "object",
       "properties": {"id": {"type": "integer"}, "wheels": {"type": "array", "items": {"$ref": "parts/wheel.yaml#/wheel"}}}}
      """
    try Data(schema.utf8).write(to: URL(fileURLWithPath: folder + "/car.json"))
    let wheel = """
      wheel: { type: object, properties: { id: { type: string }, car: { $ref: ../car.json } } }
      """
    try Data(wheel.utf8).write(to: URL(fileURLWithPath: folder + "/parts/wheel.yaml"))
    let draft = try Facts.draft(at: folder + "/car.json")
    Facts.expectSound(draft)
    #expect(draft.line("Car", "wheels") == "wheels: [CarWheel]")
    #expect(draft.line("CarWheel", "car") == "car: Car?")
  }

  @Test func `allOf adds up`() throws {
    let draft = try thing(
      "\"part\": {\"$ref\": \"#/$defs/part\"}",
      definitions: """
        "base": {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}, "name": {"type": "string"}}},
        "part": {"allOf": [{"$ref": "#/$defs/base"}, {"properties": {"size": {"type": "integer"}}, "required": ["name"]}]}
        """)
    #expect(draft.line("Part", "name") == "name: String")
    #expect(draft.line("Part", "size") == "size: Int?")
    #expect(draft.entities.first { $0.name == "Part" }?.extends == nil)
  }

  @Test func `members of the same name with the same values share an enum`() throws {
    let draft = try thing(
      "\"state\": {\"enum\": [\"on\", \"off\"]}, \"part\": {\"$ref\": \"#/$defs/part\"}",
      definitions: """
        "part": {"type": "object", "properties": {"id": {"type": "string"}, "state": {"enum": ["on", "off"]},
          "mode": {"enum": ["on", "off"]}}}
        """)
    #expect(draft.enums.map(\.name) == ["State", "PartMode"])
    #expect(draft.line("Part", "state") == "state: State?")
  }

  @Test func `names that Swift cannot have are made into some that it can`() throws {
    let draft = try thing(
      """
      "+1": {"type": "integer"}, "@type": {"type": "string"}, "2fa": {"type": "boolean"}, "self": {"type": "string"},
      "a.b": {"type": "string"}, "$set": {"type": "string"}, "😀": {"type": "string"}, "data": {"$ref": "#/$defs/Data"},
      "fooBar": {"type": "string"}, "foo_bar": {"type": "string"}, "": {"type": "string"}
      """,
      definitions: "\"Data\": {\"type\": \"object\", \"properties\": {\"id\": {\"type\": \"string\"}}}")
    #expect(draft.line("Thing", "plus1") == "plus1: { type: Int?, ImportName: \"+1\" }")
    #expect(draft.line("Thing", "itsSelf") == "itsSelf: { type: String?, ImportName: self }")
    #expect(draft.line("Thing", "_2fa")?.contains("ImportName: 2fa") == true)
    #expect(draft.line("Thing", "data") == "data: DataRecord?")
    #expect(draft.line("Thing", "fooBar2") != nil)
  }

  @Test func `a name with a key of something else is that`() throws {
    let draft = try thing(
      """
      "part_id": {"type": "string"}, "part_ids": {"type": "array", "items": {"type": "string"}}, "whole_id": {"type": "integer"},
      "other_id": {"type": "string"}, "others": {"type": "array", "items": {"$ref": "#/$defs/other"}}
      """,
      definitions: """
        "part": {"type": "object", "properties": {"id": {"type": "string"}}},
        "other": {"type": "object", "properties": {"id": {"type": "integer"}}}
        """)
    #expect(draft.line("Thing", "part") == "part: Part?")
    #expect(draft.line("Thing", "parts") == "parts: [Part]")
    #expect(draft.line("Thing", "wholeID") == "wholeID: Int?")
    // The key of an Other is a number.
    #expect(draft.line("Thing", "otherID") == "otherID: String?")
  }

  @Test func `relationships that are not named after each other are not two ends of one`() throws {
    let draft = try thing(
      "\"helpers\": {\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/person\"}}",
      definitions: """
        "person": {"type": "object", "properties": {"id": {"type": "string"}, "favourite": {"$ref": "#"}}}
        """)
    #expect(draft.line("Thing", "helpers") == "helpers: { to: [Person], inverse: none }")
  }

  @Test func `objects without identity that hold records are records that come and go with them`() throws {
    let draft = try thing(
      "\"lines\": {\"type\": \"array\", \"items\": {\"type\": \"object\", \"properties\": {\"count\": {\"type\": \"integer\"}, \"part\": {\"$ref\": \"#/$defs/part\"}}}}",
      definitions: "\"part\": {\"type\": \"object\", \"properties\": {\"id\": {\"type\": \"string\"}}}")
    #expect(
      draft.line("Thing", "lines") == "lines: { to: [ThingLine], MergePolicy: Replace, DeleteRule: Cascade }")
  }

  @Test(.timeLimit(.minutes(10))) func `a long line of schemas that extend each other is read once`() throws {
    let below = (1..<150).map { number in
      """
      "E\(number)": {"allOf": [{"$ref": "#/$defs/E\(number - 1)"}, \
      {"type": "object", "properties": {"p\(number)": {"type": "string"}}}]}
      """
    }
    let first = #""E0": {"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}}}"#
    let draft = try thing(
      ##""e": {"$ref": "#/$defs/E149"}"##, definitions: ([first] + below).joined(separator: ","))
    #expect(draft.line("E149", "p1") == "p1: String?")
    #expect(draft.line("E149", "p149") == "p149: String?")
  }

  // Where each read the next one twice, fourteen took six seconds, optimised, and each further one doubled that.
  @Test(.timeLimit(.minutes(10))) func `a long line of schemas that only wrap each other is read once`()
    throws
  {
    let wrappers = (0..<60).map { ##""w\##($0)": {"allOf": [{"$ref": "#/$defs/w\##($0 + 1)"}]}"## }
    let draft = try thing(
      ##""size": {"$ref": "#/$defs/w0"}"##,
      definitions: (wrappers + [#""w60": {"type": "string"}"#]).joined(separator: ","))
    #expect(draft.line("Thing", "size") == "size: String?")
  }

  @Test func `an enum of very many values is a text`() throws {
    let values = (0..<5_000).map { "\"v\($0)\"" }.joined(separator: ",")
    let draft = try thing("\"size\": {\"enum\": [\(values)]}")
    #expect(draft.line("Thing", "size") == "size: String?  # one of v0, v1, v2, v3, v4, v5, v6, v7, …")
  }

  @Test func `draft 4 with definitions and boolean required is read`() throws {
    let draft = try Facts.draft(
      of: """
        {"$schema": "http://json-schema.org/draft-04/schema#", "id": "http://example.com/root.json", "type": "array",
         "items": {"$ref": "#/definitions/dog"}, "definitions": {"dog": {"type": "object", "required": ["id"],
         "properties": {"id": {"type": "integer", "minimum": 0, "exclusiveMinimum": true}, "owner": {"type": "string", "required": true}}}}}
        """)
    #expect(draft.entities.map(\.name) == ["Dog"])
    #expect(draft.line("Dog", "owner") == "owner: String")
  }
}
