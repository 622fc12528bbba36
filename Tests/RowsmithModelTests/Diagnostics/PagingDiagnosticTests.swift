import Testing

/// Routes: pages, and what is new.
struct PagingDiagnosticTests {
  @Test func `pages are found in one way`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities: { Band: { attributes: { id: Int, name: String } } }
        routes:
          a: { get: a, returns: "[Band]", pages: { cursor: next, offset: start } }
          b: { get: b, returns: "[Band]", pages: { after: id } }
          c: { get: c, returns: "[Band]", pages: { size: per_page } }
          d: { get: d, returns: "[Band]", pages: { cursor: next, size: limit } }
          e: { get: e, returns: "[Band]", pages: { offset: start, parameter: page } }
          f: { get: f, returns: "[Band]", pages: links }
        """,
      """
      4:44: error: 'pages' takes 'offset' or 'cursor', not both; leave one of them out
      5:42: error: 'pages' has no 'parameter'; write after: id, parameter: after_id
      6:42: error: 'pages' has no 'parameter'; write parameter: page
      7:58: error: 'size' can be used with page numbers or 'offset', not with 'cursor'; put it in 'query'
      8:59: error: 'offset' is the name of the parameter; leave 'parameter' out
      9:42: error: 'pages' must be link, or a mapping such as { parameter: page, size: per_page }, \
      found 'links'
      """)
  }

  @Test func `a page begins after an attribute of the list's entity`() {
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
          a: { get: a, returns: "[Product]", pages: { after: naem, parameter: after } }
          b: { get: b, returns: "[Product]", pages: { after: seen, parameter: after } }
        """,
      """
      11:54: error: 'Product' has no attribute 'naem' after which a page could begin; did you mean \
      'name'?
      12:54: error: 'seen' is local: the server does not know it, so 'after' cannot use it
      """)
  }

  @Test func `what is new is asked for with an attribute that has an order`() {
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
          a: { get: a, returns: "[Product]", incremental: { parameter: since, from: updated } }
          b: { get: b, returns: "[Product]", incremental: { parameter: since, from: seen } }
          c: { get: c, returns: "[Product]", incremental: { parameter: since, from: name } }
          d: { get: d, returns: "[Product]", incremental: { parameter: since, from: id, overlap: 5 } }
          e: { get: e, returns: "[Product]", incremental: { parameter: since, from: updatedAt, overlap: -5 } }
          f: { get: f, returns: "[Product]", incremental: { from: updatedAt } }
          g: { get: g, returns: "[Product]", maxAge: -1 }
        """,
      """
      11:77: error: 'Product' has no attribute 'updated' to ask for changes with; did you mean \
      'updatedAt'?
      12:77: error: 'seen' is local: the server does not know it, so 'incremental' cannot use it
      13:77: error: 'name' has the type String, which has no highest value; use a Date, Int, Double or Decimal
      14:90: error: 'overlap' is a number of seconds, and 'id' is not a Date; leave it out
      15:97: error: 'overlap' must be a whole number, 0 or more, found -5
      16:51: error: 'incremental' has no 'parameter'; write parameter: updated_since
      17:46: error: 'maxAge' must be a whole number, 0 or more, found -1
      """)
  }
}
