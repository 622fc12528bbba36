import Testing

/// What the generated client says of each route.
@Suite struct RouteLiteralTests {
  private func literal(_ text: String) throws -> String {
    let snippets = try Snippets(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Product: { attributes: { id: Int, size: Size? }, relationships: { reviews: [Review] } }
        Review: { attributes: { id: Int, writtenAt: Date }, relationships: { product: Product? } }
      enums: { Size: [small] }
      documents: { catalog: { products: [Product] } }
      routes: { a: \(text) }
      """)
    return compact(try snippets.declaration("private static var aRoute"))
  }

  /// The text without what depends on where its lines end.
  private func compact(_ text: String) -> String {
    text.filter { $0 != "\n" && $0 != " " }.replacing(",]", with: "]")
  }

  @Test(
    arguments: [
      ("{ get: a }", #"methods: [.get], path: PathTemplate("a")"#),
      ("{ put|head: 'a\\.b' }", #"methods: [.put, .head], path: PathTemplate("a.b")"#),
      (
        "{ get: ':id\\.json', returns: Product, cache: true, maxAge: 60, doc: One. }",
        #"""
        methods: [.get], path: PathTemplate(":id\\.json"),
        parameters: [PathParameter(name: "id", argument: "id", type: .integer, column: "id")],
        returns: .record("Product"), maxAge: 60, isCached: true, doc: "One."
        """#
      ),
      (
        "{ get: ':id/reviews', returns: Product.reviews, arguments: { id: Int } }",
        #"""
        methods: [.get], path: PathTemplate(":id/reviews"),
        parameters: [PathParameter(name: "id", argument: "id", type: .integer, column: "id", isFromRecord: false)],
        returns: .relationship(entity: "Product", name: "reviews")
        """#
      ),
      (
        "{ post: a, sends: Review, under: review, offline: queue }",
        #"methods: [.post], path: PathTemplate("a"), sends: "Review", under: "review", isQueued: true"#
      ),
      (
        "{ delete: a, deletes: Review, query: [q] }",
        #"""
        methods: [.delete], path: PathTemplate("a"),
        query: [QueryParameter(name: "q", argument: "q", type: .string)], deletes: "Review"
        """#
      ),
      (
        "{ get: a, returns: catalog, at: a.b }",
        #"methods: [.get], path: PathTemplate("a"), returns: .document("catalog"), at: ["a", "b"]"#
      ),
      (
        "{ get: a, returns: [Review], policy: MergeAndPrune, list: true }",
        #"methods: [.get], path: PathTemplate("a"), returns: .records("Review"), policy: .mergeAndPrune, isList: true"#
      ),
    ])
  func `a route is written with what the model says of it`(yaml: String, parts: String) throws {
    #expect(try literal(yaml) == compact("private static var aRoute: Route { Route(name: \"a\", \(parts)) }"))
  }

  @Test(
    arguments: [
      ("link", ".link"), ("{ parameter: page }", #".page(parameter: "page", size: nil)"#),
      ("{ parameter: page, size: n }", #".page(parameter: "page", size: "n")"#),
      ("{ offset: start, size: n }", #".offset(parameter: "start", size: "n")"#),
      ("{ cursor: meta.next }", #".cursor(place: ["meta", "next"], parameter: nil)"#),
      ("{ cursor: next, parameter: c }", #".cursor(place: ["next"], parameter: "c")"#),
      ("{ after: id, parameter: after_id }", #".after(attribute: "id", parameter: "after_id")"#),
    ])
  func `the ways of paging`(yaml: String, expected: String) throws {
    #expect(
      try literal("{ get: a, returns: [Review], pages: \(yaml) }").contains(compact("pages: \(expected)")))
  }

  @Test func `what is new is asked for with an attribute`() throws {
    let short = try literal(
      "{ get: a, returns: [Review], incremental: { parameter: since, from: writtenAt } }")
    #expect(short.contains(compact(#"incremental: Incremental(parameter: "since", attribute: "writtenAt")"#)))
    let long = try literal(
      "{ get: a, returns: [Review], incremental: { parameter: since, from: writtenAt, overlap: 5 } }")
    #expect(
      long.contains(
        compact(#"incremental: Incremental(parameter: "since", attribute: "writtenAt", overlap: 5)"#)))
  }

  @Test(
    arguments: [
      ("Int", ".integer"), ("Double", ".double"), ("Bool", ".bool"), ("String", ".string"), ("Date", ".date"),
      ("UUID", ".uuid"), ("Size", #".enumeration("Size")"#), ("Product", #".key("Product")"#),
    ])
  func `the types of parameters`(type: String, expected: String) throws {
    #expect(
      try literal("{ get: a, query: { q: \(type) } }").contains(
        compact(#"QueryParameter(name: "q", argument: "q", type: \#(expected))"#)))
  }
}
