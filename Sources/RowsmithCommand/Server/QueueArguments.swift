import RowsmithClient

/// The arguments of `rowsmith queue`.
struct QueueArguments {
  /// The action on queued requests.
  enum Action: String, CaseIterable, Sendable { case list, flush, retry, drop }

  static let model = Option("model", "MODEL", "The model: a YAML file, or a folder of them.", need: .required)
  static let database = Option("from", "DB", "The database file.", need: .required)
  static let all = Flag("all", "With drop: every request.")

  static let declarations =
    [model.declaration, database.declaration, DatabaseKeyArguments.file.declaration, all.declaration]
    + ServerArguments.declarations
    + [OutputFormat.option.declaration]

  let action: Action
  /// The number of the request; `nil` for all.
  let item: Int64?
  let modelPath: String
  let database: DatabaseFile
  let server: ServerArguments
  let format: OutputFormat

  init(_ arguments: ParsedArguments) throws {
    let words = Action.allCases.map(\.rawValue)
    let word = arguments.operands.first ?? ""
    guard let action = Action(rawValue: word) else {
      throw UsageError(
        "expected \(words.joined(separator: ", ")), found '\(word)'",
        suggestion: Spelling.nearest(to: word, in: words), command: "queue")
    }
    self.action = action
    modelPath = try arguments.require(Self.model)
    database = try DatabaseFile(path: arguments.require(Self.database), arguments)
    item = try QueueArguments.item(arguments, action)
    server = try ServerArguments(arguments)
    format = try arguments[OutputFormat.option] ?? .text
  }

  private static func item(_ arguments: ParsedArguments, _ action: Action) throws(UsageError) -> Int64? {
    let isAll = arguments[all]
    if isAll, action != .drop { throw UsageError("--all is for drop only", command: "queue") }
    let takesItem = action == .retry || (action == .drop && !isAll)
    if arguments.operands.count > (takesItem ? 2 : 1) {
      let extra = arguments.operands[takesItem ? 2 : 1]
      throw UsageError("unexpected argument '\(extra)' after \(action.rawValue)", command: "queue")
    }
    guard takesItem else { return nil }
    guard arguments.operands.count == 2 else {
      let other = action == .drop ? ", or --all" : ""
      throw UsageError("\(action.rawValue) needs the number of a request\(other)", command: "queue")
    }
    if let item = Int64(arguments.operands[1]) { return item }
    throw UsageError(
      "expected the number of a request, found '\(arguments.operands[1])'; rowsmith queue list shows them",
      command: "queue")
  }
}
