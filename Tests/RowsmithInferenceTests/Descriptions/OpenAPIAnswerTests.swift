import RowsmithInference
import Testing

/// What a server answers: records, documents, errors, and where it is.
@Suite struct OpenAPIAnswerTests {
  /// The draft of paths over Pets.
  private func api(_ paths: String, top: String = "", at location: SourceLocation = #_sourceLocation) throws
    -> ModelDraft
  {
    try Facts.draft(
      of: """
        openapi: 3.0.3
        info: { title: Test, version: '1' }
        \(top)
        paths:
        \(paths.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n"))
        components:
          schemas:
            Pet: { type: object, required: [id], properties: { id: { type: integer }, name: { type: string } } }
            Toy: { type: object, required: [id], properties: { id: { type: integer } } }
            Zoo: { type: object, properties: { pets: { type: array, items: { $ref: '#/components/schemas/Pet' } },
              toys: { type: object, additionalProperties: { $ref: '#/components/schemas/Toy' } } } }
            Problem: { type: object, properties: { detail: { type: string }, status: { type: integer } } }
        """, at: location)
  }

  private static func response(_ schema: String) -> String {
    "{ description: ok, content: { application/json: { schema: \(schema) } } }"
  }

  private static func reference(_ name: String) -> String { "{ $ref: '#/components/schemas/\(name)' }" }

  private static let pet = response(reference("Pet"))

  @Test(arguments: [
    "'201': PET", "'2XX': PET", "'204': { description: gone }, '200': PET", "default: PET",
    "'404': PROBLEM, default: PET",
  ])
  func `a success is any answer of the two hundreds, or the default where none is listed`(responses: String)
    throws
  {
    let text = responses.replacing("PET", with: Self.pet)
      .replacing("PROBLEM", with: Self.response(Self.reference("Problem")))
    let draft = try api("/pets: { get: { responses: { \(text) } } }")
    #expect(draft.route("pets") == "pets: { get: pets, returns: Pet }")
  }

  @Test(arguments: [
    // The message under each of its names, then the code.
    ("message: TEXT, code: NUMBER", "{ message: message, code: code }"),
    ("error_description: TEXT, error: TEXT", "{ message: error_description, code: error }"),
    ("errorMessage: TEXT, errorCode: TEXT", "{ message: errorMessage, code: errorCode }"),
    ("error_message: TEXT, error_code: TEXT", "{ message: error_message, code: error_code }"),
    ("detail: TEXT, title: TEXT, type: TEXT, status: NUMBER", "{ message: detail, code: type }"),
    ("title: TEXT, status: NUMBER", "{ message: title, code: status }"), ("msg: TEXT", "{ message: msg }"),
    ("error: TEXT", "{ message: error }"), ("error: TEXT, code: FLAG", "{ message: error }"),
    // An object deeper.
    ("error: OBJECT message: TEXT, type: TEXT }}", "{ message: error.message, code: error.type }"),
    ("code: NUMBER, error: OBJECT msg: TEXT }}", "{ message: error.msg }"),
  ])
  func `an error has a message and a code`(members: String, error: String) throws {
    let schema = members.replacing("TEXT", with: "{ type: string }")
      .replacing("NUMBER", with: "{ type: integer }").replacing("FLAG", with: "{ type: boolean }")
      .replacing("OBJECT", with: "{ type: object, properties: {")
    let failure = Self.response("{ type: object, properties: { \(schema) } }")
    let draft = try api("/pets: { get: { responses: { '200': \(Self.pet), '400': \(failure) } } }")
    #expect(draft.yaml().contains("\napi:\n  error: \(error)\n"))
  }

  @Test(arguments: [
    "'400': { description: bad }", "'302': PROBLEM",
    "'400': { description: bad, content: { text/plain: {} } }",
  ])
  func `what says nothing of errors in JSON leaves them alone`(responses: String) throws {
    let text = responses.replacing("PROBLEM", with: Self.response(Self.reference("Problem")))
    #expect(try api("/pets: { get: { responses: { '200': \(Self.pet), \(text) } } }").api.isEmpty)
  }

  @Test(arguments: ["'500'", "5XX", "default", "'404'"])
  func `the first error that has a message says where it is`(code: String) throws {
    let problem = Self.response(Self.reference("Problem"))
    let draft = try api(
      """
      /toys: { get: { responses: { '200': \(Self.response(Self.reference("Toy"))), '400': { description: bad } } } }
      /pets: { get: { responses: { '200': \(Self.pet), '401': { description: no }, \(code): \(problem) } } }
      """)
    #expect(
      draft.api == [
        YAMLEntryDraft(
          "error",
          .inline([YAMLEntryDraft("message", .text("detail")), YAMLEntryDraft("code", .text("status"))]))
      ])
  }

