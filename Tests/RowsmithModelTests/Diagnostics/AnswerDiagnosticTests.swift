import Testing

/// Routes: what comes back.
struct AnswerDiagnosticTests {
  @Test func `what comes back is an entity, a list, a relationship or a document`() {
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
        documents: { catalog: { products: [Product] } }
        routes:
          a: { get: a, returns: Prodct }
          b: { get: b, returns: "[Thing]" }
          c: { get: c, returns: catalgo }
          d: { get: d, returns: "[catalog]" }
          e: { get: "e/:id", returns: Product.revews }
          f: { get: "f/:id", returns: "[Product.reviews]" }
          g: { get: g, returns: Product? }
          h: { get: h, returns: {Product} }
          i: { get: "i/:id", returns: Prodct.reviews }
          j: { get: "j/:id", returns: Product.name }
        """,
      """
      12:25: error: there is no entity or document 'Prodct'; did you mean 'Product'?
      13:25: error: there is no entity or document 'Thing'; declare it under 'entities' or 'documents'
      14:25: error: there is no entity or document 'catalgo'; did you mean 'catalog'?
      15:25: error: 'catalog' is a document; write it without brackets
      16:31: error: 'Product' has no relationship 'revews'; did you mean 'Product.reviews'?
      17:31: error: 'Product.reviews' is the value of a relationship; write it without brackets
      18:25: error: 'returns' of 'g' must be a type such as Band, [Band] or Band.albums, or the \
      name of a document, found Product?
      19:25: error: 'returns' of 'h' must be a type such as Band, [Band] or Band.albums, or the \
      name of a document, found {Product}
      20:31: error: there is no entity 'Prodct'; did you mean 'Product'?
      21:31: error: 'Product' has no relationship 'name'
      """)
  }

  @Test func `the path says whose relationship comes back`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { MergePolicy: Merge }
        entities:
          Order:
            attributes: { id: Int }
            relationships: { lines: [Line], notes: [Note] }
          Line:
            PrimaryKey: [order, position]
            attributes: { position: Int }
            relationships: { order: Order, notes: [Note] }
          Note: { attributes: { text: String }, relationships: { more: [Order] } }
        routes:
          a: { get: lines, returns: Order.lines }
          b: { get: "lines/:position", returns: Line.notes }
          c: { get: "orders/:order.id/:position", returns: Line.notes }
          d: { get: notes, returns: Note.more }
        """,
      """
      13:13: error: the path does not say whose 'lines' are returned; name the 'Order' with ':id'
      14:13: error: the path does not say whose 'notes' are returned; name the 'Line' with ':order.id'
      16:29: error: no path can say whose 'more' are returned: 'Note' has no primary key; give it one
      """)
  }

  @Test func `the answer to head has no body`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities: { Band: { attributes: { id: Int, name: String } } }
        routes:
          a: { head: bands, returns: "[Band]", at: bands }
          b: { get|head: bands, returns: "[Band]", at: bands }
        """,
      """
      4:30: error: 'returns' reads the body of an answer, and the answer to head has none; use get, or leave it out
      4:44: error: 'at' reads the body of an answer, and the answer to head has none; use get, or leave it out
      """)
  }

  @Test func `what is said of records needs records`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities: { Band: { attributes: { id: Int, name: String } } }
        routes:
          a: { get: bands, at: bands, policy: Merge }
          b: { get: "bands/:id", returns: Band, pages: link, list: true, incremental: { parameter: since, from: name } }
          c: { get: "bands/:id", pages: link, arguments: { id: Int }, list: false }
        """,
      """
      4:24: error: 'at' is about the records that are returned, and 'returns' is missing; add it
      4:39: error: 'policy' is about the records that are returned, and 'returns' is missing; add it
      5:48: error: 'pages' is for lists of records; write returns: "[Band]"
      5:60: error: 'list' is for lists of records; write returns: "[Band]"
      5:66: error: 'incremental' is for lists of records; write returns: "[Band]"
      6:33: error: 'pages' is for lists of records; write returns: "[Band]"
      """)
  }

  @Test func `a policy that deletes needs a whole list of what has a key`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          Band: { attributes: { id: Int, name: String } }
          Note: { attributes: { text: String } }
        routes:
          a: { get: "bands/:id", returns: Band, policy: Replace }
          b: { get: notes, returns: "[Note]", policy: MergeAndPrune }
          c: { get: bands, returns: "[Band]", policy: MergeAndPrune, incremental: { parameter: since, from: id } }
          d: { get: all, returns: "[Band]", policy: Overwrite }
        """,
      """
      6:49: error: 'Replace' deletes the records that an answer does not list, and one record is no list; leave it \
      out, or return a list
      7:47: error: 'MergeAndPrune' needs to recognise records, but 'Note' has no primary key; give it \
      one or use Merge
      8:47: error: 'MergeAndPrune' would delete every record that has not changed, because 'incremental' asks \
      for changes only; use Merge
      9:45: error: 'Overwrite' is not a valid policy; did you mean 'Replace'?
      """)
  }
}
