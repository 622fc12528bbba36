import Testing

/// Routes: what they send and delete.
struct RequestDiagnosticTests {
  @Test func `what is sent and deleted is an entity`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { MergePolicy: Merge }
        entities:
          Product:
            attributes: { id: Int, name: String, extra: JSON?, tags: [String], updatedAt: Date, seen: { type: Date?, local: true } }
            relationships: { reviews: [Review] }
          Review:
            attributes: { id: Int, stars: Int }
            relationships: { product: Product? }
        routes:
          a: { post: a, sends: Prodct }
          b: { delete: "a/:id", deletes: Thing }
        """,
      """
      11:24: error: there is no entity 'Prodct'; did you mean 'Product'?
      12:34: error: there is no entity 'Thing'; declare it under 'entities'
      """)
  }

  @Test func `methods go with what they do`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { MergePolicy: Merge }
        entities:
          Product:
            attributes: { id: Int, name: String, extra: JSON?, tags: [String], updatedAt: Date, seen: { type: Date?, local: true } }
            relationships: { reviews: [Review] }
          Review:
            attributes: { id: Int, stars: Int }
            relationships: { product: Product? }
        routes:
          a: { get: a, sends: Product }
          b: { post|delete: "b/:id", sends: Product }
          c: { get|post: "c/:id", deletes: Product }
          d: { get|delete: d, under: product }
          e: { get: e, offline: queue }
          f: { put|head: f, offline: queue }
          g: { post: g, returns: Product, cache: true, maxAge: 60 }
        """,
      """
      11:23: error: 'sends' needs post, put or patch, and 'get' sends no record; leave it out
      12:37: error: 'sends' needs post, put or patch, and 'post|delete' sends no record; leave it out
      13:36: error: 'deletes' needs the method delete, not 'get|post'
      14:30: error: 'under' wraps a body, and 'get|delete' sends none; leave it out
      15:25: error: 'offline: queue' keeps changes for later, and get changes nothing; leave it out, or \
      write 'cache: true'
      16:30: error: 'offline: queue' keeps changes for later, and head changes nothing; leave it out, or \
      write 'cache: true'
      17:42: error: 'cache' is for get and head, not for post; leave it out
      17:56: error: 'maxAge' is for get and head, not for post; leave it out
      """)
  }

  @Test func `a resource needs a key that stands in a path`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { MergePolicy: Merge }
        entities:
          Note: { resource: rails, attributes: { text: String } }
          Line: { resource: rails, PrimaryKey: [a, b], attributes: { a: Int, b: Int } }
          Part: { resource: Rails, attributes: { id: Int } }
          Blob: { resource: rails, attributes: { id: Data } }
        """,
      """
      4:21: error: 'resource' needs a primary key that is one attribute, to name a record in a path, and \
      that of 'Note' is not; write its routes under 'routes'
      5:21: error: 'resource' needs a primary key that is one attribute, to name a record in a path, and \
      that of 'Line' is not; write its routes under 'routes'
      6:21: error: 'Rails' is not a valid resource; did you mean 'rails'?
      7:21: error: 'resource' needs a primary key that is one attribute, to name a record in a path, and \
      that of 'Blob' is not; write its routes under 'routes'
      """)
  }

  @Test func `a resource's routes have names that no other route has`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { MergePolicy: Merge }
        entities:
          Person: { resource: rails, attributes: { id: Int } }
          People: { resource: rails, attributes: { id: Int } }
        routes:
          createperson: { post: persons }
        """,
      """
      4:23: error: the route 'createPerson' collides with 'createperson' at Model.yml:7:3 \
      if case is ignored; rename one of them
      5:23: error: the route 'people' is declared twice; it is already at Model.yml:4:23
      """)
  }
}
