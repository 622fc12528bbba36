import RowsmithInference
import Testing

/// Paths, names and bodies of routes.
@Suite struct OpenAPIPathTests {
  /// The draft of paths over Pets, Owners and Visits; each has an operation that returns nothing unless it says so.
  private func api(_ paths: String, at location: SourceLocation = #_sourceLocation) throws -> ModelDraft {
    let draft = try Facts.draft(
      of: """
        openapi: 3.0.3
        info: { title: Test, version: '1' }
        paths:
          /all: { get: { operationId: all, responses: { '200': \(Self.answer("{ type: object, properties: { a: PET, b: OWNER, c: VISIT } }")) } } }
        \(paths.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n"))
        components:
          requestBodies:
            Pet: { content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }
          schemas:
            Pet:
              type: object
              required: [id]
              properties: { id: { type: integer }, name: { type: string }, tag: { type: string },
                owner: { $ref: '#/components/schemas/Owner' }, tags: { type: array, items: { type: string } } }
            Owner: { type: object, required: [id], properties: { id: { type: string }, mail: { type: string } } }
            Visit: { type: object, primaryKey: [pet, day], required: [pet, day],
              properties: { pet: { type: integer }, day: { type: string }, note: { type: string } } }
        """, at: location)
    return draft
  }

  private static func answer(_ schema: String) -> String {
    let text = ["PET": "Pet", "OWNER": "Owner", "VISIT": "Visit"].reduce(schema) {
      $0.replacing($1.key, with: "{ $ref: '#/components/schemas/\($1.value)' }")
    }
    return "{ description: ok, content: { application/json: { schema: \(text) } } }"
  }

  private func operation(_ method: String, _ rest: String = "", answer: String? = "PET") -> String {
    let response = answer.map(Self.answer) ?? "{ description: ok }"
    return "\(method): { \(rest.isEmpty ? "" : rest + ", ")responses: { '200': \(response) } }"
  }

  /// The names of the routes but the first.
  private func names(_ draft: ModelDraft) -> [String] { draft.routes.dropFirst().map(\.key) }

  @Test(arguments: [
    ("/pets", "get", "pets"), ("/pets/{id}", "get", "pet"), ("/pets", "post", "createPet"),
    ("/pets/{id}", "put", "replacePet"), ("/pets/{id}", "patch", "updatePet"),
    ("/pets/{id}", "delete", "removePet"),
    ("/owners/{owner}/pets", "post", "createOwnerPet"),
    ("/owners/{owner}/pets/{id}", "put", "replaceOwnerPet"),
    ("/pets/{id}/owner", "get", "petOwner"), ("/v1/big-pets", "get", "v1BigPets"),
    ("/{id}", "get", "getRoot"),
    // Names that a client has.
    ("/client", "get", "client2"), ("/api", "get", "api2"), ("/self", "get", "itsSelf"),
  ])
  func `without an operationId, a route is called after its method and path`(
    path: String, method: String, name: String
  ) throws {
    #expect(names(try api("\(path): { \(operation(method)) }")) == [name])
  }

  @Test(arguments: [
    ("listPets", "listPets"), ("pets.list_all", "petsListAll"), ("Pets-List", "petsList"), ("'123'", "pets"),
    ("client", "client2"), ("all", "all2"),
  ])
  func `a route is called as its operation`(identifier: String, name: String) throws {
    #expect(names(try api("/pets: { \(operation("get", "operationId: \(identifier)")) }")) == [name])
  }

  @Test(arguments: [
    // The key of what the path is about, in each of its names.
    ("/pets/{petId}", "get: \"pets/:id\""), ("/pets/{pet-id}", "get: \"pets/:id\""),
    ("/pets/{pet_uuid}", "get: \"pets/:id\""),
    ("/pets/{PetKey}", "get: \"pets/:id\""), ("/pets/{id}", "get: \"pets/:id\""),
    ("/pets/{pet}", "get: \"pets/:id\""),
    // Its other attributes that are single values.
    ("/pets/{tag}", "get: \"pets/:tag\""), ("/pets/{pet_name}", "get: \"pets/:name\""),
    ("/pets/{tags}", "get: \"pets/:tags\", arguments: { tags: String }"),
    // The key of a record that it leads to.
    ("/owners/{owner}/pets/{id}", "get: \"owners/:owner.id/pets/:id\""),
    ("/owners/{ownerId}/pets/{id}", "get: \"owners/:owner.id/pets/:id\""),
    ("/owners/{id}/pets/{petId}", "get: \"owners/:owner.id/pets/:id\""),
    // Anything else is an argument.
    ("/shops/{id}/pets/{petId}", "get: \"shops/:id2/pets/:id\", arguments: { id2: String }"),
    ("/pets/{number}", "get: \"pets/:number\", arguments: { number: Int }"),
    ("/pets/{code}/{id}", "get: \"pets/:code/:id\", arguments: { code: UUID }"),
    // Text behind a placeholder, and colons.
    ("/pets/{id}:feed", "get: \"pets/:id\\\\:feed\""), ("/pets:feed/{id}", "get: \"pets\\\\:feed/:id\""),
    ("/pets/{tag}-{id}", "get: \"pets/:tag\\\\-:id\""),
  ])
  func `a placeholder is an attribute, the key of an owner, or an argument`(path: String, start: String)
    throws
  {
    let parameters = """
      parameters: [{ name: number, in: path, schema: { type: integer } }, { name: code, in: path, \
      schema: { type: string, format: uuid } }]
      """
    let draft = try api("'\(path)': { \(operation("get", "operationId: it, \(parameters)")) }")
    #expect(draft.route("it") == "it: { \(start), returns: Pet }")
  }

