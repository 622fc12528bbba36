import Rowsmith
import Testing

/// Rule 7: imports into one relationship of one record, under every policy.
@Suite struct ScopedImportRuleTests {
  private static func model(_ policy: String = "Merge") -> String {
    """
    defaults: { MergePolicy: Merge }
    entities:
      Home: { attributes: { id: Int }, relationships: { bands: { to: [Band], inverse: home, MergePolicy: Replace } } }
      Band:
        attributes: { id: Int, name: String, label: String?, size: { type: Int, default: 4 } }
        relationships:
          home: Home?
          albums: { to: [Album], inverse: band, MergePolicy: \(policy) }
          best: { to: Album?, inverse: none, MergePolicy: \(policy) }
      Album:
        attributes: { id: Int, title: String? }
        relationships: { band: { to: Band?, MergePolicy: Replace } }
    """
  }

  private static let bands = "SELECT id, name, label, size FROM Band ORDER BY id"
  private static let albums = "SELECT id, title, band FROM Album ORDER BY id"
  private static let target = ImportTarget.relationship(parent: "Band", key: [.integer(1)], name: "albums")

  private func started() throws -> ImportScenario {
    let scenario = try ImportScenario(ScopedImportRuleTests.model())
    try scenario.importJSON(
      """
      [{"id":1,"name":"Can","label":"UA","size":5,"albums":[{"id":1,"title":"a"},{"id":2,"title":"b"}]},
      {"id":2,"name":"Neu","albums":[{"id":3,"title":"c"}]}]
      """, into: "Band")
    return scenario
  }

  @Test(arguments: [
    (Schema.MergePolicy.merge, "1 | x | 1\n2 | b | 1\n3 | c | 1"), (.mergeAndPrune, "1 | x | 1\n3 | c | 1"),
    (.replace, "1 | x | 1\n3 | · | 1"),
  ])
  func `the items meet the rows linked there as the policy says`(policy: Schema.MergePolicy, rows: String)
    throws
  {
    let scenario = try started()
    try scenario.importJSON(#"[{"id":1,"title":"x"},{"id":3}]"#, into: ScopedImportRuleTests.target) {
      $0.policy = policy
    }
    // An object with a key alone is a key of an entity that requires more; an album requires no more.
    try scenario.expect(ScopedImportRuleTests.albums, rows)
    try scenario.expect(ScopedImportRuleTests.bands, "1 | Can | UA | 5\n2 | Neu | · | 4")
  }

  @Test(arguments: [Schema.MergePolicy.merge, .mergeAndPrune, .replace])
  func `the parent keeps its own values where an item embeds it, and takes those given`(
    policy: Schema.MergePolicy
  )
    throws
  {
    let scenario = try started()
    try scenario.importJSON(
      #"[{"id":1,"title":"a","band":{"id":1,"size":9}},{"id":2,"title":"b","band":{"id":1}}]"#,
      into: ScopedImportRuleTests.target
    ) { $0.policy = policy }
    try scenario.expect(ScopedImportRuleTests.bands, "1 | Can | UA | 9\n2 | Neu | · | 4")
    try scenario.expect(ScopedImportRuleTests.albums, "1 | a | 1\n2 | b | 1\n3 | c | 2")
  }

  @Test(arguments: [Schema.MergePolicy.merge, .mergeAndPrune, .replace])
  func `the parent counts as named: it does not go when it leaves its place`(policy: Schema.MergePolicy)
    throws
  {
    let scenario = try started()
    try scenario.importJSON(#"{"id":1,"bands":[1,2]}"#, into: "Home")
    // Inside an item the home lets all its bands go.
    try scenario.importJSON(
      #"[{"id":5,"band":{"id":1,"home":{"id":1,"bands":[]}}}]"#, into: ScopedImportRuleTests.target
    ) { $0.policy = policy }
    #expect(try scenario.test.reader.rows("SELECT 1 FROM Band WHERE id = 1").count == 1)
    try scenario.expect("SELECT band FROM Album WHERE id = 5", "1")
  }

  @Test(arguments: [Schema.MergePolicy.merge, .mergeAndPrune, .replace])
  func `keys only link, and null or an empty list are lists without items`(policy: Schema.MergePolicy) throws
  {
    let scenario = try started()
    try scenario.importJSON("[2,3]", into: ScopedImportRuleTests.target) { $0.policy = policy }
    let first = policy == .merge ? "1 | a | 1" : "1 | a | ·"
    try scenario.expect(ScopedImportRuleTests.albums, first + "\n2 | b | 1\n3 | c | 1")
    for value in ["[]", "null"] {
      let scenario = try started()
      try scenario.importJSON(value, into: ScopedImportRuleTests.target) { $0.policy = policy }
      try scenario.expect(
        ScopedImportRuleTests.albums, policy == .merge ? "1 | a | 1\n2 | b | 1\n3 | c | 2" : "3 | c | 2")
    }
  }

  @Test(arguments: [Schema.MergePolicy.merge, .mergeAndPrune, .replace])
  func `a to-one takes one record, a key or null`(policy: Schema.MergePolicy) throws {
    let best = ImportTarget.relationship(parent: "Band", key: [.integer(1)], name: "best")
    let scenario = try started()
    try scenario.importJSON(#"{"id":8,"title":"t"}"#, into: best) { $0.policy = policy }
    try scenario.expect("SELECT id, best FROM Band ORDER BY id", "1 | 8\n2 | ·")
    try scenario.importJSON("1", into: best) { $0.policy = policy }
    try scenario.expect("SELECT id, best FROM Band ORDER BY id", "1 | 1\n2 | ·")
    try scenario.importJSON("null", into: best) { $0.policy = policy }
    try scenario.expect("SELECT id, best FROM Band ORDER BY id", "1 | ·\n2 | ·")
    try scenario.expect(ScopedImportRuleTests.bands, "1 | Can | UA | 5\n2 | Neu | · | 4")
  }

  @Test(arguments: [
    (#"{"id":9}"#, Schema.MergePolicy?.none, "9 | ·", ""), (#"{"id":9}"#, .replace, "9 | ·", ""),
    (#"{"id":9}"#, .merge, "9 | ·", "8"), ("9", nil, "9 | ·", "8"), ("null", nil, "· | 8", "8"),
    (#"{"id":9,"comments":[{"id":2,"subject":{"kind":"Issue","id":8}}]}"#, .mergeAndPrune, "9 | ·", "8"),
  ])
  func `a record of another kind leaves as it does where the value is embedded`(
    value: String, policy: Schema.MergePolicy?, links: String, issues: String
  ) throws {
    let scenario = try ImportScenario(
      """
      entities:
        Issue: { attributes: { id: Int } }
        Pull:
          attributes: { id: Int }
          relationships: { comments: { to: [Comment], inverse: none, MergePolicy: Merge } }
        Comment:
          attributes: { id: Int }
          relationships:
            subject: { oneOf: [Issue, Pull], Discriminator: kind, MergePolicy: \(policy == nil ? "Replace" : "Merge") }
      """, comparingReference: false)
    try scenario.importJSON(#"{"id":1,"subject":{"kind":"Issue","id":8}}"#, into: "Comment")
    try scenario.importJSON(
      value, into: .relationship(parent: "Comment", key: [.integer(1)], name: "subjectPull")
    ) { $0.policy = policy }
    try scenario.expect("SELECT subjectPull, subjectIssue FROM Comment WHERE id = 1", links)
    try scenario.expect("SELECT id FROM Issue", issues)
  }
}
