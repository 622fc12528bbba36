import RowsmithInference
import Testing

/// What a request takes: parameters of the path and the query, those of paging, and headers.
@Suite struct OpenAPIParameterTests {
  /// The draft of one operation that lists Pets.
  private func pets(
    _ parameters: String, path: String = "", method: String = "get", answer: String? = nil,
    at location: SourceLocation = #_sourceLocation
  ) throws -> ModelDraft {
    let list = "{ type: array, items: { $ref: '#/components/schemas/Pet' } }"
    return try Facts.draft(
      of: """
        openapi: 3.0.3
        info: { title: Test, version: '1' }
        paths:
          /pets:
            parameters: [\(path)]
            \(method):
              parameters: [\(parameters)]
              responses: { '200': { description: ok, content: { application/json: { schema: \(answer ?? list) } } } }
        components:
          parameters:
            Since: { name: since, in: query, schema: { type: string, format: date-time } }
          schemas:
            Pet:
              type: object
              required: [id]
              properties:
                id: { type: integer }
                born: { type: string, format: date }
                weight: { type: string, format: decimal }
                photo: { type: string, format: uri }
                tags: { type: array, items: { type: string } }
                state: { type: string, enum: [well, ill] }
        """, at: location)
  }

  /// A parameter of the query.
  private func query(_ name: String, _ schema: String) -> String {
    "{ name: \(name), in: query, schema: \(schema) }"
  }

  @Test(arguments: [
    ("a", "{ type: integer }", "a: Int"), ("a", "{ type: number }", "a: Double"),
    ("a", "{ type: boolean }", "a: Bool"), ("a", "{ type: string, format: date-time }", "a: Date"),
    ("a", "{ type: string, format: uuid }", "a: UUID"), ("a", "{ type: string, format: uri }", "a: String"),
    ("a", "{ type: string, format: date }", "a: String"), ("a", "{ type: [integer, string] }", "a: String"),
    ("a", "{}", "a: String"), ("a", "{ type: integer, nullable: true }", "a: Int"),
    // An enum of the model by its values, whatever it is called.
    ("a", "{ type: string, enum: [well, ill] }", "a: PetState"),
    ("a", "{ type: string, enum: [ill, well] }", "a: String"),
    ("a", "{ type: string, enum: [good, bad] }", "a: String"),
    // What is called like an attribute has its type, written as the attribute is.
    ("state", "{ type: string }", "state: PetState"), ("born", "{ type: string }", "born: Date"),
    ("id", "{ type: string }", "id: Int"), ("weight", "{ type: string }", "weight: String"),
    ("photo", "{ type: string }", "photo: String"), ("weight", "{ type: integer }", "weight: Int"),
  ])
  func `a parameter of the query has a type`(name: String, schema: String, entry: String) throws {
    // A number beside it, so that the types are written.
    let draft = try pets("\(query(name, schema)), \(query("z", "{ type: integer }"))")
    #expect(draft.route("pets") == "pets: { get: pets, query: { \(entry), z: Int }, returns: [Pet] }")
    #expect(draft.notes.isEmpty)
  }

  @Test func `parameters that are all texts are a list of names`() throws {
    let draft = try pets("\(query("q", "{ type: string }")), { name: lang, in: query }")
    #expect(draft.route("pets") == "pets: { get: pets, query: [q, lang], returns: [Pet] }")
  }

  @Test(arguments: [
    "schema: { type: array, items: { type: string } }", "schema: { type: object }",
    "style: deepObject, schema: { type: string }", "schema: { properties: { a: { type: string } } }",
    "content: { application/json: { schema: { type: object } } }",
  ])
  func `a parameter of several values is noted`(schema: String) throws {
    let draft = try pets("{ name: filter, in: query, \(schema) }")
    #expect(draft.route("pets") == "pets: { get: pets, returns: [Pet] }")
    #expect(draft.noted == ["#/paths/~1pets/get/parameters/0: 'filter' takes several values; left out"])
  }

