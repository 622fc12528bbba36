import RowsmithInference
import Testing

/// The rules by which the schemas of an API become entities, beyond those of JSON Schema.
@Suite struct OpenAPISchemaTests {
  /// The draft of a description in which a route returns Things.
  static func api(
    _ schemas: String, version: String = "3.0.3", answer: String = "{ $ref: '#/components/schemas/Thing' }",
    at location: SourceLocation = #_sourceLocation
  ) throws -> ModelDraft {
    try Facts.draft(
      of: """
        openapi: \(version)
        info: { title: Test, version: '1' }
        paths:
          /things/{id}:
            get:
              parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
              responses:
                '200': { description: ok, content: { application/json: { schema: \(answer) } } }
        components:
          schemas:
        \(schemas.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n"))
        """, at: location)
  }

  private let kinds = """
    Thing:
      type: object
      properties: { id: { type: integer }, media: { type: array, items: { $ref: '#/components/schemas/Medium' } } }
    Medium:
      oneOf: [{ $ref: '#/components/schemas/Image' }, { $ref: '#/components/schemas/Video' }]
      discriminator: { propertyName: kind }
    Image: { type: object, required: [uid, url], properties: { uid: { type: string }, kind: { type: string }, url: { type: string }, size: { type: integer } } }
    Video: { type: object, required: [uid, url], properties: { uid: { type: string }, kind: { type: string }, url: { type: string }, size: { type: string } } }
    """

  @Test func `variants that a discriminator tells apart are a family`() throws {
    let draft = try Self.api(kinds)
    #expect(draft.line("Thing", "media") == "media: [Medium]")
    #expect(draft.entities.map(\.name) == ["Thing", "Medium", "Image", "Video"])
    #expect(draft.entities.map(\.extends) == [nil, nil, "Medium", "Medium"])
    #expect(draft.yaml().contains("  Medium:\n    PrimaryKey: uid\n    Discriminator: kind\n"))
  }

  @Test func `what all of a family have is that of what they extend, and no name is in it twice`() throws {
    let draft = try Self.api(kinds)
    #expect(draft.line("Medium", "url") == "url: String")
    #expect(draft.line("Image", "size") == "size: Int?")
    #expect(draft.line("Video", "videoSize") == "videoSize: { type: String?, ImportName: size }")
  }

