import RowsmithGenerator

/// The arguments that the plugins pass to the tool.
struct ToolArguments {
  var models: [String] = []
  var candidates: [String] = []
  var output = ""
  var module: String?
  var access = AccessLevel.internal
  var root: String?
  var writesEmptyFiles = false

  static let usage = """
    usage: RowsmithGenerateTool --output DIR [--module NAME] [--access public|package|internal] [--root DIR] \
    [--empty-files] [--candidate FILE]… [MODEL…]
    """

  /// Parses the arguments; `nil` if they do not match `usage`.
  init?(_ arguments: some Sequence<String>) {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--output": output = rest.popFirst() ?? ""
      case "--module": module = rest.popFirst()
      case "--root": root = rest.popFirst()
      case "--candidate": candidates.append(rest.popFirst() ?? "")
      case "--empty-files": writesEmptyFiles = true
      case "--access":
        guard let level = rest.popFirst().flatMap(AccessLevel.init) else { return nil }
        access = level
      default:
        if argument.hasPrefix("--") { return nil }
        models.append(argument)
      }
    }
    if models.isEmpty && candidates.isEmpty || output.isEmpty { return nil }
  }
}
