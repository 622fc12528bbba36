import RowsmithInference
import Testing

/// The type of a value, from the keywords that schemas in the wild use for it.
@Suite struct JSONSchemaTypeTests {
  /// The line of the required member `size` of an entity Thing.
  private func line(
    _ schema: String, definitions: String = "", at location: SourceLocation = #_sourceLocation
  )
    throws -> String
  {
    let draft = try Facts.draft(
      of: """
        {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "thing", "type": "object",
         "required": ["id", "size"], "properties": {"id": {"type": "integer"}, "size": \(schema)},
         "$defs": {\(definitions)}}
        """, at: location)
    let line = try #require(draft.line("Thing", "size"))
    return String(line.dropFirst("size: ".count))
  }

  @Test(arguments: [
    (#"{"type": "integer"}"#, "Int"), (#"{"type": "integer", "nullable": true}"#, "Int?"),
    (#"{"type": "integer", "nullable": false}"#, "Int"),
    (#"{"type": "integer", "x-nullable": true}"#, "Int?"),
    (#"{"type": ["integer", "null"]}"#, "Int?"), (#"{"type": ["null", "string"]}"#, "String?"),
    (#"{"anyOf": [{"type": "integer"}, {"type": "null"}]}"#, "Int?"),
    (#"{"oneOf": [{"type": "integer"}, {"enum": [null]}]}"#, "Int?"),
    (##"{"oneOf": [{"type": "null"}, {"$ref": "#/$defs/Size"}]}"##, "Int?"),
    (##"{"allOf": [{"$ref": "#/$defs/Size"}], "nullable": true}"##, "Int?"),
    (##"{"$ref": "#/$defs/Size", "nullable": true}"##, "Int?"), (##"{"$ref": "#/$defs/Size"}"##, "Int"),
    (#"{"enum": [1, null]}"#, "Int?  # one of 1"),
    (#"{"type": "integer", "enum": [1, 2]}"#, "Int  # one of 1, 2"),
  ])
  func `null is allowed in every way that there is to say so`(schema: String, type: String) throws {
    #expect(try line(schema, definitions: #""Size": {"type": "integer"}"#) == type)
  }

  @Test(arguments: [
    ("[true, false]", "Bool"), ("[true]", "Bool"), ("[1, 2.5]", "Double  # one of 1, 2.5"),
    ("[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]", "Int  # one of 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12"),
    ("[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]", "Int"), (#"[1, "a"]"#, "JSON"), (#"[true, "a"]"#, "JSON"),
    ("[{}]", "JSON"), ("[[1]]", "JSON"), ("[]", "JSON"),
    ("[9223372036854775808]", "Double  # one of 9223372036854775808"),
  ])
  func `listed values have the type that they share`(list: String, type: String) throws {
    #expect(try line(#"{"enum": \#(list)}"#) == type)
  }

  @Test(arguments: [
    (#""type": "number""#, "Double"), (#""type": "number", "format": "double""#, "Double"),
    (#""type": "number", "format": "int32""#, "Int"), (#""type": "number", "format": "int64""#, "Int"),
    (#""type": "number", "format": "integer""#, "Int"),
    (#""type": "number", "format": "currency""#, "Decimal"),
    (#""type": "number", "format": "decimal""#, "Decimal"),
    (#""type": "number", "multipleOf": 0.01"#, "Decimal"),
    (#""type": "number", "multipleOf": 0.001"#, "Decimal"),
    (#""type": "number", "multipleOf": 0.5"#, "Double"),
    (#""type": "number", "multipleOf": 0.1"#, "Double"), (#""type": "number", "multipleOf": 0.05"#, "Double"),
    (#""type": "number", "multipleOf": 1"#, "Double"), (#""type": "integer", "format": "int32""#, "Int"),
    (#""type": "integer", "format": "timestamp""#, "{ type: Date, DateFormat: epochSeconds }"),
    (#""type": "integer", "format": "epoch""#, "{ type: Date, DateFormat: epochSeconds }"),
    (#""format": "date-time""#, "Date"), (#""format": "uuid""#, "UUID"), (#""format": "uri""#, "URL"),
    (#""format": "hostname""#, "String"), (#""type": "string", "contentEncoding": "BASE64""#, "Data"),
    (#""type": "string", "contentEncoding": "quoted-printable""#, "String"), (#""type": "file""#, "JSON"),
    (#""type": []"#, "JSON"), (#""type": 7"#, "JSON"),
  ])
  func `a format narrows the type`(keywords: String, type: String) throws {
    #expect(try line("{\(keywords)}") == type)
  }

  @Test(arguments: [
    (#""type": "integer", "format": "uint64""#, "Decimal"),
    (#""type": "number", "format": "uint64""#, "Decimal"),
    (#""type": "string", "format": "uint64""#, "Decimal"),
    (#""type": "integer", "format": "int128""#, "Decimal"),
    (#""type": "integer", "maximum": 18446744073709551615"#, "Decimal"),
    (#""type": "integer", "exclusiveMaximum": 18446744073709551616"#, "Decimal"),
    (#""type": "integer", "format": "uint64", "maximum": 18446744073709551615"#, "Decimal"),
    (#""type": "integer", "enum": [1, 9223372036854775808]"#, "Decimal  # one of 1, 9223372036854775808"),
    (#""type": "integer", "format": "uint32""#, "Int"), (#""type": "number", "format": "uint32""#, "Int"),
    (#""type": "integer", "format": "uint64", "minimum": 0, "maximum": 9007199254740991"#, "Int"),
    (#""type": "integer", "minimum": -9223372036854775808, "maximum": 9223372036854775807"#, "Int"),
    // The bound of an Int as a Double, that of a Double, and none.
    (#""type": "integer", "maximum": 9223372036854776000"#, "Int"),
    (#""type": "integer", "maximum": 1.7976931348623157e308"#, "Int"),
    (#""type": "integer", "maximum": 10, "exclusiveMaximum": true"#, "Int"),
  ])
  func `whole numbers that may exceed an Int are Decimal`(keywords: String, type: String) throws {
    #expect(try line("{\(keywords)}") == type)
  }

  @Test(arguments: [
    (#"{"type": "string", "format": "date-time"}, {"type": "string", "format": "date-time"}"#, "Date"),
    (#"{"type": "string", "format": "date-time"}, {"type": "string", "format": "date"}"#, "String"),
    (#"{"type": "string", "format": "uuid"}, {"type": "string", "format": "uuid"}"#, "String"),
    (#"{"type": "integer"}, {"type": "integer"}"#, "Int"),
    (#"{"type": "integer"}, {"type": "number"}"#, "Double"),
    (#"{"type": "integer", "format": "uint64"}, {"type": "integer"}"#, "Decimal"),
    (#"{"type": "integer", "format": "uint64"}, {"type": "number"}"#, "Decimal"),
    (#"{"type": "string"}, {"type": "number"}"#, "{ type: String, coerce: true }  # number or string"),
    (#"{"type": "string"}, {"type": "boolean"}"#, "JSON"), (#"{"enum": ["a"]}, {"enum": ["b"]}"#, "String"),
    (#"{"enum": ["a"]}, {"enum": [1]}"#, "JSON"), (#"{"type": "array"}, {"type": "string"}"#, "JSON"),
    (#"{"type": "string"}, {"required": ["a"]}, {"not": {}}"#, "String"),
    (#"{"type": "string", "format": "uuid"}, {"title": "none"}"#, "UUID"),
    (#"{"type": "number"}, {"const": "auto"}"#, "JSON"),
    (#"{"type": "integer"}, {"enum": ["a", "b"]}"#, "JSON"),
    (#"{"type": "string"}, {"items": {"type": "string"}}"#, "JSON"),
    (#"{"type": "string"}, {"anyOf": [{"type": "number"}, {"type": "boolean"}]}"#, "JSON"),
    (#"{"type": "string"}, {"const": "auto"}"#, "String"),
  ])
  func `one of several types is what they have in common`(variants: String, type: String) throws {
    for keyword in ["anyOf", "oneOf"] {
      #expect(try line("{\"\(keyword)\": [\(variants)]}") == type, "\(keyword)")
    }
  }

  @Test(arguments: [
    (#"[{"type": "string"}, {"format": "uuid"}]"#, "UUID"),
    (#"[{"type": "integer"}, {"nullable": true}]"#, "Int?"),
    (#"[{"type": "string"}, {"enum": ["a", "A"]}]"#, "String  # one of a, A"),
    (##"[{"$ref": "#/$defs/Size"}, {"default": 3}]"##, "{ type: Int, default: 3 }"),
    (##"[{"$ref": "#/$defs/Loop"}]"##, "JSON"),
  ])
  func `all of several schemas is one`(parts: String, type: String) throws {
    let definitions = ##""Size": {"type": "integer"}, "Loop": {"allOf": [{"$ref": "#/$defs/Loop"}]}"##
    #expect(try line("{\"allOf\": \(parts)}", definitions: definitions) == type)
  }

  @Test(arguments: ["$defs", "definitions"])
  func `definitions have their name in every draft`(keyword: String) throws {
    let draft = try Facts.draft(
      of: """
        {"\(keyword)": {"Band": {"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"},
          "label": {"$ref": "#/\(keyword)/Label"}}},
          "Label": {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}}}}}
        """)
    #expect(draft.entities.map(\.name).sorted() == ["Band", "Label"])
    #expect(draft.line("Band", "label") == "label: Label?")
  }

  @Test(arguments: [
    (#""primaryKey": "b""#, ["b"]), (#""primaryKey": ["a", "b"]"#, ["a", "b"]),
    (#""primaryKey": []"#, ["id"]),
    (#""x-primary-key": "a""#, ["a"]), (#""x-primaryKey": ["b"]"#, ["b"]),
    (#""x-identifiers": ["b", "a"]"#, ["b", "a"]),
    (#""primaryKey": 7"#, ["id"]), (#""title": "t""#, ["id"]),
  ])
  func `a schema names its key, of one or several parts`(keyword: String, key: [String]) throws {
    let draft = try Facts.draft(
      of: """
        {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "thing", "type": "object", \(keyword),
         "required": ["id", "a", "b"],
         "properties": {"id": {"type": "integer"}, "a": {"type": "string"}, "b": {"type": "integer"}}}
        """)
    #expect(draft.entities.map(\.primaryKey) == [key])
  }

  @Test(arguments: ["patternProperties\": {\"^[0-9]+$\": ITEM}", "additionalProperties\": ITEM"])
  func `an object with records under any key is a map of them`(keyword: String) throws {
    let item = ##"{"$ref": "#/$defs/Part"}"##
    let schema = "{\"type\": \"object\", \"\(keyword.replacing("ITEM", with: item))}"
    let part = #""Part": {"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}}}"#
    #expect(try line(schema, definitions: part) == "{Part}")
    #expect(try line(schema.replacing(item, with: #"{"type": "integer"}"#)) == "JSON")
  }
}
