import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithModel
import RowsmithTesting
import Testing

/// A small server for tests of the client: articles with comments.
enum News {
  static let source = """
    rowsmith: 1
    entities:
      Article:
        PrimaryKey: id
        attributes: { id: Int, title: String?, updatedAt: { type: Date?, ImportName: updated_at }, topic: String? }
        relationships: { comments: "[Comment]" }
      Comment:
        PrimaryKey: id
        attributes: { id: Int, text: String? }
        relationships: { article: Article? }
    documents:
      front: { articles: "[Article]", comments: "[Comment]" }
    """

  static let schema: Schema = {
    let model = ModelCompiler.compile([ModelSource(path: "News.yml", text: source)], name: "News")
    return model.schema ?? Schema(name: "", entities: [])
  }()

  static func route(_ name: String, _ method: RouteMethod = .get, _ path: String) -> Route {
    Route(name: name, methods: [method], path: PathTemplate(path))
  }

  /// A store in memory, with articles of these keys.
  static func store(_ ids: [Int] = []) throws -> Store {
    let store = try Store(.memory, schema: schema)
    try store.importJSON(.string(json(ids)), into: .entity("Article"))
    return store
  }

  /// A client over a server of the test's, without waits.
  static func client(
    _ routes: [Route], store: Store? = nil, transport: any Transport,
    _ change: (inout ClientOptions) -> Void = { _ in }
  ) throws -> Client {
    var options = ClientOptions()
    options.clock.sleep = { _ in try Task.checkCancellation() }
    options.clock.draw = { 0.5 }
    change(&options)
    let api = API(
      baseURL: "https://news.example.com/v1/", headers: [.init("Accept-Language", "en")],
      error: .init(message: ["error", "message"], code: ["error", "code"]), routes: routes)
    return try Client(store: try store ?? News.store(), api: api, transport: transport, options: options)
  }
}

extension Store {
  /// The values of a statement, one row a line.
  func lines(_ sql: String) throws -> [String] {
    try fetch(.sql(sql)).map { row in row.values.map { "\($0.shown)" }.joined(separator: "|") }
  }
}

extension StoredValue {
  var shown: String {
    switch self {
    case .null: "NULL"
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    case .text(let text): text
    case .blob(let bytes): "\(bytes)"
    }
  }
}
