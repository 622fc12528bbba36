import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithModel

/// Articles of the test server, as a device of a user has them.
enum TrialModel {
  static let schema: Schema = {
    let model = ModelCompiler.compile([ModelSource(path: "Trial.yml", text: text)], name: "Trial")
    guard let schema = model.schema else { preconditionFailure("\(model.diagnostics)") }
    return schema
  }()

  private static let text = """
    rowsmith: 1
    entities:
      Article:
        PrimaryKey: id
        attributes: { id: Int, title: String, body: String? }
        relationships: { comments: { to: "[Comment]", DeleteRule: Cascade } }
      Comment:
        PrimaryKey: id
        attributes: { id: Int, body: String }
        relationships: { article: { to: Article?, ForeignKey: article_id } }
    """

  static func api(_ baseURL: String, batches: Bool) -> API {
    func route(_ name: String, _ method: RouteMethod, _ path: String, sends: String? = nil) -> Route {
      var route = Route(name: name, methods: [method], path: PathTemplate(path))
      route.sends = sends
      route.isQueued = method != .get
      if let sends { route.returns = .record(sends) }
      return route
    }
    var list = route("articles", .get, "articles")
    list.returns = .records("Article")
    list.pages = .link
    list.isCached = true
    var remove = route("removeArticle", .delete, "articles/:id")
    remove.deletes = "Article"
    return API(
      baseURL: baseURL,
      error: .init(message: ["error", "error_description"], code: ["error", "error_code"]),
      batch: batches ? .init(path: "batch", limit: 10) : nil,
      routes: [
        list, remove, route("createArticle", .post, "articles", sends: "Article"),
        route("updateArticle", .patch, "articles/:id", sends: "Article"),
        route("createComment", .post, "article_comments", sends: "Comment"),
      ])
  }
}