  @Test func `what the app has to do for the address and for security is noted`() throws {
    let paths = "/pets: { get: { responses: { '200': \(Self.pet) } } }"
    func noted(_ servers: String) throws -> [String] {
      try api(paths, top: "servers: [\(servers)]").noted.filter { !$0.contains("is in no answer") }
    }
    #expect(try noted("{ url: 'https://a.example' }") == [])
    #expect(
      try noted("{ url: 'https://a.example' }, { url: 'https://b.example' }") == [
        "#/servers: of 2 servers, the first is the 'baseURL'"
      ])
    for url in ["/api", "ftp://a.example", "https://a.example?v=1", "https://a.example#top"] {
      #expect(
        try noted("{ url: '\(url)' }") == [
          "#/servers/0: '\(url)' is not a complete URL; the app sets the 'baseURL'"
        ])
    }
  }

  @Test(arguments: [
    ("{ type: http, scheme: bearer }", "bearer"), ("{ type: oauth2 }", "oauth2"), ("{}", "a scheme"),
  ])
  func `security is a note`(scheme: String, name: String) throws {
    let draft = try Facts.draft(
      of: """
        openapi: 3.0.3
        paths: { /pets: { get: { responses: { '200': \(Self.response("{ type: object, properties: { id: { type: integer } } }")) } } } }
        components: { securitySchemes: { key: \(scheme) } }
        """)
    #expect(
      draft.noted == [
        "#/components/securitySchemes/key: 'key' (\(name)): the app authorises requests; see its protocol of the client"
      ])
  }

  @Test(
    arguments: [
      // Named after the schema, or else after the path, each once.
      (reference("Zoo"), ["zoo", "zoo2"]),
      (
        "{ type: object, properties: { pets: { type: array, items: PET }, toy: TOY } }", ["syncNow", "again"]
      ),
    ] as [(String, [String])])
  func `an answer with records of several kinds is a document`(schema: String, names: [String]) throws {
    let text = schema.replacing("PET", with: Self.reference("Pet"))
      .replacing("TOY", with: Self.reference("Toy"))
    let get = "{ get: { responses: { '200': \(Self.response(text)) } } }"
    let draft = try api("/all/sync-now: \(get)\n/all/again: \(get)")
    #expect(draft.documents.map(\.name) == names)
    #expect(draft.route("allSyncNow") == "allSyncNow: { get: all/sync-now, returns: \(names[0]) }")
    #expect(draft.route("allAgain") == "allAgain: { get: all/again, returns: \(names[1]) }")
  }

  @Test func `a map of records is a document of its own, whose keys are theirs`() throws {
    let map =
      "{ type: object, properties: { toys: { type: object, additionalProperties: \(Self.reference("Toy")) } } }"
    let draft = try api("/toys: { get: { responses: { '200': \(Self.response(map)) } } }")
    #expect(draft.yaml().contains("documents:\n  toys:\n    toys: {Toy}\n"))
    #expect(draft.route("toys") == "toys: { get: toys, returns: toys }")
  }

  @Test func `a map without a key around it cannot be a document`() throws {
    let map = "{ type: object, additionalProperties: \(Self.reference("Toy")) }"
    let draft = try api("/toys: { get: { responses: { '200': \(Self.response(map)) } } }")
    #expect(draft.route("toys") == "toys: { get: toys }")
    #expect(
      draft.noted.contains("#/paths/~1toys/get: a document is not a record; the route returns nothing"))
  }

  @Test func `an answer without a record with a key is noted where it is read`() throws {
    let plain = Self.response("{ type: object, properties: { count: { type: integer } } }")
    let draft = try api(
      """
      /pets: { get: { responses: { '200': \(Self.pet) } } }
      /count: { get: { responses: { '200': \(plain) } }, post: { responses: { '200': \(plain) } } }
      """)
    #expect(draft.route("count") == "count: { get: count }")
    #expect(draft.route("createCount") == "createCount: { post: count }")
    #expect(
      draft.noted.filter { !$0.contains("is in no answer") } == [
        "#/paths/~1count/get/responses/200/content/application~1json/schema: has no record with a key; the route returns nothing"
      ])
  }
}
