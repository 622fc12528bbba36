import RowsmithInference
import Testing

/// The rules by which paths become routes.
@Suite struct OpenAPIRouteTests {
  /// The draft of paths over Pets and Owners.
  private func api(_ paths: String, top: String = "", at location: SourceLocation = #_sourceLocation) throws
    -> ModelDraft
  {
    try Facts.draft(
      of: """
        openapi: 3.0.3
        info: { title: Test, version: '1' }
        \(top)
        paths:
          /pets/first: { get: { responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } } } } }
        \(paths.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n"))
        components:
          responses:
            Pet: { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }
            Pets: { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Pet' } } } } }
            None: { description: ok }
          schemas:
            Pet:
              type: object
              required: [id, name]
              properties:
                id: { type: integer }
                name: { type: string }
                tag: { type: string }
                owner: { $ref: '#/components/schemas/Owner' }
            Owner:
              type: object
              required: [id]
              properties: { id: { type: integer }, pets: { type: array, items: { $ref: '#/components/schemas/Pet' } } }
        """, at: location)
  }

  private func operation(_ method: String, _ rest: String, answer: String = "Pet") -> String {
    "\(method): { \(rest.isEmpty ? "" : rest + ", ")responses: { '200': { $ref: '#/components/responses/\(answer)' } } }"
  }

  @Test(arguments: [
    ("/pets", "get", "Pets", "pets: { get: pets, returns: [Pet] }"),
    ("/pets/{petId}", "get", "Pet", "pet: { get: \"pets/:id\", returns: Pet }"),
    ("/pets/{id}", "delete", "None", "removePet: { delete: \"pets/:id\", deletes: Pet }"),
    ("/pets/{pet}", "get", "Pet", "pet: { get: \"pets/:id\", returns: Pet }"),
    ("/pets/{pet_name}", "get", "Pet", "pet: { get: \"pets/:name\", returns: Pet }"),
    ("/pets/{petId}.json", "get", "Pet", "petsPetIDJson: { get: \"pets/:id\\\\.json\", returns: Pet }"),
    ("/owners/{ownerId}/pets", "get", "Pets", "ownerPets: { get: \"owners/:id/pets\", returns: Owner.pets }"),
    (
      "/owners/{ownerId}/pets/{id}", "get", "Pet",
      "ownerPet: { get: \"owners/:owner.id/pets/:id\", returns: Pet }"
    ),
    (
      "/shops/{shop}/pets", "get", "Pets",
      "shopPets: { get: \"shops/:shop/pets\", arguments: { shop: String }, returns: [Pet] }"
    ),
    ("/status", "get", "None", "status: { get: status }"),
  ])
  func `a path names attributes, keys of owners, or arguments`(
    path: String, method: String, answer: String, route: String
  ) throws {
    let draft = try api("\(path): { \(operation(method, "", answer: answer)) }")
    let name = String(route.prefix { $0 != ":" })
    if path.hasSuffix(".json") {
      #expect(
        draft.routes.contains {
          $0.value
            == .inline([
              YAMLEntryDraft("get", .text("pets/:id\\.json")), YAMLEntryDraft("returns", .plain("Pet")),
            ])
        })
    } else {
      #expect(draft.route(name) == route)
    }
  }

  @Test(arguments: [
    "application/json", "application/json; charset=utf-8", "text/json", "*/*", "application/hal+json",
  ])
  func `an answer is JSON whatever its type is called`(type: String) throws {
    let draft = try api(
      """
      /pets: { get: { responses: { '200': { description: ok, content: { text/html: {}, \
      '\(type)': { schema: { $ref: '#/components/schemas/Pet' } } } } } } }
      """)
    #expect(draft.route("pets") == "pets: { get: pets, returns: Pet }")
  }

