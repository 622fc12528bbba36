import Foundation
import RowsmithGenerator
import TestSupport
import Testing

/// What a model with routes becomes.
@Suite struct ClientTests {
  private func client(_ routes: String) throws -> Snippets {
    try Snippets(
      """
      defaults: { MergePolicy: Merge }
      enums: { Size: [small, large] }
      entities:
        Product:
          attributes: { id: Int, title: String, size: Size? }
          relationships: { reviews: [Review] }
        Review:
          attributes: { id: Int, writtenAt: Date }
          relationships: { product: Product? }
      documents: { catalog: { products: [Product] } }
      routes:
      \(routes.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n"))
      """)
  }

  @Test(arguments: ["", "api: { baseURL: https://example.com }\n", "routes: {}\n"])
  func `a model without routes has no client`(server: String) throws {
    let snippets = try Snippets(server + "entities: { Thing: { attributes: { id: Int } } }")
    #expect(snippets.client == "")
    #expect(snippets.files.allSatisfy { !$0.text.contains("RowsmithClient") })
  }

  @Test func `a client holds what the server offers, and the client that does the work`() throws {
    let snippets = try Snippets(
      """
      api:
        baseURL: https://example.com/v1
        headers: { Accept-Language: en, X-Version: 2 }
        error: { message: error.text }
        batch: { path: batch }
      entities: { Thing: { attributes: { id: Int } } }
      routes: { ping: { get: ping } }
      """)
    #expect(
      snippets.client == """
        /// Typed methods for the routes of the server of Shop.
        nonisolated struct ShopClient: GeneratedClient {
          /// What the server offers.
          static let api = API(
            baseURL: "https://example.com/v1",
            headers: [API.Header("Accept-Language", "en"), API.Header("X-Version", "2")],
            error: API.ErrorPlaces(message: ["error", "text"]),
            batch: API.BatchEndpoint(path: "batch", limit: 20), routes: [pingRoute])

          /// The client that makes the calls.
          let client: Client

          /// Creates it over a client that was created with `api`.
          init(_ client: Client) {
            self.client = client
          }

          /// `GET ping`.
          ///
          /// - Parameter options: how the call is made.
          /// - Throws: `ClientError`.
          @discardableResult
          func ping(options: CallOptions = CallOptions()) async throws -> Answer<Void> {
            try await client.call(RouteCall("ping", options: options))
          }
        }

        nonisolated extension ShopClient {
          private static var pingRoute: Route {
            Route(name: "ping", methods: [.get], path: PathTemplate("ping"))
          }
        }
        """)
  }

  @Test func `placeholders are arguments, parameters are optional ones, and the model's words stand above`()
    throws
  {
    let snippets = try client(
      """
      found: { get: "found/:product.id/:size", arguments: { size: Size }, query: [writtenAt, product_id, page, class],
        returns: [Review], doc: Finds reviews. }
      """)
    #expect(
      snippets.client.contains(
        """
          /// Finds reviews.
          ///
          /// `GET found/:product.id/:size`: records of `Review`.
          ///
          /// - Parameters:
          ///   - productID: `:product.id` in the path.
          ///   - size: `:size` in the path.
          ///   - writtenAt: `writtenAt` in the query; nil leaves it out.
          ///   - productID2: `product_id` in the query; nil leaves it out.
          ///   - page: `page` in the query; nil leaves it out.
          ///   - class: `class` in the query; nil leaves it out.
          ///   - options: how the call is made.
          /// - Throws: `ClientError`.
          @discardableResult
          func found(
            productID: Product.Key,
            size: Size,
            writtenAt: Date? = nil,
            productID2: Product.Key? = nil,
            page: String? = nil,
            class: String? = nil,
            options: CallOptions = CallOptions()
          ) async throws -> Answer<Review> {
            try await client.call(
              RouteCall(
                "found",
                path: ["product.id": productID.storedValue, "size": size.storedValue],
                query: [
                  "writtenAt": writtenAt?.storedValue,
                  "product_id": productID2?.storedValue,
                  "page": page?.storedValue,
                  "class": `class`?.storedValue,
                ],
                options: options
              )
            )
          }
        """))
    let file = try #require(snippets.files.first { $0.name.contains("Client") })
    #expect(file.text.contains("import Foundation\nimport RowsmithClient\n"))
  }

  @Test func `a record that is sent fills the path, but for what the model declares`() throws {
    let snippets = try client(
      """
      change: { patch|put: "shops/:shop/products/:id", arguments: { shop: String }, sends: Product, under: product,
        returns: Product, offline: queue }
      """)
    #expect(
      try snippets.declaration("func change(") == """
        func change(
          _ product: Product,
          shop: String,
          method: RouteMethod = .patch,
          options: CallOptions = CallOptions()
        ) async throws -> Answer<Product> {
          try await client.call(
            RouteCall(
              "change", method: method, path: ["shop": shop.storedValue], record: RecordBody(product),
              options: options)
          )
        }
        """)
  }

  @Test func `a record is deleted by its key, or as it is`() throws {
    let snippets = try client("remove: { delete: 'products/:id', deletes: Product }")
    #expect(snippets.client.contains("/// `DELETE products/:id`: deletes one `Product`."))
    #expect(
      try snippets.declaration("func remove(id") == """
        func remove(id: Int, options: CallOptions = CallOptions()) async throws -> Answer<Void> {
          try await client.call(RouteCall("remove", path: ["id": id.storedValue], options: options))
        }
        """)
    #expect(
      snippets.client.contains(
        """
          func remove(
            _ product: Product,
            options: CallOptions = CallOptions()
          ) async throws -> Answer<Void> {
            try await client.call(RouteCall("remove", record: RecordBody(product), options: options))
          }
        """))
  }

  @Test func `a record is deleted only as it is where the path does not name it`() throws {
    let snippets = try client("close: { delete: review, deletes: Review }")
    #expect(snippets.client.components(separatedBy: "func close(").count == 2)
    #expect(snippets.client.contains("func close(_ review: Review,"))
  }

  @Test func `a body is given by the caller where no record is sent`() throws {
    for method in ["post", "put", "patch", "get|post"] {
      #expect(try client("a: { \(method): a }").client.contains("body: RequestBody? = nil"), "\(method)")
    }
    for text in ["{ get: a }", "{ delete: a }", "{ head: a }", "{ post: a, sends: Product }"] {
      #expect(try !client("a: \(text)").client.contains("RequestBody"), "\(text)")
    }
  }

  @Test func `an answer has the type of the records at its root`() throws {
    func answer(_ text: String) throws -> Bool {
      try client("a: { get: 'a/:id', arguments: { id: Int }, \(text) }").client.contains(
        "async throws -> Answer<Void>")
    }
    #expect(try answer("query: [a]"))
    #expect(try answer("returns: catalog"))
    #expect(try client("a: { get: a, returns: Product }").client.contains("-> Answer<Product> {"))
    #expect(try client("a: { get: ':id', returns: Product.reviews }").client.contains("-> Answer<Review> {"))
  }

  @Test func `a route with pages or an order is a value that can be called`() throws {
    let snippets = try client(
      "newest: { get: newest, query: { topic: String }, returns: [Review], pages: link, list: true, doc: The newest. }"
    )
    let doc = """
          /// - Parameters:
          ///   - topic: `topic` in the query; nil leaves it out.
          ///   - options: how the call is made.
      """
    #expect(
      snippets.client.contains(
        """
          /// The newest.
          ///
          /// `GET newest`: records of `Review`.
          var newest: NewestRoute { NewestRoute(client: client) }

          /// The route `newest`: call it, or ask for a part of it.
          nonisolated struct NewestRoute: Sendable {
            /// The client that makes the calls.
            let client: Client

            /// Brings the first page, with which the list begins anew.
            ///
        \(doc)
            /// - Throws: `ClientError`.
            @discardableResult
            func callAsFunction(
              topic: String? = nil,
              options: CallOptions = CallOptions()
            ) async throws -> Answer<Review> {
              try await client.call(
                RouteCall("newest", query: ["topic": topic?.storedValue], options: options))
            }

            /// The pages of the answer, each imported by itself as it is asked for.
            ///
        \(doc)
            func pages(topic: String? = nil, options: CallOptions = CallOptions()) -> AnswerPages<Review> {
              AnswerPages<Review>(
                client, RouteCall("newest", query: ["topic": topic?.storedValue], options: options))
            }

            /// The records in the order in which the server gives them.
            ///
        \(doc)
            func list(topic: String? = nil, options: CallOptions = CallOptions()) -> ServerList<Review> {
              ServerList<Review>(
                client, RouteCall("newest", query: ["topic": topic?.storedValue], options: options))
            }
          }
        """))
  }

  @Test func `a route has what it is asked for, and no more`() throws {
    let pages = try client("a: { get: a, returns: [Review], pages: link }").client
    #expect(pages.contains("Brings all pages, and imports them as one."))
    #expect(pages.contains("func pages(") && !pages.contains("func list("))
    let list = try client("a: { get: a, returns: [Review], list: true }").client
    #expect(
      !list.contains("func pages(") && list.contains("func list(") && list.contains("Brings the answer."))
  }

  // Where every type of every route was compared with the types of all routes, it took a minute.
  @Test func `hundreds of routes are generated soon`() throws {
    let routes = (0..<500).map {
      "r\($0): { get: \"products/:id/r\($0)\", query: [page, title], returns: Product }"
    }
    var text = ""
    let duration = try ThreadTime.measure {
      text = try client(routes.joined(separator: "\n")).client
    }
    #expect(text.contains("func r499("))
    #expect(duration < .seconds(30))
  }
}
