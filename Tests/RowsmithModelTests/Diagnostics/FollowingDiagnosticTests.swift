import Testing

/// A member with an error of its own is known, so the places that name it say nothing more.
struct FollowingDiagnosticTests {
  /// What is said of a model whose attribute `size` and relationship `owner` have types that there are not.
  private func expectTypeErrors(_ keys: String, routes: String = "", sourceLocation: SourceLocation) {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { MergePolicy: Merge }
        entities:
          Thing:
            attributes: { id: Int, title: String, size: Itn }
            relationships: { owner: Persn? }
            \(keys)
          Note:
            attributes: { id: Int }
            relationships: { thing: Thing? }
        \(routes)
        """,
      """
      5:49: error: unknown type 'Itn'; did you mean 'Int'?
      6:29: error: there is no entity 'Persn'; declare it under 'entities'
      """, sourceLocation: sourceLocation)
  }

  @Test(arguments: [
    "PrimaryKey: size", "PrimaryKey: [id, size]", "indexes: [[size]]", "indexes: [[title, size]]",
    "unique: [[size]]", "search: [size]", "search: [title, size]", "ModificationAttribute: size",
    "indexes: [[owner]]", "unique: [[owner, title]]",
  ])
  func `an entity names it`(keys: String) {
    expectTypeErrors(keys, sourceLocation: #_sourceLocation)
  }

  @Test(arguments: [
    #"a: { get: a, returns: "[Thing]", pages: { after: size, parameter: from } }"#,
    #"a: { get: a, returns: "[Thing]", incremental: { from: size, parameter: since } }"#,
    #"a: { get: "a/:size", returns: Thing }"#, #"a: { get: "a/:thing.size", returns: "[Note]" }"#,
    #"a: { get: "a/:id", returns: Thing.owner }"#,
  ])
  func `a route names it`(route: String) {
    expectTypeErrors("search: [title]", routes: "routes:\n  \(route)", sourceLocation: #_sourceLocation)
  }

  @Test func `a link to one of several entities, one of them unknown, may be required and indexed`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { MergePolicy: Merge }
        entities:
          Thing:
            attributes: { id: Int }
            relationships: { owner: { oneOf: [Note, Persn], required: true } }
            indexes: [[owner]]
          Note: { attributes: { id: Int } }
        """,
      """
      6:45: error: there is no entity 'Persn'; declare it under 'entities'
      """)
  }

  @Test func `what stands under a mistyped key is not missed elsewhere`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { MergePolicy: Merge }
        entities:
          A:
            PrimaryKey: name
            search: [name]
            unique: [[name]]
            ModificationAttribute: at
            atributes: { name: String, at: Int }
          B:
            attributes: { id: Int }
            relationships: { c: { to: C?, ForeignKey: x }, cs: { to: [C], inverse: bs, MergePolicy: MergeAndPrune } }
          C: { DeletedWhen: gone, Attributes: { id: Int }, relationship: { bs: [B] } }
        routes: { r: { get: "a/:name", returns: A } }
        """,
      """
      9:5: error: unknown key 'atributes' in an entity; did you mean 'attributes'?
      13:27: error: unknown key 'Attributes' in an entity; did you mean 'attributes'?
      13:52: error: unknown key 'relationship' in an entity; did you mean 'relationships'?
      """)
    expectDiagnostics(
      of: """
        rowsmith: 1
        entites: { A: { attributes: { id: Int } } }
        """,
      """
      2:1: error: unknown key 'entites' in a model; did you mean 'entities'?
      """)
  }

  @Test func `nor is a key under it, or an entity, where documents, routes and other entities lead to it`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { MergePolicy: Merge }
        entities:
          A: { Attributes: { id: Int } }
          B: { PrimaryKey: [a, n], attributes: { n: Int }, relationships: { a: A } }
          C: { attributes: { id: String }, relationships: { s: { oneOf: [C, A] }, t: { oneOf: [A, C] } } }
        documents: { d: { list: "{A}" } }
        """,
      """
      4:8: error: unknown key 'Attributes' in an entity; did you mean 'attributes'?
      """)
    expectDiagnostics(
      of: """
        rowsmith: 1
        entites: { A: { attributes: { id: Int } } }
        documents: { d: { list: [A] } }
        routes: { r: { get: a, returns: "[A]" }, s: { get: "a/:id", returns: A.b } }
        """,
      """
      2:1: error: unknown key 'entites' in a model; did you mean 'entities'?
      """)
  }
}