  @Test func `what no route can say of a path is noted`() throws {
    let draft = try api(
      """
      /pets: { servers: [{ url: 'https://other.example.com' }], \(operation("get", "", answer: "Pets")) }
      "/pets/a b": { \(operation("get", "", answer: "Pets")) }
      /: { \(operation("get", "", answer: "Pets")) }
      x-internal: { \(operation("get", "", answer: "Pets")) }
      """)
    #expect(draft.routes.map(\.key) == ["petFirst", "pets"])
    #expect(
      draft.noted == [
        "#/paths/~1pets/servers: a path cannot have servers of its own; left out",
        "#/paths/~1pets~1a b/get: 'a b' cannot be used in a path; left out",
        "#/paths/~1/get: the path '/' has no segment to name it by; left out",
      ])
  }

  @Test func `headers that every request has need no word`() throws {
    let headers = ["Accept", "authorization", "Content-Type", "X-Trace"]
      .map { "{ name: \($0), in: header, schema: { type: string } }" }.joined(separator: ", ")
    let draft = try api("/pets: { \(operation("get", "parameters: [\(headers)]", answer: "Pets")) }")
    #expect(draft.noted.count == 1)
    #expect(
      draft.noted[0].hasSuffix("the header 'X-Trace' is given by the app or under 'headers'; left out"))
  }

  @Test func `an operation's name is the route's`() throws {
    let draft = try api("/pets: { \(operation("get", "operationId: pets/list-all", answer: "Pets")) }")
    #expect(draft.route("petsListAll") == "petsListAll: { get: pets, returns: [Pet] }")
  }

  @Test func `parameters are asked for by name and type, and several values are noted`() throws {
    let parameters = """
      parameters: [{ name: tag, in: query, schema: { type: string } }, { name: q, in: query, schema: { type: string } },
        { name: limit, in: query, schema: { type: integer } }, { name: ids, in: query, schema: { type: array, items: { type: integer } } },
        { name: X-Trace, in: header, schema: { type: string } }, { name: since, in: query, schema: { type: string, format: date-time } }]
      """
    let draft = try api(
      "/pets: { \(operation("get", parameters.replacing("\n", with: " "), answer: "Pets")) }")
    #expect(
      draft.route("pets")
        == "pets: { get: pets, query: { tag: String, q: String, limit: Int, since: Date }, returns: [Pet] }")
    #expect(draft.noted.contains { $0.hasSuffix("'ids' takes several values; left out") })
    #expect(draft.noted.contains { $0.contains("the header 'X-Trace'") })
  }

  @Test(arguments: [
    ("page, per_page", "{ parameter: page, size: per_page }"),
    ("offset, limit", "{ offset: offset, size: limit }"),
    ("starting_after, limit", "{ after: id, parameter: starting_after }"), ("page", "{ parameter: page }"),
  ])
  func `pages are recognised by their parameters`(names: String, pages: String) throws {
    let list = names.split(separator: ", ").map { "{ name: \($0), in: query, schema: { type: integer } }" }
      .joined(separator: ", ")
    let draft = try api("/pets: { \(operation("get", "parameters: [\(list)]", answer: "Pets")) }")
    #expect(draft.route("pets")?.contains("pages: \(pages)") == true)
  }

  @Test func `pages are recognised by the header Link`() throws {
    let draft = try api(
      "/pets: { get: { responses: { '200': { description: ok, headers: { Link: { schema: { type: string } } }, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Pet' } } } } } } } }"
    )
    #expect(draft.route("pets") == "pets: { get: pets, returns: [Pet], pages: link }")
  }

  @Test func `records in an envelope are found by their path`() throws {
    let draft = try api(
      """
      /pets: { get: { responses: { '200': { description: ok, content: { application/json: { schema: { type: object, properties: { data: { type: object, properties: { 'pet.list': { type: array, items: { $ref: '#/components/schemas/Pet' } } } } } } } } } } } }
      """)
    #expect(draft.route("pets") == "pets: { get: pets, returns: [Pet], at: data.pet\\.list }")
  }

  @Test func `an answer with records of several kinds is a document`() throws {
    let draft = try api(
      """
      /sync: { get: { responses: { '200': { description: ok, content: { application/json: { schema: { type: object, properties: { pets: { type: array, items: { $ref: '#/components/schemas/Pet' } }, owners: { type: object, additionalProperties: { $ref: '#/components/schemas/Owner' } } } } } } } } } }
      """)
    #expect(draft.route("sync") == "sync: { get: sync, returns: sync }")
    #expect(draft.yaml().contains("documents:\n  sync:\n    pets: [Pet]\n    owners: {Owner}\n"))
  }

  private let body = "requestBody: { content: { application/json: { schema: %@ } } }"

  @Test(arguments: [
    ("{ $ref: '#/components/schemas/Pet' }", "sends: Pet, "),
    ("{ type: object, properties: { name: { type: string }, tag: { type: string } } }", "sends: Pet, "),
    (
      "{ type: object, properties: { pet: { $ref: '#/components/schemas/Pet' } } }",
      "sends: Pet, under: pet, "
    ),
    (
      "{ type: object, properties: { pet: { type: object, properties: { name: { type: string } } } } }",
      "sends: Pet, under: pet, "
    ),
    ("{ type: object, properties: { unrelated: { type: string } } }", ""), ("{ type: string }", ""),
  ])
  func `what is sent is a record where its keys are those of one`(schema: String, sends: String) throws {
    let draft = try api("/pets: { \(operation("post", body.replacing("%@", with: schema))) }")
    #expect(draft.route("createPet") == "createPet: { post: pets, \(sends)returns: Pet }")
    #expect(draft.notes.isEmpty == !sends.isEmpty)
  }

  @Test func `a body that is not JSON is noted`() throws {
    let draft = try api(
      "/pets: { \(operation("post", "requestBody: { content: { multipart/form-data: { schema: {} } } }")) }")
    #expect(draft.route("createPet") == "createPet: { post: pets, returns: Pet }")
    #expect(draft.noted.contains { $0.hasSuffix("the body is not JSON; the route sends nothing") })
  }

  @Test func `what the path does not name by its key is not deleted`() throws {
    let draft = try api("/pets/{slug}: { \(operation("delete", "", answer: "None")) }")
    #expect(draft.route("removePet") == "removePet: { delete: \"pets/:slug\", arguments: { slug: String } }")
  }

  @Test func `routes that cannot be told apart are one, and the other is noted`() throws {
    let draft = try api("/pets/{id}: { \(operation("get", "")) }\n/pets/{pet}: { \(operation("get", "")) }")
    #expect(draft.routes.count == 2)
    #expect(draft.noted.contains("#/paths/~1pets~1{pet}/get: has the path of another route; left out"))
  }

  @Test(
    arguments: [
      ("servers: [{ url: 'https://a.example/v1/' }, { url: 'http://b.example' }]", "https://a.example/v1"),
      (
        "servers: [{ url: '{scheme}://a.example', variables: { scheme: { default: https } } }]",
        "https://a.example"
      ),
      ("servers: [{ url: /api }]", nil), ("servers: [{ url: 'https://a b' }]", nil), ("", nil),
    ] as [(String, String?)])
  func `the first server is the address`(servers: String, address: String?) throws {
    let draft = try api("/pets: { \(operation("get", "", answer: "Pets")) }", top: servers)
    let expected = address.map { [YAMLEntryDraft("baseURL", .text($0))] } ?? []
    #expect(draft.api == expected)
  }

  @Test func `the path of the server itself is no route`() throws {
    let draft = try api("/: { \(operation("get", "operationId: root")) }")
    #expect(draft.noted.contains("#/paths/~1/get: the path '/' has no segment to name it by; left out"))
  }

  @Test func `security, callbacks and webhooks are noted`() throws {
    let draft = try api(
      "/pets: { \(operation("post", "callbacks: { done: {} }")) }", top: "webhooks: { newPet: { post: {} } }")
    #expect(draft.noted.contains("#/webhooks: a callback of the server is not a route; left out"))
    #expect(draft.noted.contains("#/paths/~1pets/post/callbacks: left out"))
  }
}
