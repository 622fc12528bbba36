import RowsmithAPI
import Testing

struct RouteParameterTests {
  @Test func `a placeholder is an attribute of what comes back, is sent or deleted`() throws {
    let expected = [PathParameter(name: "id", argument: "id", type: .integer, column: "id")]
    for text in [
      "{ get: 'products/:id', returns: Product }", "{ patch: 'products/:id', sends: Product }",
      "{ delete: 'products/:id\\.json', deletes: Product }", "{ get: ':id/:id', returns: Product.reviews }",
    ] {
      #expect(try route(text).parameters == expected, "\(text)")
    }
  }

  @Test func `a placeholder is the key of what a to-one relationship leads to, or another of its attributes`()
    throws
  {
    let route = try route("{ get: ':product.id/:product.title/:stars', returns: [Review] }")
    #expect(
      route.parameters == [
        PathParameter(name: "product.id", argument: "productID", type: .key("Product"), column: "product"),
        PathParameter(name: "product.title", argument: "productTitle", type: .string),
        PathParameter(name: "stars", argument: "stars", type: .integer, column: "stars"),
      ])
  }

  @Test func `a placeholder that is declared comes from the caller, also where it has an attribute's name`()
    throws
  {
    let route = try route(
      """
      { put: 'shops/:shop_id/:when/:id/:title', sends: Product,
        arguments: { shop_id: Maker, when: Date, id: Int, title: Int } }
      """)
    #expect(
      route.parameters == [
        PathParameter(name: "shop_id", argument: "shopID", type: .key("Maker"), isFromRecord: false),
        PathParameter(name: "when", argument: "when", type: .date, isFromRecord: false),
        PathParameter(name: "id", argument: "id", type: .integer, column: "id", isFromRecord: false),
        PathParameter(name: "title", argument: "title", type: .integer, isFromRecord: false),
      ])
  }

  @Test
  func `a parameter has the type of the attribute or foreign key of that name, in the model or in JSON`()
    throws
  {
    let route = try route(
      """
      { get: products, returns: '[Product]',
        query: [title, name, updated_at, isNew, is_new, price, size, uuid, maker_id, maker, page, seen, tags] }
      """)
    func parameter(
      _ name: String, _ argument: String, _ type: QueryParameter.ValueType, _ column: String? = nil
    )
      -> QueryParameter
    {
      QueryParameter(name: name, argument: argument, type: type, column: column)
    }
    #expect(
      route.query == [
        parameter("title", "title", .string, "title"), parameter("name", "name", .string, "title"),
        parameter("updated_at", "updatedAt", .date, "updatedAt"), parameter("isNew", "isNew", .bool, "isNew"),
        parameter("is_new", "isNew2", .bool, "isNew"), parameter("price", "price", .string, "price"),
        parameter("size", "size", .enumeration("Size"), "size"), parameter("uuid", "uuid", .uuid, "uuid"),
        parameter("maker_id", "makerID", .key("Maker"), "maker"),
        parameter("maker", "maker", .key("Maker"), "maker"), parameter("page", "page", .string),
        parameter("seen", "seen", .string), parameter("tags", "tags", .string),
      ])
  }

  @Test func `a relationship's value is asked for by what its own records are`() throws {
    let route = try route("{ get: ':id/reviews', returns: Product.reviews, query: [stars, title] }")
    #expect(route.query.map(\.column) == ["stars", nil])
  }

  @Test
  func `a parameter has the type that the model gives it, and is a column where that holds such values`()
    throws
  {
    let route = try route(
      """
      { get: products, returns: '[Product]', query: {
        page: Int, ratio: Double, deep: Bool, q: String, since: Date, by: UUID, size: Size, like: Product,
        id: Int, title: Int, maker: String, maker_id: Maker } }
      """)
    #expect(
      route.query.map(\.type) == [
        .integer, .double, .bool, .string, .date, .uuid, .enumeration("Size"), .key("Product"), .integer,
        .integer,
        .string, .key("Maker"),
      ])
    #expect(
      route.query.map(\.column) == [nil, nil, nil, nil, nil, nil, "size", nil, "id", nil, "maker", "maker"])
  }

  @Test func `arguments are names in Swift, each once, and none is one that generated code has`() throws {
    let route = try route(
      """
      { get: ':id', returns: Product,
        query: ['filter[size]', options, method, body, '2nd', '!', ID, Id, class, 'größe', page-size] }
      """)
    #expect(
      route.query.map(\.argument) == [
        "filterSize", "options2", "method2", "body2", "_2nd", "value", "id2", "id3", "class", "größe",
        "pageSize",
      ])
  }

  @Test
  func
    `a parameter that is the key of one of several entities has its type, and says not which records it is`()
    throws
  {
    let api = try api(
      """
      entities:
        Issue: { attributes: { id: Int } }
        Pull: { attributes: { id: Int } }
        Comment: { attributes: { id: Int }, relationships: { subject: { oneOf: [Issue, Pull] } } }
      routes: { a: { get: comments, query: [subject_id, subject_type, subjectPull], returns: "[Comment]" } }
      """)
    #expect(
      api.route("a")?.query == [
        QueryParameter(name: "subject_id", argument: "subjectID", type: .integer),
        QueryParameter(name: "subject_type", argument: "subjectType", type: .string),
        QueryParameter(
          name: "subjectPull", argument: "subjectPull", type: .key("Pull"), column: "subjectPull"),
      ])
  }
}
