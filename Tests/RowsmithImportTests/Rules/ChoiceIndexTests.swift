import Rowsmith
import RowsmithModel
import RowsmithSchema
import Testing

/// Indices and uniqueness over to-one relationships to one of several entities.
@Suite struct ChoiceIndexTests {
  private let store: Store

  init() throws {
    let yaml = """
      rowsmith: 1
      defaults: { MergePolicy: Merge }
      entities:
        Issue: { attributes: { id: Int }, relationships: { votes: { to: [Vote], inverse: subject } } }
        Pull: { attributes: { id: Int } }
        Vote:
          unique: [[user, subject]]
          indexes: [[subject, at]]
          attributes: { id: Int, user: String, at: Int? }
          relationships: { subject: { oneOf: [Issue, Pull] } }
      """
    let model = ModelCompiler.compile([ModelSource(path: "Hub.yml", text: yaml)], name: "Hub")
    let schema = try #require(model.schema, "\(model.diagnostics)")
    store = try Store(.memory, schema: schema, options: StoreOptions())
  }

  private func take(_ json: String, into entity: String = "Vote") throws {
    _ = try store.importJSON(.string(json), into: .entity(entity))
  }

  private func rows(_ sql: String) throws -> [[StoredValue]] { try store.fetch(.sql(sql)).map(\.values) }

  @Test func `no two rows with the same values lead to the same record`() throws {
    try take(
      #"""
      [{"id": 1, "user": "ann", "subject_type": "Issue", "subject_id": 5},
       {"id": 2, "user": "ann", "subject_type": "Pull", "subject_id": 5},
       {"id": 3, "user": "bob", "subject_type": "Issue", "subject_id": 5}]
      """#)
    for kind in ["Issue", "Pull"] {
      let error = #expect(throws: ImportError.self) {
        try take("{\"id\": 4, \"user\": \"ann\", \"subject_type\": \"\(kind)\", \"subject_id\": 5}")
      }
      #expect(error?.reason == .notUnique)
      #expect(error?.message.contains("another row has these values") == true)
    }
    #expect(try rows("SELECT count(*) FROM Vote") == [[.integer(3)]])
  }

  @Test func `rows that lead nowhere share nothing`() throws {
    try take(#"[{"id": 1, "user": "ann"}, {"id": 2, "user": "ann"}]"#)
    #expect(try rows("SELECT count(*) FROM Vote") == [[.integer(2)]])
  }

  @Test func `two rows may swap what they lead to`() throws {
    try take(
      #"""
      [{"id": 1, "user": "ann", "subject_type": "Issue", "subject_id": 5},
       {"id": 2, "user": "ann", "subject_type": "Pull", "subject_id": 5}]
      """#)
    try take(
      #"""
      [{"id": 1, "user": "ann", "subject_type": "Pull", "subject_id": 5},
       {"id": 2, "user": "ann", "subject_type": "Issue", "subject_id": 5}]
      """#)
    #expect(
      try rows("SELECT subject_type FROM Vote ORDER BY id") == [[.text("Pull")], [.text("Issue")]])
  }

  @Test func `a list that makes two rows the same is refused`() throws {
    try take(
      #"[{"id": 1, "user": "ann", "subject_type": "Issue", "subject_id": 5}, {"id": 2, "user": "ann"}]"#)
    let error = #expect(throws: ImportError.self) {
      try take(#"{"id": 5, "votes": [1, 2]}"#, into: "Issue")
    }
    #expect(error?.reason == .notUnique)
    #expect(try rows("SELECT id FROM Vote WHERE subject_id = 5") == [[.integer(1)]])
  }

  @Test func `there is an index for each of the entities`() throws {
    let names = try rows(
      "SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'Vote' ORDER BY 1"
    )
    .compactMap(\.first)
    for name in [
      "Vote.user.subjectIssue", "Vote.user.subjectPull", "Vote.subjectIssue.at", "Vote.subjectPull.at",
    ] {
      #expect(names.contains(.text(name)), "\(name)")
    }
    let plan = try rows("EXPLAIN QUERY PLAN SELECT * FROM Vote WHERE subjectPull = 5 ORDER BY at")
    #expect("\(plan)".contains("Vote.subjectPull.at"))
    #expect(!"\(plan)".contains("TEMP B-TREE"))
  }
}
