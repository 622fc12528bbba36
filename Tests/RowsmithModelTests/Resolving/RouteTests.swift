import RowsmithAPI
import Testing

struct RouteTests {
  @Test func `a route needs no more than a method and a path`() throws {
    #expect(
      try route("{ get: /products/ }") == Route(name: "a", methods: [.get], path: PathTemplate("products")))
  }

  @Test(arguments: RouteMethod.allCases) func `every method is one`(method: RouteMethod) throws {
    #expect(try route("{ \(method.rawValue): products }").methods == [method])
  }

  @Test func `several methods share a path, the first is sent by itself`() throws {
    let route = try route("{ put | post|get: products }")
    #expect(route.methods == [.put, .post, .get])
    #expect(route.method == .put)
  }

  @Test func `what comes back is a record, a list, a relationship's value or a document`() throws {
    func result(_ text: String) throws -> RouteResult? {
      try route("{ get: 'products/:id', arguments: { id: Int }, returns: \(text) }").returns
    }
    #expect(try result("Product") == .record("Product"))
    #expect(try result("\"[Product]\"") == .records("Product"))
    #expect(try result("[Product]") == .records("Product"))
    #expect(try result("catalog") == .document("catalog"))
    #expect(
      try route("{ get: 'products/:id/reviews', returns: Product.reviews }").returns
        == .relationship(entity: "Product", name: "reviews"))
    #expect(try route("{ get: products }").returns == nil)
  }

  @Test func `what is sent, wrapped and deleted`() throws {
    let create = try route("{ post: products, sends: Product, under: product, returns: Product }")
    #expect(create.sends == "Product")
    #expect(create.under == "product")
    #expect(create.deletes == nil)
    #expect(try route("{ delete: 'products/:id', deletes: Product }").deletes == "Product")
  }

  @Test func `where the records are, and how they meet the rows`() throws {
    let list = try route(
      "{ get: products, returns: '[Product]', at: data.items, policy: MergeAndPrune, list: true }")
    #expect(list.at == ["data", "items"])
    #expect(list.policy == .mergeAndPrune)
    #expect(list.isList)
    let plain = try route("{ get: products, returns: '[Product]' }")
    #expect(plain.at == [])
    #expect(plain.policy == nil)
    #expect(!plain.isList)
  }

  @Test func `what is kept of an answer, and of a call that finds no connection`() throws {
    let cached = try route("{ get: products, cache: true, maxAge: 60, doc: All of them. }")
    #expect(cached.isCached)
    #expect(cached.maxAge == 60)
    #expect(!cached.isQueued)
    #expect(cached.doc == "All of them.")
    #expect(try route("{ patch: products, offline: queue }").isQueued)
  }

  @Test func `pages are found in five ways`() throws {
    func pages(_ text: String) throws -> Paging? {
      try route("{ get: products, returns: '[Product]', pages: \(text) }").pages
    }
    #expect(try pages("link") == .link)
    #expect(try pages("{ parameter: page }") == .page(parameter: "page", size: nil))
    #expect(
      try pages("{ parameter: page, size: per_page }") == .page(parameter: "page", size: "per_page"))
    #expect(try pages("{ offset: start, size: limit }") == .offset(parameter: "start", size: "limit"))
    #expect(try pages("{ cursor: meta.next }") == .cursor(place: ["meta", "next"], parameter: nil))
    #expect(
      try pages("{ cursor: next, parameter: after }") == .cursor(place: ["next"], parameter: "after"))
    #expect(try pages("{ after: id, parameter: after_id }") == .after(attribute: "id", parameter: "after_id"))
  }

  @Test func `what is new is asked for with an attribute`() throws {
    func incremental(_ text: String) throws -> Incremental? {
      try route("{ get: products, returns: '[Product]', incremental: \(text) }").incremental
    }
    #expect(
      try incremental("{ parameter: since, from: updatedAt }")
        == Incremental(parameter: "since", attribute: "updatedAt"))
    #expect(
      try incremental("{ parameter: since, from: updatedAt, overlap: 5 }")
        == Incremental(parameter: "since", attribute: "updatedAt", overlap: 5))
  }
}
