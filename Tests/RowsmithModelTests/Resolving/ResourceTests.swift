import RowsmithAPI
import Testing

struct ResourceTests {
  private func resource(_ name: String, _ rest: String = "") throws -> API {
    try api("entities: { \(name): { resource: rails, attributes: { id: Int } } }\n\(rest)")
  }

  @Test func `a resource of Rails is five routes`() throws {
    let id = PathParameter(name: "id", argument: "id", type: .integer, column: "id")
    let one = PathTemplate("article_comments/:id")
    let all = PathTemplate("article_comments")
    #expect(
      try resource("ArticleComment").routes == [
        Route(name: "articleComments", methods: [.get], path: all, returns: .records("ArticleComment")),
        Route(
          name: "articleComment", methods: [.get], path: one, parameters: [id],
          returns: .record("ArticleComment")),
        Route(
          name: "createArticleComment", methods: [.post], path: all, sends: "ArticleComment",
          under: "article_comment", returns: .record("ArticleComment")),
        Route(
          name: "updateArticleComment", methods: [.patch], path: one, parameters: [id],
          sends: "ArticleComment", under: "article_comment", returns: .record("ArticleComment")),
        Route(
          name: "removeArticleComment", methods: [.delete], path: one, parameters: [id],
          deletes: "ArticleComment"),
      ])
  }

  @Test(
    arguments: [
      ("Category", "categories", "categories"), ("URLItem", "urlItems", "url_items"),
      ("SalesPerson", "salesPeople", "sales_people"), ("Box", "boxes", "boxes"),
      ("News", "newsIndex", "news"),
      ("OrderStatus", "orderStatuses", "order_statuses"), ("Day", "days", "days"),
      ("Hero", "heroes", "heroes"),
      ("Photo", "photos", "photos"), ("Woman", "women", "women"), ("Analysis", "analyses", "analyses"),
      ("Human", "humans", "humans"), ("BranchOffice", "branchOffices", "branch_offices"),
      ("FileURL", "fileURLs", "file_urls"),
    ])
  func `the path is the plural in snake case`(entity: String, name: String, path: String) throws {
    let route = try #require(try resource(entity).routes.first)
    #expect(route.name == name)
    #expect("\(route.path)" == path)
  }

  @Test func `a route that the model has itself stands for the one of its name`() throws {
    let api = try resource(
      "Band",
      "routes: { bands: { get: groups, returns: '[Band]', cache: true }, removeBand: { delete: 'groups/:id', deletes: Band, offline: queue } }"
    )
    #expect(api.routes.map(\.name) == ["bands", "removeBand", "band", "createBand", "updateBand"])
    #expect(api.route("bands")?.isCached == true)
  }

  @Test func `the key in the path is the entity's own, whatever its name and type`() throws {
    let api = try api(
      """
      entities:
        Media: { PrimaryKey: slug, attributes: { slug: String } }
        Image: { extends: Media, resource: rails }
      """)
    #expect(api.route("image")?.path == PathTemplate("images/:slug"))
    #expect(api.route("image")?.parameters.first?.type == .string)
  }
}
