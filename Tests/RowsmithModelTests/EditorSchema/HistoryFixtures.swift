/// Sections `history` for which the parser and the editor's schema must give the same verdict.
enum HistoryFixtures {
  private static func history(_ text: String) -> String { "rowsmith: 1\nhistory: \(text)" }

  static let good = ["true", "false", "{ keep: 30d }", "{ keep: 1s }", "{ keep: 90m }", "{ keep: '12h' }"]
    .map(history)

  static let bad = [
    "", "yes", "30d", "[]", "{}", "{ keep: }", "{ keep: 30 }", "{ keep: 0d }", "{ keep: 1w }",
    "{ keep: -1d }",
    "{ keep: +1d }", "{ keep: 1.5d }", "{ keep: [1d] }", "{ keep: true }", "{ keep: 1d, for: 2d }",
    "{ keep: 01d }",
  ].map(history)
}
