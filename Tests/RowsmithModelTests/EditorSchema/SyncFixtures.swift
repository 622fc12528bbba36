/// Sections and keys `sync` for which the parser and the editor's schema must give the same verdict.
enum SyncFixtures {
  private static func sync(_ text: String) -> String { "rowsmith: 1\nsync: \(text)" }

  private static func entity(_ text: String) -> String { "rowsmith: 1\nentities: { A: { sync: \(text) } }" }

  private static func attribute(_ text: String) -> String {
    "rowsmith: 1\nentities: { A: { attributes: { a: { type: JSON, sync: \(text) } } } }"
  }

  private static func relationship(_ text: String) -> String {
    "rowsmith: 1\nentities: { A: { relationships: { a: { to: [B], sync: \(text) } } } }"
  }

  static let good: [String] =
    [
      "{ server: kinto, bucket: notes-app }", "{ server: kinto, bucket: a_1, overlap: 0 }",
      "{ server: kinto, bucket: a, conflict: manual, deleteConflict: deleteWins }", "{ server: rest }",
      "{ server: rest, changes: changes, version: lock_version, overlap: 5 }", "{ server: mine }",
      "{ server: rest, idempotency: none, user: me.name }",
      "{ server: mine, a: b, c: 1, d: true, bucket: '#', changes: 'a b', overlap: none, conflict: union }",
    ].map(sync)
    + [
      "true", "false", "pull", "{}", "{ collection: notes, direction: both }", "{ direction: pull }",
      "{ conflict: clientWins }", "{ conflict: { a: union, b: lastWriter } }", "{ deleteConflict: editWins }",
      "{ list: a, read: b, create: c, change: d, delete: e }", "{ table: a, limit: 5, fast: true }",
    ].map(entity)
    + ["false", "permissions"].map(attribute) + ["false", "array", "relation"].map(relationship)

  static let bad: [String] =
    [
      "", "kinto", "[]", "{}", "{ bucket: a }", "{ server: [kinto] }", "{ server: }", "{ server: '' }",
      "{ server: kinto }", "{ server: kinto, bucket: }", "{ server: kinto, bucket: '#' }",
      "{ server: kinto, bucket: -a }", "{ server: kinto, bucket: [a] }",
      "{ server: kinto, bucket: a, overlap: soon }", "{ server: kinto, bucket: a, overlap: -1 }",
      "{ server: kinto, bucket: a, changes: a }", "{ server: rest, bucket: a }",
      "{ server: rest, changes: https://a }", "{ server: rest, changes: 'a b' }",
      "{ server: rest, version: }",
      "{ server: rest, idempotency: maybe }", "{ server: rest, overlap: '5' }",
      "{ server: mine, conflict: mine }", "{ server: mine, conflict: { a: union } }",
      "{ server: mine, deleteConflict: serverWins }", "{ server: mine, a: [b] }",
      "{ server: mine, a: { b: c } }",
      "{ server: mine, a: }",
    ].map(sync)
    + [
      "", "no", "push", "[]", "1", "'true'", "{ collection: }", "{ direction: push }", "{ conflict: mine }",
      "{ conflict: {} }", "{ conflict: { a: mine } }", "{ conflict: [union] }", "{ deleteConflict: union }",
      "{ list: [a] }", "{ table: { a: b } }", "{ table: null }",
    ].map(entity)
    + ["", "true", "'false'", "array", "[]", "no"].map(attribute)
    + ["", "true", "'false'", "permissions", "{ array: a }", "list"].map(relationship)
}