  @Test func `the values of a discriminator are the names of schemas, or what they say themselves`() throws {
    let schemas = kinds.replacing(
      "Image: { type: object, required: [uid, url], properties: { uid: { type: string }, kind: { type: string }",
      with:
        "Image: { type: object, required: [uid, url], properties: { uid: { type: string }, kind: { enum: [pic] }"
    )
    #expect(
      try Self.api(schemas).yaml().contains(
        "Discriminator: { key: kind, values: { pic: Image, Video: Video } }"))
  }

  @Test func `allOf with a parent that has a discriminator extends it`() throws {
    let draft = try Self.api(
      """
      Thing:
        type: object
        required: [id, type]
        discriminator: { propertyName: type, mapping: { small: '#/components/schemas/SmallThing' } }
        properties: { id: { type: integer }, type: { type: string }, name: { type: string } }
      SmallThing:
        allOf: [{ $ref: '#/components/schemas/Thing' }, { type: object, properties: { size: { type: integer }, name: { type: string } } }]
      """)
    #expect(draft.entities.map(\.extends) == [nil, "Thing"])
    #expect(draft.yaml().contains("Discriminator: { key: type, values: { small: SmallThing } }"))
    // Told apart by the key, which is no attribute as well; and inherited is inherited.
    #expect(draft.line("Thing", "type") == nil)
    #expect(draft.line("SmallThing", "name") == nil)
    #expect(draft.line("SmallThing", "size") == "size: Int?")
  }

  @Test(arguments: ["shop.SmallThing", "'#/components/schemas/shop.SmallThing'"])
  func `a mapping leads to a schema by its name, also with dots, or by a reference`(target: String) throws {
    let draft = try Self.api(
      """
      Thing:
        type: object
        required: [id, type]
        discriminator: { propertyName: type, mapping: { small: \(target) } }
        properties: { id: { type: integer }, type: { type: string } }
      shop.SmallThing:
        allOf: [{ $ref: '#/components/schemas/Thing' }, { type: object, properties: { size: { type: integer } } }]
      """)
    #expect(draft.yaml().contains("Discriminator: { key: type, values: { small: SmallThing } }"))
    #expect(draft.notes.isEmpty)
  }

  @Test func `allOf with a parent that has none is merged`() throws {
    let draft = try Self.api(
      """
      Base: { type: object, properties: { id: { type: integer } } }
      Thing: { allOf: [{ $ref: '#/components/schemas/Base' }, { type: object, properties: { name: { type: string } } }] }
      """)
    #expect(draft.entities.map(\.name) == ["Thing"])
    #expect(draft.line("Thing", "id") == "id: Int  # not said to be required")
  }

  @Test func `a record or its key is a record`() throws {
    let draft = try Self.api(
      """
      Thing:
        type: object
        properties:
          id: { type: integer }
          owner: { anyOf: [{ type: string }, { $ref: '#/components/schemas/Owner' }] }
          maker: { nullable: true, allOf: [{ $ref: '#/components/schemas/Owner' }] }
      Owner: { type: object, properties: { id: { type: string } } }
      """)
    #expect(draft.line("Thing", "owner") == "owner: Owner?")
    #expect(draft.line("Thing", "maker") == "maker: Owner?")
    #expect(draft.notes.isEmpty)
  }

  @Test(arguments: ["nullable: true, allOf", "nullable: true, oneOf", "description: Its owner., anyOf"])
  func `a reference beside type object leads to the record`(keywords: String) throws {
    let owner = "{ type: object, \(keywords): [{ $ref: '#/components/schemas/Owner' }] }"
    let draft = try Self.api(
      """
      Thing:
        type: object
        properties:
          id: { type: integer }
          maker: { $ref: '#/components/schemas/Owner' }
          owner: \(owner)
          owners: { type: array, items: \(owner) }
      Owner: { type: object, properties: { id: { type: string } } }
      """)
    #expect(draft.entities.map(\.name) == ["Thing", "Owner"])
    #expect(draft.entities[0].relationships.map(\.type) == ["Owner", "Owner", "[Owner]"])
    #expect(draft.notes.isEmpty)
  }

  @Test func `objects that extend nothing in common are JSON, which is noted`() throws {
    let draft = try Self.api(
      """
      Thing:
        type: object
        properties:
          id: { type: integer }
          subject: { oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }] }
      A: { type: object, properties: { id: { type: string } } }
      B: { type: object, properties: { id: { type: integer } } }
      """)
    #expect(draft.line("Thing", "subject") == "subject: JSON?")
    #expect(
      draft.noted.contains(
        "#/components/schemas/Thing/properties/subject: is one of several objects that extend nothing in common; kept as JSON"
      ))
  }

  @Test func `what is not in any answer is left out`() throws {
    let draft = try Self.api(
      """
      Thing: { type: object, properties: { id: { type: integer } } }
      Other: { type: object, properties: { id: { type: integer } } }
      """)
    #expect(draft.entities.map(\.name) == ["Thing"])
    #expect(draft.noted == ["#/components/schemas/Other: is in no answer; left out"])
  }

  @Test func `without routes, all that has an identity is an entity`() throws {
    let draft = try Facts.draft(
      of: """
        openapi: 3.1.0
        components:
          schemas:
            A: { type: object, properties: { id: { type: integer }, size: { $ref: '#/components/schemas/Size' } } }
            Size: { type: object, properties: { width: { type: integer } } }
        """)
    #expect(draft.entities.map(\.name) == ["A"])
    #expect(draft.line("A", "size") == "size: Size?")
  }

  @Test func `a key by which paths name records makes them records`() throws {
    let draft = try Facts.draft(
      of: """
        openapi: 3.0.0
        info: { title: Test, version: '1' }
        paths:
          /planets/{name}:
            get:
              parameters: [{ name: name, in: path, required: true, schema: { type: string } }]
              responses: { '200': { description: ok, content: { application/json: { schema: { type: object, properties: { name: { type: string }, mass: { type: number } } } } } } }
        """)
    #expect(draft.entities.map(\.primaryKey) == [["name"]])
    #expect(draft.route("planet") == "planet: { get: \"planets/:name\", returns: Planet }")
  }

  @Test func `members are lifted out of attributes and metadata`() throws {
    let draft = try Self.api(
      """
      Thing:
        type: object
        properties:
          id: { type: string }
          type: { type: string }
          attributes: { type: object, properties: { title: { type: string } } }
          relationships: { type: object, properties: { author: { type: object, properties: { data: { type: object } } } } }
      """)
    #expect(draft.line("Thing", "title") == "title: { type: String?, ImportName: attributes.title }")
    #expect(draft.noted.contains { $0.contains("is beside 'attributes'") })
  }

  @Test func `what only the server sets is not sent where records are sent`() throws {
    let schemas = """
      Thing: { type: object, properties: { id: { type: integer, readOnly: true }, made: { type: string, readOnly: true }, secret: { type: string, writeOnly: true } } }
      """
    #expect(try Self.api(schemas).line("Thing", "made") == "made: String?")
    #expect(try Self.api(schemas).line("Thing", "secret") == "secret: String?  # only sent")
    let sending = try Facts.draft(
      of: """
        openapi: 3.0.0
        info: { title: Test, version: '1' }
        paths:
          /things:
            post:
              requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }
              responses: { '201': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } } }
        components: { schemas: { \(schemas) } }
        """)
    #expect(sending.line("Thing", "made") == "made: { type: String?, export: false }")
    #expect(sending.line("Thing", "id")?.hasPrefix("id: Int") == true)
  }

  /// The draft of a description in which a route sends an entity of these schemas.
  private func sending(_ name: String, _ schemas: String, at location: SourceLocation = #_sourceLocation)
    throws
    -> ModelDraft
  {
    let content = "content: { application/json: { schema: { $ref: '#/components/schemas/\(name)' } } }"
    return try Facts.draft(
      of: """
        openapi: 3.0.0
        info: { title: Test, version: '1' }
        paths:
          /things:
            post: { requestBody: { \(content) }, responses: { '201': { description: ok, \(content) } } }
            get:
              responses: { '200': { description: ok, content: { application/json: { schema: { type: array,
                items: { $ref: '#/components/schemas/Thing' } } } } } }
        components:
          schemas:
        \(schemas.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n"))
        """, at: location)
  }

  @Test func `a part that only the server sets is not sent with the values of a record that is`() throws {
    let schemas = """
      Thing: { type: object, properties: { id: { type: integer }, price: { $ref: '#/components/schemas/Price' } } }
      Other: { type: object, properties: { id: { type: integer }, log: { $ref: '#/components/schemas/Log' } } }
      Price: { type: object, properties: { tax: { $ref: '#/components/schemas/Tax' } } }
      Tax: { type: object, properties: { sum: { type: number, readOnly: true, deprecated: true } } }
      Log: { type: object, properties: { day: { type: string, readOnly: true } } }
      """
    let draft = try sending("Thing", schemas)
    #expect(draft.line(ofValue: "Tax") == "sum: { type: Double?, export: false }  # deprecated")
    let silent = try Self.api(schemas)
    #expect(silent.line(ofValue: "Tax") == "sum: Double?  # deprecated")
  }

  @Test(arguments: ["Thing", "Small", "Large"])
  func `what only the server sets is not sent with any record of a family of which one is sent`(name: String)
    throws
  {
    let draft = try sending(
      name,
      """
      Thing:
        type: object
        required: [id]
        discriminator: { propertyName: kind }
        properties: { id: { type: integer }, kind: { type: string }, made: { type: string, readOnly: true } }
      Small: { allOf: [{ $ref: '#/components/schemas/Thing' }, { properties: { s: { type: string, readOnly: true } } }] }
      Large: { allOf: [{ $ref: '#/components/schemas/Thing' }, { properties: { l: { type: string, readOnly: true } } }] }
      """)
    func line(_ name: String, _ isSent: Bool) -> String {
      isSent ? "\(name): { type: String?, export: false }" : "\(name): String?"
    }
    #expect(draft.line("Thing", "made") == line("made", true))
    #expect(draft.line("Small", "s") == line("s", name != "Large"))
    #expect(draft.line("Large", "l") == line("l", name != "Small"))
  }
}
