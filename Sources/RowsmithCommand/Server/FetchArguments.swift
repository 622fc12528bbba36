import RowsmithAPI
import RowsmithClient

/// The arguments of `rowsmith fetch`.
struct FetchArguments {
  /// The fetch policies of a call, except those that continue in the background.
  enum Fetching: String, CaseIterable, Sendable {
    case cacheFirst, networkFirst, cacheOnly, networkOnly

    /// The policy of the call.
    var policy: FetchPolicy {
      switch self {
      case .cacheFirst: .cacheFirst
      case .networkFirst: .networkFirst
      case .cacheOnly: .cacheOnly
      case .networkOnly: .networkOnly
      }
    }
  }

  static let model = Option("model", "MODEL", "The model: a YAML file, or a folder of them.", need: .required)
  static let database = Option(
    "into", "DB", "The database file; created if it is missing.", need: .required)
  static let policy = Option<RoutePolicy>(
    "policy",
    "What the records do to existing rows, in place of the route's policy; the answer is fetched in full."
  )
  static let pageLimit = Option<Int>(
    "page-limit", "N",
    "The maximum number of pages to fetch, all by default; with it, nothing is pruned."
  ) { text throws(UsageError) in
    if let count = Int(text), count > 0 { return count }
    throw UsageError("expected a number of pages after --page-limit, such as 1, found '\(text)'")
  }
  static let fetching = Option<Fetching>(
    "fetching",
    "Whether the answer may come from the database; by default `networkFirst` if the route has "
      + "`cache` or `maxAge`, otherwise `networkOnly`.")

  static let declarations =
    [
      model.declaration, database.declaration, DatabaseKeyArguments.file.declaration, policy.declaration,
      pageLimit.declaration, fetching.declaration,
    ]
    + ServerArguments.declarations + [OutputFormat.option.declaration]

  let operands: [String]
  let modelPath: String
  let database: DatabaseFile
  let policy: RoutePolicy?
  let pageLimit: Int?
  let fetching: FetchPolicy?
  let server: ServerArguments
  let format: OutputFormat

  init(_ arguments: ParsedArguments) throws {
    operands = arguments.operands
    modelPath = try arguments.require(Self.model)
    database = try DatabaseFile(path: arguments.require(Self.database), arguments)
    policy = try arguments[Self.policy]
    pageLimit = try arguments[Self.pageLimit]
    fetching = try arguments[Self.fetching]?.policy
    server = try ServerArguments(arguments)
    format = try arguments[OutputFormat.option] ?? .text
    if policy != nil, operands.isEmpty {
      throw UsageError("--policy needs a ROUTE: without one, each route has its own policy", command: "fetch")
    }
  }
}
