import Foundation
import RowsmithInference
import Testing

/// Where a reference leads, and what stands beside it.
@Suite struct SchemaReferenceTests {
  /// The draft of a Thing whose member `size` has this schema.
  private func thing(
    _ size: String, definitions: String = "", isRequired: Bool = true, more: String = "",
    at location: SourceLocation = #_sourceLocation
  ) throws -> ModelDraft {
    try Facts.draft(
      of: """
        {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "thing", "type": "object",
         "required": ["id"\(isRequired ? ", \"size\"" : "")], "properties": {"id": {"type": "integer"},
         "size": \(size)\(more)}, "$defs": {\(definitions)}}
        """, at: location)
  }

  @Test(arguments: [
    // The characters of a JSON pointer, and those of an address.
    ("#/$defs/a~1b", "Int"), ("#/$defs/c~0d", "Bool"), ("#/$defs/e%20f", "Date"), ("#/$defs/g%25", "UUID"),
    ("#/$defs/~01", "URL"),
    // Into the middle of a schema, by the index of a list, and over another reference.
    ("#/properties/id", "Int"), ("#/$defs/list/items", "Double"), ("#/$defs/any/anyOf/1", "Bool"),
    ("#/$defs/again", "Int"),
    // By a name of its own.
    ("#length", "Decimal"), ("#width", "Data"), ("https://example.com/schemas/height", "Int"),
    ("height", "Int"),
  ])
  func `a reference leads to what it names`(reference: String, type: String) throws {
    let draft = try thing(
      #"{"$ref": "\#(reference)"}"#,
      definitions: ##"""
        "a/b": {"type": "integer"}, "c~d": {"type": "boolean"}, "e f": {"type": "string", "format": "date-time"},
        "g%": {"type": "string", "format": "uuid"}, "~1": {"type": "string", "format": "uri"},
        "list": {"type": "array", "items": {"type": "number"}},
        "any": {"anyOf": [{"type": "string"}, {"type": "boolean"}]}, "again": {"$ref": "#/$defs/a~1b"},
        "l": {"$anchor": "length", "type": "string", "format": "decimal"},
        "w": {"$dynamicAnchor": "width", "type": "string", "format": "byte"},
        "h": {"$id": "https://example.com/schemas/height", "type": "integer"}
        """##)
    #expect(draft.line("Thing", "size") == "size: \(type)")
    #expect(draft.notes.isEmpty)
  }

  @Test func `a dynamic reference leads to its anchor`() throws {
    let draft = try thing(
      ##"{"$dynamicRef": "#width"}"##, definitions: #""w": {"$dynamicAnchor": "width", "type": "integer"}"#)
    #expect(draft.line("Thing", "size") == "size: Int")
  }

  @Test(arguments: [
    ("#/$defs/none", "there is no '#/$defs/none'"), ("#none", "there is no '#none'"),
    ("#/$defs/list/2", "there is no '#/$defs/list/2'"), ("#/$defs/list/-1", "there is no '#/$defs/list/-1'"),
    ("none.json", "'none.json' is in another document, which is not fetched"),
    ("urn:example:size", "'urn:example:size' is in another document, which is not fetched"),
    ("//example.com/a", "'//example.com/a' is in another document, which is not fetched"),
  ])
  func `a reference that leads nowhere is any value, and a note`(reference: String, note: String) throws {
    let draft = try thing(
      #"{"$ref": "\#(reference)"}"#, definitions: #""list": [{"type": "integer"}, {"type": "integer"}]"#)
    #expect(draft.line("Thing", "size") == "size: JSON")
    #expect(draft.noted == ["#/properties/size: \(note); any value is assumed"])
  }

  @Test func `what leads nowhere in two places is noted in each, and once`() throws {
    let draft = try thing(
      ##"{"$ref": "#/$defs/none"}"##,
      definitions: ##"""
        "other": {"type": "object", "properties": {"id": {"type": "string"}, "part": {"$ref": "#/$defs/none"}}}
        """##, more: ##", "other": {"$ref": "#/$defs/other"}, "next": {"$ref": "#/$defs/other"}"##)
    #expect(
      draft.noted == [
        "#/properties/size: there is no '#/$defs/none'; any value is assumed",
        "#/$defs/other/properties/part: there is no '#/$defs/none'; any value is assumed",
      ])
  }

  @Test(arguments: [
    (#""nullable": true"#, "Int?"), (#""default": 3"#, "{ type: Int, default: 3 }"),
    (#""deprecated": true"#, "Int  # deprecated"), (#""readOnly": true"#, "Int  # read only"),
    (#""writeOnly": true"#, "Int?  # only sent"),
    // The description of a type stays with the type.
    (#""description": "This size. More.""#, "{ type: Int, doc: This size }"),
    (#""title": "Its size""#, "Int"),
  ])
  func `what stands beside a reference is said of this member`(beside: String, line: String) throws {
    let draft = try thing(
      ##"{"$ref": "#/$defs/size", \##(beside)}"##,
      definitions: #""size": {"type": "integer", "description": "All of it."}"#,
      more: ##", "other": {"$ref": "#/$defs/size"}"##)
    #expect(draft.line("Thing", "size") == "size: \(line)")
    #expect(draft.line("Thing", "other") == "other: Int?")
  }

  @Test func `a folder of schemas has one entity for each, wherever a reference begins`() throws {
    let folder = NSTemporaryDirectory() + "schemas-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder + "/our parts", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func write(_ text: String, to name: String) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }
    try write(
      """
      {"$schema": "http://json-schema.org/draft-07/schema#", "title": "car", "type": "object", "properties": {
        "id": {"type": "integer"}, "engine": {"$ref": "our%20parts/engine.json"},
        "spare": {"$ref": "./our parts/../our parts/engine.json"}, "lost": {"$ref": "our parts/lost.json"},
        "odd": {"$ref": "our parts/engine.json#/none"}}}
      """, to: "car.json")
    try write(
      """
      {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}, "car": {"$ref": "../car.json#"},
        "power": {"$ref": "#/definitions/power"}, "gone": {"$ref": "#/definitions/gone"}},
       "definitions": {"power": {"type": "number"}}}
      """, to: "our parts/engine.json")
    let draft = try Facts.draft(at: folder + "/car.json")
    Facts.expectSound(draft)
    #expect(draft.entities.map(\.name) == ["Car", "CarEngine"])
    #expect(draft.line("Car", "spare") == "spare: CarEngine?")
    #expect(draft.line("CarEngine", "car") == "car: Car?")
    #expect(draft.line("CarEngine", "power") == "power: Double?")
    #expect(draft.line("CarEngine", "gone") == "gone: JSON?")
    #expect(
      draft.noted.map { $0.replacing(folder, with: "") } == [
        "#/properties/lost: 'our parts/lost.json' is in another document, which is not fetched; any value is assumed",
        "#/properties/odd: there is no 'our parts/engine.json#/none'; any value is assumed",
        "/our parts/engine.json#/properties/gone: there is no '#/definitions/gone'; any value is assumed",
      ])
  }

  @Test func `a schema in a file of its own has the name that the description gives it`() throws {
    let folder = NSTemporaryDirectory() + "schemas-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder + "/schemas", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func write(_ text: String, to name: String) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }
    try write(
      """
      openapi: 3.0.3
      info: { title: Test, version: '1' }
      paths:
        /houses:
          get:
            responses: { '200': { description: ok, content: { application/json: { schema: { $ref: schemas/house.yaml } } } } }
      components:
        schemas:
          Home: { $ref: schemas/house.yaml }
          Flat: { $ref: schemas/house.yaml }
          Animal: { $ref: schemas/animal.yaml }
          Dog: { $ref: schemas/dog.yaml }
      """, to: "api.yaml")
    try write(
      """
      type: object
      properties: { id: { type: integer }, pets: { type: array, items: { $ref: animal.yaml } } }
      """, to: "schemas/house.yaml")
    try write(
      """
      type: object
      required: [id, kind]
      discriminator: { propertyName: kind, mapping: { dog: Dog } }
      properties: { id: { type: string }, kind: { type: string } }
      """, to: "schemas/animal.yaml")
    try write(
      "allOf: [{ $ref: animal.yaml }, { type: object, properties: { tail: { type: boolean } } }]",
      to: "schemas/dog.yaml")
    let draft = try Facts.draft(at: folder + "/api.yaml")
    Facts.expectSound(draft)
    #expect(draft.entities.map(\.name) == ["Home", "Animal", "Dog"])
    #expect(draft.entities.map(\.extends) == [nil, nil, "Animal"])
    #expect(draft.line("Home", "pets") == "pets: [Animal]")
    #expect(draft.yaml().contains("Discriminator: { key: kind, values: { dog: Dog } }"))
    #expect(draft.notes.isEmpty)
  }

  @Test func `a mapping in a file of its own names the schemas of that file, too`() throws {
    let folder = NSTemporaryDirectory() + "schemas-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func write(_ text: String, to name: String) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }
    try write(
      """
      openapi: 3.0.3
      info: { title: Test, version: '1' }
      paths:
        /animals:
          get:
            responses:
              '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Animal' } } } }
      components:
        schemas:
          Animal: { $ref: 'common.yaml#/components/schemas/Animal' }
          Puppy: { $ref: 'common.yaml#/components/schemas/Dog' }
      """, to: "api.yaml")
    try write(
      """
      components:
        schemas:
          Animal:
            type: object
            required: [id, kind]
            discriminator: { propertyName: kind, mapping: { dog: Dog } }
            properties: { id: { type: string }, kind: { type: string } }
          Dog:
            allOf: [{ $ref: '#/components/schemas/Animal' }, { type: object, properties: { tail: { type: boolean } } }]
      """, to: "common.yaml")
    let draft = try Facts.draft(at: folder + "/api.yaml")
    Facts.expectSound(draft)
    #expect(draft.entities.map(\.name) == ["Animal", "Puppy"])
    #expect(draft.yaml().contains("Discriminator: { key: kind, values: { dog: Puppy } }"))
    #expect(draft.notes.isEmpty)
  }

  @Test(arguments: [
    ("a/b", "#/properties/a~1b"), ("c~d", "#/properties/c~0d"), ("e f", "#/properties/e f"),
    ("~1", "#/properties/~01"),
  ])
  func `the place in a note is a JSON pointer`(key: String, place: String) throws {
    let draft = try thing(
      #"{"type": "integer"}"#, more: ##", "\##(key)": {"$ref": "#/$defs/none"}"##)
    #expect(draft.notes.map(\.place) == [place])
  }
}
