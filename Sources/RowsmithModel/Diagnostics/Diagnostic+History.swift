// The section `history`.
extension Diagnostic {
  static func historyGivenTwice(first: SourceRange, at range: SourceRange) -> Diagnostic {
    .error("'history' is given in two files; it is already at \(first)", at: range)
  }

  static func historyWithoutKeep(at range: SourceRange) -> Diagnostic {
    .error(
      "'history' does not say how long it is kept; write { keep: 30d }, or true to keep it forever",
      at: range)
  }

  static func badDuration(_ text: String?, at range: SourceRange) -> Diagnostic {
    let found = text.map { "'\($0)'" } ?? "no such thing"
    return .error(
      "expected a whole number of seconds, minutes, hours or days after 'keep', such as 45s, 90m, 12h or 30d; found \(found)",
      at: range)
  }
}
