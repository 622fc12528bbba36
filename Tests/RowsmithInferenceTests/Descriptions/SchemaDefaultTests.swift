import RowsmithInference
import Testing

/// Defaults of schemas: those that the attribute's type has, in the notation of the model.
@Suite struct SchemaDefaultTests {
  /// The line of the member `size` of a Thing, which is not required.
  private func line(_ schema: String, at location: SourceLocation = #_sourceLocation) throws -> String? {
    let draft = try Facts.draft(
      of: """
        {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "thing", "type": "object",
         "required": ["id"], "properties": {"id": {"type": "integer"}, "size": \(schema)}}
        """, at: location)
    return draft.line("Thing", "size").map { String($0.dropFirst("size: ".count)) }
  }

  private static let uuid = "0d9f9a3c-7e60-4c1b-8a6b-1f2e3d4c5b6a"

  @Test(arguments: [
    (#""type": "integer", "default": -3"#, "{ type: Int, default: -3 }"),
    (#""type": "integer", "default": 3.0"#, "{ type: Int, default: 3 }"),
    (#""type": "number", "default": 1e5"#, "{ type: Double, default: 1e5 }"),
    (#""type": "number", "format": "decimal", "default": 1.50"#, "{ type: Decimal, default: 1.50 }"),
    (#""type": "boolean", "default": true"#, "{ type: Bool, default: true }"),
    (#""type": "string", "default": """#, #"{ type: String, default: "" }"#),
    (#""enum": ["a", "b"], "default": "b""#, "{ type: ThingSize, default: b }"),
    // Numbers that are texts.
    (#""type": "string", "format": "int64", "default": "5""#, "{ type: Int, coerce: true, default: 5 }"),
    (
      #""type": "string", "format": "double", "default": "-1.5""#,
      "{ type: Double, coerce: true, default: -1.5 }"
    ),
    (#""type": "string", "format": "decimal", "default": "1.50""#, "{ type: Decimal, default: 1.50 }"),
    // Texts that are more.
    (#""type": "string", "format": "uuid", "default": "\#(uuid)""#, "{ type: UUID, default: \(uuid) }"),
    (
      #""type": "string", "format": "date-time", "default": "2020-01-02T03:04:05Z""#,
      #"{ type: Date, default: "2020-01-02T03:04:05Z" }"#
    ),
    (
      #""type": "string", "format": "date", "default": "2020-01-02""#,
      "{ type: Date, DateFormat: yyyy-MM-dd, default: 2020-01-02 }"
    ),
    // Lists of them.
    (#""type": "array", "items": {"type": "string"}, "default": []"#, "{ type: [String], default: [] }"),
    (
      #""type": "array", "items": {"type": "integer"}, "default": [1, 2]"#, "{ type: [Int], default: [1, 2] }"
    ),
    (
      #""type": "array", "items": {"enum": ["a", "b"]}, "default": ["b"]"#,
      "{ type: [ThingSize], default: [b] }"
    ),
  ])
  func `a default of the type makes a member that is never absent`(keywords: String, line: String) throws {
    #expect(try self.line("{\(keywords)}") == line)
  }

  @Test(arguments: [
    (#""type": "integer", "default": null"#, "Int?"), (#""type": "integer", "default": "3""#, "Int?"),
    (#""type": "integer", "default": 3.5"#, "Int?"), (#""type": "number", "default": 1e999"#, "Double?"),
    (#""type": "boolean", "default": 1"#, "Bool?"), (#""type": "string", "default": 7"#, "String?"),
    (#""enum": ["a", "b"], "default": "c""#, "ThingSize?"), (#""type": "object", "default": {}"#, "JSON?"),
    (#""type": "string", "format": "int64", "default": "many""#, "{ type: Int?, coerce: true }"),
    (#""type": "string", "format": "decimal", "default": "1e5""#, "Decimal?"),
    (#""type": "string", "format": "uuid", "default": "none""#, "UUID?"),
    (#""type": "string", "format": "date-time", "default": "now""#, "Date?"),
    (#""type": "array", "items": {"type": "integer"}, "default": [1, "a"]"#, #""[Int]?""#),
    (#""type": "array", "items": {"type": "integer"}, "default": 1"#, #""[Int]?""#),
  ])
  func `any other default is none`(keywords: String, line: String) throws {
    #expect(try self.line("{\(keywords)}") == line)
  }

  @Test func `null stays allowed beside a default`() throws {
    #expect(
      try line(#"{"type": ["array", "null"], "items": {"type": "string"}, "default": ["a"]}"#)
        == #"{ type: "[String]?", default: [a] }"#)
    #expect(try line(#"{"type": ["string", "null"], "default": "a"}"#) == "{ type: String?, default: a }")
  }
}
