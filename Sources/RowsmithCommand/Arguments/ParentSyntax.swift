/// One relationship of one record: `ENTITY:KEY.RELATIONSHIP`.
struct ParentSyntax: Sendable {
  let entity: String
  let key: String
  let relationship: String

  /// The entity ends at the first colon, and the relationship begins after the last dot, because the key may contain both.
  init(_ text: String) throws(UsageError) {
    guard let colon = text.firstIndex(of: ":"), let dot = text.lastIndex(of: "."), colon < dot else {
      throw UsageError(
        "expected ENTITY:KEY.RELATIONSHIP after --parent, such as 'Band:Japan.albums', found '\(text)'",
        command: "import")
    }
    entity = String(text[..<colon])
    key = String(text[text.index(after: colon)..<dot])
    relationship = String(text[text.index(after: dot)...])
    if entity.isEmpty || relationship.isEmpty {
      throw UsageError(
        "--parent: the \(entity.isEmpty ? "entity" : "relationship") is missing in '\(text)'",
        command: "import")
    }
  }
}
