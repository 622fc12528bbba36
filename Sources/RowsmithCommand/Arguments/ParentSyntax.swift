/// One relationship of one record: `ENTITY:KEY.RELATIONSHIP`.
struct ParentSyntax: Sendable {
  let entity: String
  let key: String
  let relationship: String

  /// The entity ends at the first colon, and the relationship begins after the last dot, because the key may contain both.
  init(_ text: String) throws(UsageError) {
    // A separator that is followed by a combining mark is another `Character`.
    let scalars = text.unicodeScalars
    guard let colon = scalars.firstIndex(of: ":"), let dot = scalars.lastIndex(of: "."), colon < dot else {
      throw UsageError(
        "expected ENTITY:KEY.RELATIONSHIP after --parent, such as 'Band:Japan.albums', found '\(text)'",
        command: "import")
    }
    entity = String(scalars[..<colon])
    key = String(scalars[scalars.index(after: colon)..<dot])
    relationship = String(scalars[scalars.index(after: dot)...])
    if entity.isEmpty || relationship.isEmpty {
      throw UsageError(
        "--parent: the \(entity.isEmpty ? "entity" : "relationship") is missing in '\(text)'",
        command: "import")
    }
  }
}
