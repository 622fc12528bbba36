import Testing

/// Routes: names, methods, paths, and what fills them.
struct RouteDiagnosticTests {
  @Test func `a route has one path, and methods that exist`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities: { Band: { attributes: { id: Int, name: String } } }
        routes:
          a: { returns: Band }
          b: { get: bands, post: bands }
          c: { GET: bands }
          d: { get|fetch: bands }
          e: { get|get: "bands/:id", returns: Band }
          f: bands
          g: { get: , returns: Band }
        """,
      """
      4:3: error: the route 'a' has no method; write one with its path, such as get: bands
      5:20: error: the route 'b' has a path for 'get' and one for 'post'; write 'get|post' where it is \
      the same, or make two routes
      6:8: error: unknown key 'GET' in a route; did you mean 'get'?
      7:8: error: 'fetch' is not a valid method; expected get, post, put, patch, delete or head
      8:8: error: 'get' is listed twice in 'get|get'
      9:6: error: the route 'f' must be a mapping such as { get: bands }, found 'bands'
      10:13: error: the path of 'get' must be a name, found nothing
      """)
  }

  @Test func `a key of another tradition is understood`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        api: { url: https://example.com }
        entities: { Band: { attributes: { id: Int, name: String } } }
        routes:
          a: { get: bands, response: "[Band]", path: bands, MergePolicy: Merge, ttl: 5, colour: blue }
        """,
      """
      2:8: error: unknown key 'url' in 'api'; did you mean 'baseURL'?
      5:20: error: unknown key 'response' in a route; did you mean 'returns'?
      5:40: error: unknown key 'path' in a route; did you mean 'at'?
      5:53: error: unknown key 'MergePolicy' in a route; did you mean 'policy'?
      5:73: error: unknown key 'ttl' in a route; did you mean 'maxAge'?
      5:81: error: unknown key 'colour' in a route; it takes get, post, put, patch, delete, head, \
      arguments, query, sends, under, returns, at, deletes, policy, pages, incremental, list, cache, \
      maxAge, offline and doc
      """)
  }

  @Test func `a path is what follows the base URL, without a query`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities: { Band: { attributes: { id: Int, name: String } } }
        routes:
          a: { get: "https://example.com/bands" }
          b: { get: "bands?page=1" }
          c: { get: "bands/{id}" }
          d: { get: my bands }
        """,
      """
      4:13: error: 'https://example.com/bands' is a complete URL; write only what follows the \
      'baseURL' of 'api'
      5:13: error: '?' is not allowed in the path 'bands?page=1'; what follows it belongs in 'query'
      6:13: error: '{' is not allowed in the path 'bands/{id}'; a placeholder is written ':id'
      7:13: error: ' ' is not allowed in the path 'my bands'; write it percent-encoded
      """)
  }

  @Test(arguments: ["a%", "a%2", "a%2/b", "%zz", "a%2Gb", "%é0"])
  func `a percent sign in a path begins two hexadecimal digits`(path: String) {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities: { Band: { attributes: { id: Int, name: String } } }
        routes:
          a: { get: "\(path)" }
          b: { get: "a%20b/%C3%BC" }
        """,
      """
      4:13: error: '%' is not allowed in the path '\(path)'; write it percent-encoded
      """)
  }

  @Test func `the names of routes are names in Swift, each once`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities: { Band: { attributes: { id: Int, name: String } } }
        routes:
          all-bands: { get: a }
          client: { get: b }
          9: { get: c }
          bands: { get: d }
          Bands: { get: e }
        """,
      """
      4:3: error: 'all-bands' cannot name a route: a name has letters, digits and underscores, and \
      does not begin with a digit; did you mean 'allBands'?
      5:3: error: 'client' cannot name a route: generated code uses that name; choose another
      6:3: error: '9' cannot name a route: a name has letters, digits and underscores, and does not \
      begin with a digit
      8:3: error: the route 'Bands' collides with 'bands' at Model.yml:7:3 if case \
      is ignored; rename one of them
      """)
  }

  @Test func `routes that cannot be told apart are reported`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities: { Band: { attributes: { id: Int, name: String } } }
        routes:
          band: { get: "bands/:id", returns: Band }
          group: { get: "/bands/:name/", returns: Band, maxAge: 60, doc: The same. }
          other: { get|head: "bands/:id", at: band, returns: Band }
          again: { head|get: "bands/:id", at: band, returns: Band }
          page: { get: bands, returns: "[Band]", pages: link }
          whole: { get: bands, returns: "[Band]" }
        """,
      """
      5:3: error: 'group' and 'band' at Model.yml:4:3 cannot be told apart: both use GET, \
      and send and return the same; leave one of them out
      7:3: error: 'again' and 'other' at Model.yml:6:3 cannot be told apart: both use \
      HEAD, and send and return the same; leave one of them out
      """)
  }

  @Test func `a placeholder is an attribute of the route's entity, or declared`() {
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
          a: { get: "products/:nmae", returns: Product }
          b: { get: "products/:slug", returns: Product }
          c: { get: "reviews/:product.idd", returns: "[Review]" }
          d: { get: "reviews/:product", returns: "[Review]" }
          e: { get: "products/:reviews.id", returns: Product }
          f: { get: "products/:extra/:tags", returns: Product }
          g: { get: "pages/:page" }
          h: { get: "products/:id", arguments: { ids: Int }, returns: Product }
          i: { patch: "products/:key", sends: Product }
          j: { delete: "products/:productID", deletes: Product }
        """,
      """
      11:13: error: ':nmae' is not an attribute of 'Product'; did you mean ':name'?
      12:13: error: ':slug' is not an attribute of 'Product', and 'arguments' does not declare it; write \
      arguments: { slug: Int }
      13:13: error: ':product.idd' is not an attribute of 'Review'; did you mean ':product.id'?
      14:13: error: ':product' leads to a record; write ':product.id'
      15:13: error: ':reviews.id' is not a single value: 'reviews' leads to many records
      16:13: error: ':extra' cannot be used in a path: it is a value of several words, and a path \
      takes one word
      16:13: error: ':tags' cannot be used in a path: it is a list, and a path takes one word
      17:13: error: nothing says what ':page' is; write arguments: { page: Int }
      18:42: error: there is no ':ids' in the path; did you mean 'id'?
      19:15: error: ':key' is not an attribute of 'Product', and 'arguments' does not declare it; write \
      arguments: { key: Int }
      20:16: error: ':productID' is not an attribute of 'Product', and 'arguments' does not declare it; \
      write arguments: { productID: Int }
      """)
  }

  @Test func `an argument and a parameter have the type of one value`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { MergePolicy: Merge }
        enums: { Size: [small, large] }
        entities:
          Product:
            attributes: { id: Int, name: String, extra: JSON?, tags: [String], updatedAt: Date, seen: { type: Date?, local: true } }
            relationships: { reviews: [Review] }
          Review:
            attributes: { id: Int, stars: Int }
            relationships: { product: Product? }
          Line: { PrimaryKey: [a, b], attributes: { a: Int, b: Int } }
        routes:
          a: { get: "a/:x", arguments: { x: Integer } }
          b: { get: "b/:x", arguments: { x: Sizes } }
          c: { get: "c/:x", arguments: { x: Line } }
          d: { get: "d/:x", arguments: { x: Int? } }
          e: { get: "e/:x", arguments: [x] }
          f: { get: f, query: { x: [Int], y: Data, z: Int?, w: Size, v: Product } }
        """,
      """
      13:37: error: 'Integer' is not a type for 'x'; did you mean 'Int'?
      14:37: error: 'Sizes' is not a type for 'x'; did you mean 'Size'?
      15:37: error: 'x' cannot name a record of 'Line', whose primary key is not one attribute
      16:37: error: 'x' fills a part of the path and is always needed; write Int without '?'
      17:13: error: nothing says what ':x' is; write arguments: { x: Int }
      17:32: error: 'arguments' must be names with types, such as { id: Int }, found a list
      18:28: error: the type of 'x' must be a single value, such as Int or String, found [Int]
      18:38: error: 'Data' is not a type for 'y'; did you mean 'Date'?
      18:47: error: 'z' may always be left out; write Int without '?'
      """)
  }

  @Test func `a parameter is given once`() {
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
          a: { get: a, returns: "[Product]", query: [page, page] }
          b: { get: b, returns: "[Product]", query: [page, per_page], pages: { parameter: page, size: per_page } }
          c: { get: c, returns: "[Product]", query: [start], pages: { offset: start } }
          d: { get: d, returns: "[Product]", query: [cursor], pages: { cursor: next, parameter: cursor } }
          e: { get: e, returns: "[Product]", query: [after], pages: { after: id, parameter: after } }
          f: { get: f, returns: "[Product]", query: [since], incremental: { parameter: since, from: updatedAt } }
        """,
      """
      11:52: error: 'page' is listed twice in 'query'
      12:46: error: 'page' is given by 'pages'; leave it out of 'query'
      13:46: error: 'start' is given by 'pages'; leave it out of 'query'
      14:46: error: 'cursor' is given by 'pages'; leave it out of 'query'
      15:46: error: 'after' is given by 'pages'; leave it out of 'query'
      16:46: error: 'since' is given by 'incremental'; leave it out of 'query'
      """)
  }

  @Test func `what leads to one of several entities is named by one of them in paths and answers`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { MergePolicy: Merge }
        entities:
          Issue: { attributes: { id: Int } }
          Pull: { attributes: { id: Int } }
          Comment: { attributes: { id: Int }, relationships: { subject: { oneOf: [Issue, Pull] } } }
        routes:
          a: { get: "subjects/:subject.id", returns: Comment }
          b: { get: "subjects/:subject_id", returns: Comment }
          c: { get: "comments/:id/subject", returns: Comment.subject }
          d: { get: "pulls/:subjectPull.id/:subject_id", returns: Comment, arguments: { subject_id: Int } }
          e: { get: "comments/:id/issue", returns: Comment.subjectIssue }
        """,
      """
      8:13: error: ':subject.id' is of 'subject', which leads to one of several entities, and the path does not \
      say which; write ':subjectIssue.id' or ':subjectPull.id', or declare it in 'arguments'
      9:13: error: ':subject_id' is of 'subject', which leads to one of several entities, and the path does not \
      say which; write ':subjectIssue.id' or ':subjectPull.id', or declare it in 'arguments'
      10:46: error: 'Comment.subject' leads to one of several entities, and an answer does not say which; write \
      'Comment.subjectIssue' or 'Comment.subjectPull'
      """)
  }

  @Test func `a suffix after a placeholder needs a backslash`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities: { A: { attributes: { id: Int } } }
        routes:
          a: { get: "x/:id.json", returns: A }
        """,
      """
      4:13: error: ':id.json' is one name, and 'id' has no parts; a backslash ends a name: write ':id\\.json', with two \
      backslashes in double quotes
      """)
  }
}
