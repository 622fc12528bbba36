import RowsmithInference
import Testing

/// Objects without a key: values of several parts, and what the schema says of each part.
@Suite struct SchemaValueTests {
  /// The draft of a Shop whose member `address` has this schema.
  private func shop(
    _ address: String, definitions: String = "", at location: SourceLocation = #_sourceLocation
  ) throws -> ModelDraft {
    try Facts.draft(
      of: """
        {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "shop", "type": "object",
         "required": ["id"], "properties": {"id": {"type": "integer"}, "address": \(address)},
         "$defs": {\(definitions)}}
        """, at: location)
  }

  /// The line of a part of the Shop's address.
  private func part(
    _ schema: String, isRequired: Bool = false, at location: SourceLocation = #_sourceLocation
  )
    throws -> String?
  {
    let required = isRequired ? #""required": ["part"], "# : ""
    let draft = try shop(
      #"{"type": "object", \#(required)"properties": {"part": \#(schema)}}"#, at: location)
    #expect(draft.line("Shop", "address") == "address: ShopAddress?", sourceLocation: location)
    return draft.line(ofValue: "ShopAddress")
  }

  @Test(arguments: [
    (#"{"type": "string"}"#, false, "String?"), (#"{"type": "string"}"#, true, "String"),
    (#"{"type": ["string", "null"]}"#, true, "String?"),
    (#"{"type": "string", "writeOnly": true}"#, true, "String?  # only sent"),
    (#"{"type": "string", "deprecated": true}"#, false, "String?  # deprecated"),
    (
      #"{"enum": [1, 2], "deprecated": true, "writeOnly": true}"#, false,
      "Int?  # one of 1, 2; deprecated; only sent"
    ),
    (#"{"type": "string", "readOnly": true}"#, true, "String  # read only"),
    (
      #"{"type": "string", "description": "The first part. More."}"#, false,
      "{ type: String?, doc: The first part }"
    ),
    (#"{"type": "string", "format": "date"}"#, true, "{ type: Date, DateFormat: yyyy-MM-dd }"),
    (#"{"type": "string", "format": "int64"}"#, false, "{ type: Int?, coerce: true }"),
    (#"{"type": "array", "items": {"type": "integer"}}"#, true, "[Int]"),
  ])
  func `a part says what an attribute would say`(schema: String, isRequired: Bool, line: String) throws {
    #expect(try part(schema, isRequired: isRequired) == "part: \(line)")
  }

  @Test(arguments: [
    (#"{"type": "string", "default": "CH"}"#, "{ type: String, default: CH }"),
    (#"{"type": "integer", "default": 0}"#, "{ type: Int, default: 0 }"),
    (#"{"type": "boolean", "default": false}"#, "{ type: Bool, default: false }"),
    (#"{"type": ["integer", "null"], "default": 3}"#, "{ type: Int?, default: 3 }"),
    (#"{"type": "integer", "default": null}"#, "Int?"), (#"{"type": "integer", "default": "3"}"#, "Int?"),
    (#"{"enum": ["on", "off"], "default": "off"}"#, "{ type: ShopAddressPart, default: \"off\" }"),
  ])
  func `a part with a default is never absent`(schema: String, line: String) throws {
    #expect(try part(schema) == "part: \(line)")
  }

  @Test func `a schema with a name gives it to the value, wherever it is used`() throws {
    let draft = try shop(
      ##"{"$ref": "#/$defs/place"}"##,
      definitions: ##"""
        "place": {"type": "object", "required": ["geo"],
          "properties": {"city": {"type": "string"}, "geo": {"$ref": "#/$defs/geo"}}},
        "geo": {"type": "object", "properties": {"lat": {"type": "number"}}},
        "owner": {"type": "object", "properties": {"id": {"type": "string"}, "home": {"$ref": "#/$defs/place"}}}
        """##)
    #expect(draft.line("Shop", "address") == "address: Place?")
    #expect(draft.line("Owner", "home") == "home: Place?")
    #expect(draft.values.map(\.name) == ["Place", "Geo"])
    #expect(draft.values[0].members.map(\.type) == ["String", "Geo"])
    #expect(draft.values[0].members.map(\.isOptional) == [true, false])
  }

  @Test(arguments: [
    // Named by its place, a list by one of its items, and never like a type of Swift.
    ("rooms", #"{"type": "array", "items": OBJECT}"#, "\"[ThingRoom]?\""), ("room", "OBJECT", "ThingRoom?"),
    (
      "rooms", #"{"type": "array", "items": {"type": "array", "items": OBJECT}}"#,
      "JSON?"
    ),
    ("rooms", #"{"type": "array", "items": {"anyOf": [OBJECT, {"type": "null"}]}}"#, "JSON?"),
    ("rooms", #"{"type": "object", "additionalProperties": OBJECT}"#, "JSON?"),
  ])
  func `a value in a list is an item of it`(key: String, schema: String, line: String) throws {
    let object = #"{"type": "object", "properties": {"size": {"type": "integer"}}}"#
    let draft = try Facts.draft(
      of: """
        {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "thing", "type": "object",
         "properties": {"id": {"type": "integer"}, "\(key)": \(schema.replacing("OBJECT", with: object))}}
        """)
    #expect(draft.line("Thing", key) == "\(key): \(line)")
  }

  @Test func `an enum with the name of a type of Swift is called a value, an entity a record`() throws {
    let draft = try shop(
      ##"{"type": "object", "properties": {"kind": {"$ref": "#/$defs/type"}}}"##,
      definitions: ##"""
        "type": {"enum": ["a", "b"]}, "error": {"type": "object", "properties": {"id": {"type": "string"}}}
        """##)
    #expect(draft.enums.map(\.name) == ["TypeValue"])
    #expect(draft.entities.map(\.name) == ["Shop", "ErrorRecord"])
  }

  @Test func `an object that holds itself is no value, as no value can`() throws {
    let draft = try shop(
      ##"{"$ref": "#/$defs/part"}"##,
      definitions: ##"""
        "part": {"type": "object", "properties": {"size": {"type": "integer"}, "inner": {"$ref": "#/$defs/part"}}}
        """##)
    #expect(draft.values.isEmpty)
    #expect(
      draft.line("Shop", "address")
        == "address: { to: Part?, MergePolicy: Replace, DeleteRule: Cascade }")
    #expect(
      draft.line("Part", "inner") == "inner: { to: Part?, MergePolicy: Replace, DeleteRule: Cascade }"
        || draft.line("Part", "inner")
          == "inner: { to: Part?, inverse: none, MergePolicy: Replace, DeleteRule: Cascade }"
    )
    #expect(draft.entities.map(\.primaryKey) == [["id"], []])
  }

  @Test(arguments: [(12, "address: Region?"), (13, "address: JSON?  # Region: too many parts for columns")])
  func `a value of which a table cannot have all parts is JSON`(count: Int, line: String) throws {
    func definition(_ name: String, of part: String) -> String {
      let parts = (1...count).map { "\"p\($0)\": \(part)" }.joined(separator: ", ")
      return "\"\(name)\": {\"type\": \"object\", \"properties\": {\(parts)}}"
    }
    let draft = try shop(
      ##"{"$ref": "#/$defs/region"}"##,
      definitions: [
        definition("region", of: ##"{"$ref": "#/$defs/town"}"##),
        definition("town", of: ##"{"$ref": "#/$defs/street"}"##),
        definition("street", of: #"{"enum": ["long", "short"]}"#),
      ].joined(separator: ",\n"))
    #expect(draft.line("Shop", "address") == line)
    #expect(draft.values.isEmpty == (count == 13))
    #expect(draft.enums.isEmpty == (count == 13))
  }

  @Test(arguments: ["oneOf", "anyOf"])
  func `members of alternatives beside the own ones are members that may be absent`(keyword: String) throws {
    let draft = try shop(
      #"""
      {"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}}, "\#(keyword)": [
        {"required": ["last4"], "properties": {"kind": {"const": "card"}, "last4": {"type": "string"}, "code": {"type": "string"}}},
        {"properties": {"iban": {"type": "string"}, "code": {"type": "integer"}}}]}
      """#)
    let lines = draft.values[0].members.map { "\($0.name): \($0.type)\($0.isOptional ? "?" : "")" }
    #expect(lines == ["kind: String", "last4: String?", "code: JSON?", "iban: String?"])
  }
}
