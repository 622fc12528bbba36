import Rowsmith

/// The arguments of `rowsmith conflicts`.
struct ConflictArguments {
  /// The action on conflicts.
  enum Action: String, CaseIterable, Sendable { case list, resolve }

  /// The value that resolves a conflict.
  enum Choice: Sendable {
    case mine, theirs
    case value(JSONValue)
  }

  static let model = Option("model", "MODEL", "The model: a YAML file, or a folder of them.", need: .required)
  static let database = Option("from", "DB", "The database file.", need: .required)
  static let all = Flag("all", "With list: also decided conflicts.")
  static let mine = Flag("mine", "With resolve: the database's value wins, and is sent.")
  static let theirs = Flag("theirs", "With resolve: the server's value wins.")
  static let value = Option<JSONValue>(
    "value", "JSON", "With resolve: this value wins, and is sent; for an attribute, not for a whole record."
  ) { text throws(UsageError) in
    if let json = try? JSONValue(parsing: text) { return json }
    throw UsageError(
      #"expected JSON after --value, such as 12 or '"text"' with its quotes, found '\#(text)'"#)
  }

  static let declarations = [
    model.declaration, database.declaration, DatabaseKeyArguments.file.declaration, all.declaration,
    mine.declaration, theirs.declaration, value.declaration, OutputFormat.option.declaration,
  ]

  let action: Action
  /// The number of the conflict; `nil` for a list.
  let conflict: Int64?
  let choice: Choice?
  let isAll: Bool
  let modelPath: String
  let database: DatabaseFile
  let format: OutputFormat

  init(_ arguments: ParsedArguments) throws {
    let words = Action.allCases.map(\.rawValue)
    let word = arguments.operands.first ?? ""
    guard let action = Action(rawValue: word) else {
      throw UsageError(
        "expected \(words.joined(separator: ", ")), found '\(word)'",
        suggestion: Spelling.nearest(to: word, in: words))
    }
    self.action = action
    modelPath = try arguments.require(Self.model)
    database = try DatabaseFile(path: arguments.require(Self.database), arguments)
    isAll = arguments[Self.all]
    format = try arguments[OutputFormat.option] ?? .text
    choice = try Self.choice(arguments, action)
    conflict = try Self.conflict(arguments.operands, action)
    if isAll, action == .resolve { throw UsageError("--all is for list only") }
  }

  private static func choice(_ arguments: ParsedArguments, _ action: Action) throws(UsageError) -> Choice? {
    var choices: [Choice] = []
    if arguments[mine] { choices.append(.mine) }
    if arguments[theirs] { choices.append(.theirs) }
    if let value = try arguments[value] { choices.append(.value(value)) }
    switch (action, choices.count) {
    case (.list, 0): return nil
    case (.list, _): throw UsageError("--mine, --theirs and --value are for resolve only")
    case (.resolve, 1): return choices[0]
    case (.resolve, _): throw UsageError("resolve needs one of --mine, --theirs and --value JSON")
    }
  }

  private static func conflict(_ operands: [String], _ action: Action) throws(UsageError) -> Int64? {
    let count = action == .resolve ? 2 : 1
    if operands.count > count {
      throw UsageError("unexpected argument '\(operands[count])' after \(action.rawValue)")
    }
    guard action == .resolve else { return nil }
    guard operands.count == count else { throw UsageError("resolve needs the number of a conflict") }
    if let number = Int64(operands[1]) { return number }
    throw UsageError(
      "expected the number of a conflict, found '\(operands[1])'; rowsmith conflicts list shows them")
  }
}
