import Testing

/// The section `history`.
struct HistoryDiagnosticTests {
  private static let entities = "entities: { A: { attributes: { id: Int } } }"

  @Test(arguments: [
    ("yes", "2:10: error: 'history' must be true, false, or a mapping such as { keep: 30d }, found 'yes'"),
    (
      "{}",
      "2:10: error: 'history' does not say how long it is kept; write { keep: 30d }, or true to keep it forever"
    ),
    ("{ kep: 3d }", "2:12: error: unknown key 'kep' in 'history'; did you mean 'keep'?"),
    (
      "{ keep: 3w }",
      "2:18: error: expected a whole number of seconds, minutes, hours or days after 'keep', such as 45s, 90m, 12h or 30d; "
        + "found '3w'"
    ),
    (
      "{ keep: 99999999999999999999d }",
      "2:18: error: expected a whole number of seconds, minutes, hours or days after 'keep', such as 45s, 90m, 12h or 30d; "
        + "found '99999999999999999999d'"
    ),
  ])
  func `what is no history is said where it stands`(text: String, message: String) {
    let missing =
      text.contains("kep")
      ? "2:10: error: 'history' does not say how long it is kept; write { keep: 30d }, or true to keep it forever\n"
      : ""
    expectDiagnostics(of: "rowsmith: 1\nhistory: \(text)\n\(Self.entities)\n", missing + message)
  }

  @Test func `it is said in one file of a model`() {
    expectDiagnostics(
      ofFiles: ["rowsmith: 1\nhistory: true\n\(Self.entities)\n", "rowsmith: 1\nhistory: false\n"],
      "Model/2.yml:2:1: error: 'history' is given in two files; it is already at Model/1.yml:2:1")
  }
}
