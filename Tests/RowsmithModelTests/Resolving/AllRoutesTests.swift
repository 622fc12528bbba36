import RowsmithAPI
import Testing

/// Every kind of route in one model.
struct AllRoutesTests {
  @Test func `routes of every kind stand beside each other`() throws {
    let api = try api(
      """
      api:
        baseURL: https://api.example.com/v2
        headers: { Accept-Language: en }
        error: { message: error.error_description, code: error.error_code }
        batch: { path: batch, limit: 20 }
      routes:
        enterprises:      { get: enterprises, query: [page, since], returns: "[Enterprise]", at: array_of_enterprises, cache: true }
        enterprise:       { get: "enterprises/:itemID", returns: Enterprise }
        createEnterprise: { post: enterprises, sends: Enterprise, under: enterprise, returns: Enterprise, offline: queue }
        updateEnterprise: { patch: "enterprises/:itemID", sends: Enterprise, returns: Enterprise, offline: queue }
        removeEnterprise: { delete: "enterprises/:itemID", deletes: Enterprise, offline: queue }
        reviews:          { get: "products/:id/reviews", returns: Product.reviews }
        everything:       { get: catalog, returns: catalog }
        allArticles:      { get: articles, returns: "[Article]", policy: MergeAndPrune, pages: link }
        changedArticles:  { get: articles, returns: "[Article]", pages: link, incremental: { parameter: updated_since, from: updatedAt } }
        timeline:         { get: timeline, query: [topic], returns: "[Article]", pages: { cursor: next, parameter: after }, list: true, maxAge: 60 }
      entities:
        Enterprise: { PrimaryKey: itemID, attributes: { itemID: Int, name: String } }
        Product: { attributes: { id: Int }, relationships: { reviews: [Review] } }
        Review: { attributes: { id: Int } }
        Article: { attributes: { id: Int, topic: String?, updatedAt: Date } }
        ArticleComment: { resource: rails, attributes: { id: Int } }
      documents:
        catalog: { products: [Product], articles: [Article] }
      """)
    #expect(
      api.routes.map(\.name) == [
        "enterprises", "enterprise", "createEnterprise", "updateEnterprise", "removeEnterprise", "reviews",
        "everything", "allArticles", "changedArticles", "timeline", "articleComments", "articleComment",
        "createArticleComment", "updateArticleComment", "removeArticleComment",
      ])
    #expect(api.route("timeline")?.query.first?.column == "topic")
  }
}