  @Test func `parameters of a path are those of its operations, unless one says otherwise`() throws {
    let draft = try pets(
      "\(query("size", "{ type: number }")), { $ref: '#/components/parameters/Since' }",
      path: "\(query("size", "{ type: integer }")), \(query("all", "{ type: boolean }")), "
        + "{ name: size, in: header, schema: { type: string } }")
    #expect(
      draft.route("pets")
        == "pets: { get: pets, query: { all: Bool, size: Double, since: Date }, returns: [Pet] }")
    #expect(
      draft.noted == [
        "#/paths/~1pets/parameters/2: the header 'size' is given by the app or under 'headers'; left out"
      ])
  }

  @Test func `a parameter without a name, a place or a target is none`() throws {
    let draft = try pets(
      "{ in: query }, { name: a }, { $ref: '#/components/parameters/None' }, "
        + "{ name: sid, in: cookie, schema: { type: string } }")
    #expect(draft.route("pets") == "pets: { get: pets, returns: [Pet] }")
    #expect(
      draft.noted == [
        "#/paths/~1pets/get/parameters/2: there is no '#/components/parameters/None'; any value is assumed",
        "#/paths/~1pets/get/parameters/3: the cookie 'sid' is given by the app or under 'headers'; left out",
      ])
  }

  @Test(
    arguments: [
      // A page by its number, with its size under each of its names.
      (["page"], "{ parameter: page }", []),
      (["page_number", "perPage"], "{ parameter: page_number, size: perPage }", []),
      (["pageNumber", "pageSize"], "{ parameter: pageNumber, size: pageSize }", []),
      (["page", "page_size"], "{ parameter: page, size: page_size }", []),
      (["size", "page", "q"], "{ parameter: page, size: size }", ["q"]),
      // How many come before it.
      (["offset"], "{ offset: offset }", []), (["start", "limit"], "{ offset: start, size: limit }", []),
      (["skip", "per_page"], "{ offset: skip, size: per_page }", []),
      // The page goes before, the other is an ordinary parameter.
      (["offset", "page"], "{ parameter: page }", ["offset"]),
      (["limit", "per_page", "page"], "{ parameter: page, size: per_page }", ["limit"]),
      // After the last record, by its key; the size is the caller's.
      (["after_id", "limit"], "{ after: id, parameter: after_id }", ["limit"]),
      // Where the answer says nothing of the next, a cursor pages nothing, nor does a size.
      (["cursor"], nil, ["cursor"]), (["limit"], nil, ["limit"]), (["pages"], nil, ["pages"]),
    ] as [([String], String?, [String])])
  func `parameters of paging are pages`(names: [String], pages: String?, rest: [String]) throws {
    let draft = try self.pets(names.map { query($0, "{ type: string }") }.joined(separator: ", "))
    let others = rest.isEmpty ? "" : "query: [\(rest.joined(separator: ", "))], "
    let end = pages.map { ", pages: \($0)" } ?? ""
    #expect(draft.route("pets") == "pets: { get: pets, \(others)returns: [Pet]\(end) }")
  }

  @Test(arguments: [
    ("start", "{ type: string, format: date-time }", "query: { start: Date }, "),
    ("start", "{ type: string, format: date }", "query: [start], "),
    ("skip", "{ type: boolean }", "query: { skip: Bool }, "),
    ("page", "{ type: string, enum: [first, last] }", "query: [page], "),
    ("page", "{ type: object, properties: { number: { type: integer } } }", ""),
  ])
  func `what is no number pages nothing`(name: String, schema: String, others: String) throws {
    let draft = try pets(query(name, schema))
    #expect(draft.route("pets") == "pets: { get: pets, \(others)returns: [Pet] }")
  }

  @Test func `a size that is a word is not that of a page`() throws {
    let draft = try pets(
      query("page", "{ type: integer }") + ", " + query("size", "{ type: string, enum: [small, large] }"))
    #expect(
      draft.route("pets") == "pets: { get: pets, query: [size], returns: [Pet], pages: { parameter: page } }")
  }

  @Test(arguments: [
    ("cursor", "next_cursor"), ("page_token", "nextPageToken"), ("pageToken", "next_page_token"),
    ("after", "endCursor"), ("continuation_token", "continuation_token"), ("cursor", "next"),
    ("after", "end_cursor"), ("cursor", "nextCursor"),
  ])
  func `a cursor pages where the answer has the next one, at its top or an object deeper`(
    parameter: String, key: String
  ) throws {
    let items = "items: { type: array, items: { $ref: '#/components/schemas/Pet' } }"
    let next = "\(key): { type: string, nullable: true }"
    func route(_ answer: String) throws -> [YAMLDraft] {
      try pets(query(parameter, "{ type: string }"), answer: "{ type: object, properties: { \(answer) } }")
        .routes.map(\.value)
    }
    func expected(_ cursor: String) -> [YAMLDraft] {
      let pages = [YAMLEntryDraft("cursor", .text(cursor)), YAMLEntryDraft("parameter", .text(parameter))]
      return [
        .inline([
          YAMLEntryDraft("get", .text("pets")), YAMLEntryDraft("returns", .plain("[Pet]")),
          YAMLEntryDraft("at", .text("items")), YAMLEntryDraft("pages", .inline(pages)),
        ])
      ]
    }
    #expect(try route("\(items), \(next)") == expected(key))
    #expect(
      try route("\(items), 'meta.page': { type: object, properties: { \(next) } }")
        == expected("meta\\.page.\(key)"))
  }

  @Test func `only a list that is read has pages`() throws {
    let one = try pets(query("page", "{ type: integer }"), answer: "{ $ref: '#/components/schemas/Pet' }")
    #expect(one.route("pets") == "pets: { get: pets, query: { page: Int }, returns: Pet }")
    let sent = try pets(query("page", "{ type: integer }"), method: "post")
    #expect(sent.route("createPet") == "createPet: { post: pets, query: { page: Int }, returns: [Pet] }")
  }
}
