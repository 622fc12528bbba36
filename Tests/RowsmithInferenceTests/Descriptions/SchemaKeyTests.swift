import RowsmithInference
import Testing

/// By which property a schema's records are known.
@Suite struct SchemaKeyTests {
  /// The draft of an OrderLine with these properties.
  private func line(
    _ properties: String, required: [String] = [], keyword: String = "",
    at location: SourceLocation = #_sourceLocation
  ) throws -> ModelDraft {
    let list = required.map { "\"\($0)\"" }.joined(separator: ", ")
    return try Facts.draft(
      of: """
        {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "order line", "type": "object",
         \(keyword)"required": [\(list)], "properties": {\(properties)}}
        """, at: location)
  }

  private static func texts(_ names: String...) -> String {
    names.map { "\"\($0)\": {\"type\": \"string\"}" }.joined(separator: ", ")
  }

  @Test(
    arguments: [
      // In this order, whatever the order of the schema.
      (texts("uid", "guid", "uuid", "_id", "id"), "id"), (texts("uid", "guid", "uuid", "_id"), "_id"),
      (texts("uid", "guid", "uuid"), "uuid"), (texts("uid", "guid"), "guid"), (texts("uid", "name"), "uid"),
      (texts("order_line_id", "id"), "id"),
      // The name of the schema, in any casing, and all of it.
      (texts("name", "order_line_id"), "orderLineID"), (texts("name", "orderLineId"), "orderLineID"),
      (texts("name", "OrderLineID"), "orderLineID"), (texts("name", "order-line-uuid"), "orderLineUUID"),
      (texts("name", "line_id"), nil), (texts("name", "order_id"), nil), (texts("name", "code"), nil),
      // What cannot be a key leaves it to the next.
      (#""id": {"type": "array", "items": {"type": "string"}}, \#(texts("uuid"))"#, "uuid"),
      (#""id": {"type": "boolean"}, \#(texts("uuid"))"#, "uuid"),
      (#""id": {"type": "object", "properties": {"a": {"type": "string"}}}, \#(texts("uid"))"#, "uid"),
      (#""id": {}, \#(texts("uid"))"#, "uid"),
      (#""id": {"anyOf": [{"type": "string"}, {"type": "boolean"}]}, \#(texts("uid"))"#, "uid"),
      (#""id": {"anyOf": [{"type": "string"}, {"type": "integer"}]}, \#(texts("uid"))"#, "id"),
    ] as [(String, String?)])
  func `the property with the clearest name is the key`(properties: String, key: String?) throws {
    #expect(try line(properties).entities.map(\.primaryKey) == [key.map { [$0] } ?? []])
  }

  @Test(arguments: [
    ("integer", "", "Int"), ("string", "", "String"), ("string", "uuid", "UUID"),
    // A key is exact, so it is kept as it is written.
    ("number", "", "Decimal"), ("string", "byte", "String"), ("number", "int64", "Int"),
    ("integer", "uint64", "Decimal"), ("string", "uint64", "Decimal"),
  ])
  func `a key has a type that keys can have`(type: String, format: String, ours: String) throws {
    let draft = try line(#""id": {"type": "\#(type)", "format": "\#(format)"}"#, required: ["id"])
    #expect(draft.line("OrderLine", "id") == "id: \(ours)")
  }

  @Test func `a key is required, whatever is said`() throws {
    #expect(
      try line(Self.texts("id")).line("OrderLine", "id") == "id: String  # not said to be required")
    #expect(
      try line(#""id": {"type": ["string", "null"], "readOnly": true}"#, required: ["id"]).line(
        "OrderLine", "id") == "id: String")
    #expect(
      try line(#""id": {"type": "string", "deprecated": true}"#).line("OrderLine", "id")
        == "id: String  # deprecated; not said to be required")
  }

  @Test(arguments: [
    // What is named goes before what is called like a key; what is not there, or is no key, is not.
    (#""primaryKey": "code", "#, ["code"]), (#""x-primary-key": "code", "#, ["code"]),
    (#""primaryKey": ["code", "id"], "#, ["code", "id"]), (#""primaryKey": ["code", "none"], "#, ["code"]),
    (#""primaryKey": "none", "#, ["id"]), (#""primaryKey": "tags", "#, ["id"]),
  ])
  func `a schema names its key`(keyword: String, key: [String]) throws {
    let properties = Self.texts("id", "code") + #", "tags": {"type": "array", "items": {"type": "string"}}"#
    #expect(try line(properties, keyword: keyword).entities.map(\.primaryKey) == [key])
  }

  @Test func `properties that say so form the key, in their order`() throws {
    let flag = #"{"type": "string", "x-primary-key": true}"#
    #expect(
      try line(#""b": \#(flag), "id": {"type": "string"}, "a": \#(flag)"#).entities.map(\.primaryKey)
        == [["b", "a"]])
  }

  @Test func `a key of several parts is the key that a part of it refers to by its name`() throws {
    let draft = try Facts.draft(
      of: """
        {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": {
          "order": {"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}}},
          "line": {"type": "object", "primaryKey": ["order_id", "number"], "required": ["order_id", "number"],
            "properties": {"order_id": {"type": "integer"}, "number": {"type": "integer"},
              "product_id": {"type": "integer"}}},
          "product": {"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}}}}}
        """)
    #expect(draft.entities.map(\.primaryKey) == [["id"], ["orderID", "number"], ["id"]])
    // What is a part of the key stays what it is.
    #expect(draft.line("Line", "orderID") == "orderID: Int")
    #expect(draft.line("Line", "product") == "product: Product?")
  }

  @Test(
    arguments: [
      // The key of a Pet is a number.
      ("pet_id", "integer", "pet: Pet?"), ("petId", "integer", "pet: { to: Pet?, ForeignKey: petId }"),
      ("pet_id", "string", nil), ("big_pet_id", "integer", nil), ("pet", "integer", nil),
      ("pet_uuid", "integer", nil), ("owner_id", "integer", nil),
    ] as [(String, String, String?)])
  func `a key of something else is a relationship by its name and its type`(
    key: String, type: String, line: String?
  ) throws {
    let draft = try Facts.draft(
      of: """
        {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "visit", "type": "object",
         "required": ["id"], "properties": {"id": {"type": "string"}, "made_at": {"type": "string"},
           "\(key)": {"type": "\(type)"}},
         "$defs": {"pet": {"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}}}}}
        """)
    #expect(draft.line("Visit", "pet") == line ?? (key == "pet" ? "pet: Int?" : nil))
    #expect(draft.entities[0].relationships.count == (line == nil ? 0 : 1))
    #expect(draft.entities[0].attributes.count == (line == nil ? 3 : 2))
  }

  @Test func `a record that is there beside its key is read from both`() throws {
    let draft = try Facts.draft(
      of: ##"""
        {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "visit", "type": "object",
         "required": ["id"], "properties": {"id": {"type": "string"}, "pet_id": {"type": "integer"},
           "pet": {"$ref": "#/$defs/pet"}, "vet_id": {"type": "string"}, "vet": {"type": "string"}},
         "$defs": {"pet": {"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}}},
           "vet": {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}}}}}
        """##)
    #expect(draft.entities[0].relationships.map(\.name) == ["pet"])
    // A name that something else has stays that of the other.
    #expect(draft.entities[0].attributes.map(\.name) == ["id", "vetID", "vet"])
  }

  @Test(arguments: [
    ("pet_id", "pet: Pet?"), ("petId", "pet: { to: Pet?, ForeignKey: petId }"),
    ("PetID", "pet: { to: Pet?, ForeignKey: PetID }"),
  ])
  func `a key beside its record is read, however it is spelled`(key: String, line: String) throws {
    let draft = try Facts.draft(
      of: ##"""
        {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "visit", "type": "object",
         "required": ["id"], "properties": {"id": {"type": "string"}, "made_at": {"type": "string"},
           "ends_at": {"type": "string"}, "\##(key)": {"type": "integer"}, "pet": {"$ref": "#/$defs/pet"}},
         "$defs": {"pet": {"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}}}}}
        """##)
    #expect(draft.line("Visit", "pet") == line)
    #expect(draft.entities[0].attributes.map(\.name) == ["id", "madeAt", "endsAt"])
  }

  @Test(arguments: [
    (
      ##""pet_id": {"type": "string"}, "pet": {"$ref": "#/$defs/pet"}"##, "petID: String?",
      "pet: { to: Pet?, ForeignKey: pet }"
    ),
    (
      ##""pet_id": {"type": "string", "format": "int64"}, "pet": {"$ref": "#/$defs/pet"}"##,
      "petID: { type: Int?, coerce: true }", "pet: { to: Pet?, ForeignKey: pet }"
    ),
    (
      ##"""
      "pet_ids": {"type": "array", "items": {"type": "string"}},
      "pets": {"type": "array", "items": {"$ref": "#/$defs/pet"}}
      """##, "petIDs: \"[String]?\"", "pets: { to: [Pet], ForeignKey: pets }"
    ),
    (
      ##""pet_id": {"type": "number"}, "pet": {"$ref": "#/$defs/pet"}"##, "petID: Double?",
      "pet: { to: Pet?, ForeignKey: pet }"
    ),
  ])
  func `a record does not read its key from a member of another type`(
    members: String, attribute: String, relationship: String
  ) throws {
    let draft = try Facts.draft(
      of: ##"""
        {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "visit", "type": "object",
         "required": ["id"], "properties": {"id": {"type": "string"}, \##(members)},
         "$defs": {"pet": {"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}}}}}
        """##)
    func name(_ line: String) -> String { String(line.prefix { $0 != ":" }) }
    #expect(draft.line("Visit", name(attribute)) == attribute)
    #expect(draft.line("Visit", name(relationship)) == relationship)
  }

  @Test func `a number that is a key leads to its record`() throws {
    let draft = try Facts.draft(
      of: ##"""
        {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "user", "type": "object", "required": ["id"],
         "properties": {"id": {"type": "number"}, "teamId": {"type": "number"}},
         "$defs": {"Team": {"type": "object", "required": ["id"], "properties": {"id": {"type": "number"}}}}}
        """##)
    #expect(draft.line("User", "id") == "id: Decimal")
    #expect(draft.entities[0].relationships.map(\.name) == ["team"])
  }
}
