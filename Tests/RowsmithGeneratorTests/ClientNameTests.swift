import Testing

/// Names of routes and arguments that Swift or the client have another use for.
@Suite struct ClientNameTests {
  @Test func `an argument that hides the client or the record gives way`() throws {
    let snippets = try Snippets(
      """
      entities: { Product: { attributes: { id: Int } } }
      routes:
        send: { post: send, query: [client, product, self], sends: Product }
        class: { get: class }
      """)
    #expect(
      try snippets.declaration("func send(") == """
        func send(
          _ productRecord: Product,
          client: String? = nil,
          product: String? = nil,
          self2: String? = nil,
          options: CallOptions = CallOptions()
        ) async throws -> Answer<Void> {
          try await self.client.call(
            RouteCall(
              "send",
              query: [
                "client": client?.storedValue,
                "product": product?.storedValue,
                "self": self2?.storedValue,
              ],
              record: RecordBody(productRecord),
              options: options
            )
          )
        }
        """)
    #expect(snippets.client.contains("func `class`("))
  }

  @Test(arguments: [
    ("[x]", "_ product: Product"), ("[product]", "_ productRecord: Product"),
    ("[product, productRecord]", "_ productRecord2: Product"),
    ("[product, productRecord, productRecord2]", "_ productRecord3: Product"),
  ])
  func `the record that is sent has a name that no other argument has`(query: String, parameter: String)
    throws
  {
    let snippets = try Snippets(
      """
      entities: { Product: { attributes: { id: Int } } }
      routes: { send: { post: send, query: \(query), sends: Product } }
      """)
    #expect(snippets.client.contains("  func send(\n    \(parameter),\n"))
  }

  @Test func `an entity that has the name of a type of the client is spelled with its module`() throws {
    let snippets = try Snippets(
      """
      entities:
        Route: { attributes: { id: Int } }
        Answer: { attributes: { id: Int } }
        NewestRoute: { attributes: { id: Int } }
      routes:
        route: { get: "routes/:id", returns: Route }
        answer: { get: "answers/:id", returns: Answer }
        newest: { get: newest, returns: [NewestRoute], pages: link }
      """)
    #expect(snippets.client.contains("static var answerRoute: RowsmithAPI.Route {"))
    #expect(snippets.client.contains("-> RowsmithClient.Answer<Route>"))
    #expect(snippets.client.contains("-> RowsmithClient.Answer<Answer>"))
    #expect(snippets.client.contains("-> AnswerPages<Shop.NewestRoute>"))
    #expect(snippets.client.contains("var newest: NewestRoute { NewestRoute(client: client) }"))
  }

  @Test func `a route called like a type of the client does not hide it`() throws {
    let snippets = try Snippets(
      """
      entities: { Item: { attributes: { id: Int } } }
      routes:
        Client: { get: client }
        RouteCall: { get: call }
      """)
    #expect(snippets.client.contains("  let client: RowsmithClient.Client\n"))
    #expect(
      snippets.client.contains(
        #"try await client.call(RowsmithClient.RouteCall("Client", options: options))"#))
  }

  @Test func `the type and the variable of a route have different names`() throws {
    let snippets = try Snippets(
      """
      entities: { Item: { attributes: { id: Int } } }
      routes:
        _all: { get: all, returns: [Item], pages: link }
        x: { get: x, returns: [Item], pages: link }
        XRoute: { get: y, returns: Item }
      """)
    #expect(snippets.client.contains("struct _allRoute: Sendable"))
    #expect(snippets.client.contains("static var _allRouteValue: Route {"))
    #expect(snippets.client.contains("var x: XRouteType { XRouteType(client: client) }"))
  }
}
