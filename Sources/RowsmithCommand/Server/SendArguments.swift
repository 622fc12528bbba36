import RowsmithAPI

/// The arguments of `rowsmith send`.
struct SendArguments {
  /// The methods that change something.
  enum Method: String, CaseIterable, Sendable { case post, put, patch, delete }

  static let model = Option("model", "MODEL", "The model: a YAML file, or a folder of them.", need: .required)
  static let database = Option("from", "DB", "The database file.", need: .required)
  static let key = Option(
    "key", "K", "The key of a record that is sent, or deleted.", isRepeatable: true)
  static let body = Option(
    "body", "FILE|-", "The body, if ROUTE sends no record; `-` is standard input.")
  static let contentType = Option(
    "content-type", "TYPE", "The type of the body; `application/json` by default.")
  static let method = Option<Method>(
    "method", "Which of the methods of ROUTE is used; the first one by default.")

  static let declarations =
    [
      model.declaration, database.declaration, DatabaseKeyArguments.file.declaration, key.declaration,
      body.declaration, contentType.declaration, method.declaration,
    ] + ServerArguments.declarations + [OutputFormat.option.declaration]

  let operands: [String]
  let modelPath: String
  let database: DatabaseFile
  let keys: [String]
  let bodyPath: String?
  let contentType: String
  let method: RouteMethod?
  let server: ServerArguments
  let format: OutputFormat

  init(_ arguments: ParsedArguments) throws {
    operands = arguments.operands
    modelPath = try arguments.require(Self.model)
    database = try DatabaseFile(path: arguments.require(Self.database), arguments)
    keys = try arguments.all(Self.key)
    bodyPath = try arguments[Self.body]
    contentType = try arguments[Self.contentType] ?? "application/json"
    method = try arguments[Self.method].flatMap { RouteMethod(rawValue: $0.rawValue) }
    server = try ServerArguments(arguments)
    format = try arguments[OutputFormat.option] ?? .text
    if bodyPath == nil, try arguments[Self.contentType] != nil {
      throw UsageError("--content-type needs --body", command: "send")
    }
  }
}