  private func body(_ schema: String) -> String {
    "requestBody: { content: { application/json: { schema: \(schema) } } }"
  }

  @Test(arguments: [
    ("post", "/pets"), ("put", "/pets/{id}"), ("patch", "/pets/{id}"),
  ])
  func `what is sent is a record, by a reference or by its keys`(method: String, path: String) throws {
    let keys = "{ type: object, properties: { name: { type: string }, tag: { type: string } } }"
    for body in ["requestBody: { $ref: '#/components/requestBodies/Pet' }", body(keys)] {
      for answer in ["PET", nil] as [String?] {
        let draft = try api("\(path): { \(operation(method, "operationId: it, \(body)", answer: answer)) }")
        let returns = answer == nil ? "" : ", returns: Pet"
        let path = path.dropFirst().replacing("{id}", with: ":id")
        let text = path.contains(":") ? "\"\(path)\"" : path
        #expect(draft.route("it") == "it: { \(method): \(text), sends: Pet\(returns) }")
      }
    }
  }

  @Test func `what is read or deleted sends nothing`() throws {
    let draft = try api(
      "/pets/{id}: { \(operation("get", body("{ $ref: '#/components/schemas/Pet' }"))), \(operation("delete", body("{ $ref: '#/components/schemas/Pet' }"))) }"
    )
    #expect(draft.route("pet") == "pet: { get: \"pets/:id\", returns: Pet }")
    #expect(draft.route("removePet") == "removePet: { delete: \"pets/:id\", returns: Pet, deletes: Pet }")
    #expect(draft.notes.isEmpty)
  }

  @Test(arguments: [
    (
      "{ type: object, properties: { a: {}, name: {}, b: {}, c: {}, d: {}, e: {}, f: {} } }",
      "the body does not match Pet: it has a, b, c, d, e; the route sends nothing"
    ),
    ("{ type: array, items: { type: integer } }", "the body is not a record; the route sends nothing"),
    ("{ type: object }", "the body is not a record; the route sends nothing"),
  ])
  func `a body that is no record is noted with what it has`(schema: String, note: String) throws {
    let draft = try api("/pets: { \(operation("post", body(schema))) }")
    #expect(draft.route("createPet") == "createPet: { post: pets, returns: Pet }")
    #expect(draft.noted == ["#/paths/~1pets/post/requestBody/content/application~1json/schema: \(note)"])
  }

  @Test(
    arguments: [
      // By what others do at the same path, or by its name; only if the path has the whole key.
      ("/animals/{id}", true, "removeAnimal: { delete: \"animals/:id\", deletes: Pet }"),
      ("/animals/{id}", false, "removeAnimal: { delete: \"animals/:id\", arguments: { id: String } }"),
      ("/pets/{id}", false, "removePet: { delete: \"pets/:id\", deletes: Pet }"),
      ("/pets/{tag}", false, "removePet: { delete: \"pets/:tag\", arguments: { tag: String } }"),
      ("/pets", false, "removePet: { delete: pets }"),
      ("/visits/{day}", false, "removeVisit: { delete: \"visits/:day\", arguments: { day: String } }"),
    ] as [(String, Bool, String)])
  func `a route deletes the record whose key its path has`(path: String, hasGet: Bool, route: String) throws {
    let get = hasGet ? operation("get", "operationId: it") + ", " : ""
    let draft = try api("\(path): { \(get)\(operation("delete", answer: nil)) }")
    #expect(draft.route(String(route.prefix { $0 != ":" })) == route)
  }

  @Test func `a summary is the documentation, or else the description`() throws {
    let draft = try api(
      "/pets: { \(operation("get", "summary: Lists them. All., description: Not this.")), \(operation("post", "description: Makes one. At once.")) }"
    )
    #expect(draft.route("pets") == "pets: { get: pets, returns: Pet, doc: Lists them }")
    #expect(draft.route("createPet") == "createPet: { post: pets, returns: Pet, doc: Makes one. At once }")
  }
}
