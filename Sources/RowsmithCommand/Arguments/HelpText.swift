import Rowsmith

/// The help of a command, generated from its declarations.
struct HelpText {
  private let command: Command
  private static let width = 100

  init(_ command: Command) { self.command = command }

  var text: String {
    let options = command.options + [Command.help]
    let operands = command.operands.map { [($0.placeholder, $0.help)] + $0.others } ?? []
    let width = (options.map(\.spelling.count) + operands.map(\.0.count)).max() ?? 0
    let indent = min(width, 28) + 4
    var text = "\(command.summary)\n\n\(usage)\n\n"
    for (placeholder, help) in operands { text += entry(placeholder, help, indent) }
    for option in options {
      var help = option.help
      if option.need == .required { help += " Required." }
      if option.isRepeatable { help += " May be repeated." }
      text += entry(option.spelling, help, indent)
    }
    for paragraph in command.discussion.split(separator: "\n\n") {
      text += "\n" + HelpText.wrap(paragraph.split(separator: "\n").joined(separator: " "), indent: 0)
    }
    return text
  }

  /// The usage line: `usage: rowsmith schema MODEL… [--format text|json]`.
  private var usage: String {
    var words = ["rowsmith \(command.name)"]
    if let operands = command.operands { words.append(operands.spelling) }
    var groups: Set<String> = []
    for option in command.options {
      switch option.need {
      case .required: words.append(option.spelling)
      case .optional: words.append("[\(option.spelling)]" + (option.isRepeatable ? "…" : ""))
      case .oneOf(let group) where groups.insert(group).inserted:
        let members = command.options.filter { $0.need == option.need }
        words.append("[\(members.map(\.spelling).joined(separator: " | "))]")
      case .oneOf: break
      }
    }
    return "usage: " + String(HelpText.wrap(words, indent: 7).dropLast())
  }

  private func entry(_ term: String, _ help: String, _ indent: Int) -> String {
    let lines = HelpText.wrap(help, indent: indent)
    let start = "  " + term
    if start.count + 2 > indent { return "\(start)\n\(String(repeating: " ", count: indent))\(lines)" }
    return start.padded(to: indent) + lines
  }

  private static func wrap(_ text: String, indent: Int) -> String {
    wrap(text.split(separator: " ").map(String.init), indent: indent)
  }

  /// Wraps words into lines; all but the first are indented.
  private static func wrap(_ words: [String], indent: Int) -> String {
    var (text, column) = ("", indent)
    for (index, word) in words.enumerated() {
      if index > 0, column + 1 + word.count > width {
        text += "\n" + String(repeating: " ", count: indent)
        column = indent
      } else if index > 0 {
        text += " "
        column += 1
      }
      text += word
      column += word.count
    }
    return text + "\n"
  }
}
