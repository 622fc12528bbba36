import Rowsmith
import RowsmithModel
import RowsmithSchema
import Testing

/// To-one relationships that must lead to a record of one of several entities.
@Suite struct RequiredChoiceTests {
  private let store: Store

  init() throws {
    let yaml = """
      rowsmith: 1
      defaults: { MergePolicy: Merge }
      entities:
        Issue:
          attributes: { id: Int, title: String? }
          relationships: { comments: { to: [Comment], inverse: subject, MergePolicy: MergeAndPrune, Prune: Delete } }
        Pull:
          attributes: { id: Int, title: String? }
          relationships: { comments: { to: [Comment], inverse: subject } }
        Comment:
          attributes: { id: Int, text: String? }
          relationships:
            subject: { oneOf: [Issue, Pull], Discriminator: kind, required: true }
        Thread:
          attributes: { id: Int }
          relationships:
            pinned: { to: Comment?, inverse: none }
            marks: { to: [Mark], inverse: none }
        Mark:
          attributes: { text: String? }
          relationships:
            about: { oneOf: [Issue, Pull], Discriminator: kind, required: true, inverse: none }
      """
    let model = ModelCompiler.compile([ModelSource(path: "Hub.yml", text: yaml)], name: "Hub")
    let schema = try #require(model.schema, "\(model.diagnostics)")
    store = try Store(.memory, schema: schema, options: StoreOptions())
  }

  @discardableResult
  private func take(
    _ json: String, into entity: String = "Comment", _ options: ImportOptions = ImportOptions()
  ) throws -> ImportReport {
    try store.importJSON(.string(json), into: .entity(entity), options: options)
  }

  private func subjects() throws -> [[StoredValue]] {
    try store.fetch(.sql("SELECT id, subject_type, subject_id FROM Comment ORDER BY id")).map(\.values)
  }

  private func message(_ json: String, into entity: String = "Comment") -> String {
    do {
      try take(json, into: entity)
      return "nothing is wrong"
    } catch { return "\(error)" }
  }

  @Test func `one of the entities must be led to, by whatever says it`() throws {
    try take(
      #"""
      [{"id": 1, "subject": {"kind": "Issue", "id": 5}}, {"id": 2, "subject_id": 5, "subject_type": "Pull"},
       {"id": 3, "text": "later"}, {"id": 3, "subject_type": "Issue", "subject_id": 6}]
      """#)
    #expect(
      try subjects() == [
        [.integer(1), .text("Issue"), .integer(5)], [.integer(2), .text("Pull"), .integer(5)],
        [.integer(3), .text("Issue"), .integer(6)],
      ])
    try take(#"{"id": 2, "text": "as it was"}"#)
    #expect(try subjects()[1] == [.integer(2), .text("Pull"), .integer(5)])
  }

  @Test func `without one, with null, and with a value that is not listed a new record is refused`() {
    #expect(message(#"{"id": 1}"#).contains("expected 'subject', found nothing; a new Comment needs it"))
    #expect(
      message(#"{"id": 1, "subject": null}"#).contains(
        "expected Issue or Pull, found null; 'subject' is required"))
    #expect(
      message(#"{"id": 1, "subject_type": "Wiki", "subject_id": 1}"#).contains("expected 'subject'"))
  }

  @Test func `a bad record is skipped, and the others are imported`() throws {
    var options = ImportOptions()
    options.onInvalid = .skip
    let report = try take(
      #"[{"id": 1}, {"id": 2, "subject": {"kind": "Pull", "id": "x"}}, {"id": 3, "subject_id": 1, "subject_type": "Pull"}]"#,
      options)
    #expect(report.skipped.count == 2)
    #expect(try subjects() == [[.integer(3), .text("Pull"), .integer(1)]])
  }

  @Test func `a record that is bad leaves the link of a row as it is`() throws {
    try take(#"{"id": 1, "subject": {"kind": "Issue", "id": 5}}"#)
    var options = ImportOptions()
    options.onInvalid = .skip
    try take(#"{"id": 1, "subject": {"kind": "Pull", "id": "x"}}"#, options)
    #expect(try subjects() == [[.integer(1), .text("Issue"), .integer(5)]])
  }

  @Test func `a list gives it to its items, and takes the one that they had`() throws {
    try take(
      #"{"id": 5, "comments": [{"id": 1}, {"id": 2, "subject": {"kind": "Pull", "id": 9}}]}"#, into: "Issue")
    #expect(
      try subjects() == [
        [.integer(1), .text("Issue"), .integer(5)], [.integer(2), .text("Issue"), .integer(5)],
      ])
    try take(#"{"id": 7, "comments": [1]}"#, into: "Pull")
    #expect(try subjects()[0] == [.integer(1), .text("Pull"), .integer(7)])
    try take(#"[{"id": 5, "comments": [{"id": 1}]}]"#, into: "Issue")
    #expect(try subjects() == [[.integer(1), .text("Issue"), .integer(5)]])
  }

  @Test func `what leaves a list and is led to nothing else is refused where it must stay`() throws {
    try take(#"{"id": 5, "comments": [{"id": 1}, {"id": 2}]}"#, into: "Issue")
    let text = message(#"{"id": 5, "comments": [2]}"#, into: "Issue")
    #expect(text.contains("a Comment is left without its 'subject', which is required"), "\(text)")
    try take(
      #"""
      [{"id": 2, "subject": {"kind": "Issue", "id": 5, "comments": [2]}}, {"id": 1, "subject_id": 7, "subject_type": "Pull"}]
      """#)
    #expect(
      try subjects() == [
        [.integer(1), .text("Pull"), .integer(7)], [.integer(2), .text("Issue"), .integer(5)],
      ])
  }

  @Test func `a record is not deleted while one needs it`() throws {
    try take(#"{"id": 1, "subject": {"kind": "Pull", "id": 5}}"#)
    let error = #expect(throws: (any Error).self) {
      try store.write { db in _ = try db.delete(entity: "Pull", key: [.integer(5)]) }
    }
    #expect("\(try #require(error))".contains("'Comment.subject' is required"))
  }

  @Test func `an object that has its key alone is a key`() throws {
    try take(#"{"id": 1, "pinned": {"id": 8}}"#, into: "Thread")
    #expect(try store.fetch(.sql("SELECT pinned FROM Thread")).map(\.values) == [[.integer(8)]])
    #expect(try subjects().isEmpty)
  }

  @Test func `an object that has no key, and nothing else, is no key`() throws {
    let text = message(#"{"id": 1, "marks": [{}]}"#, into: "Thread")
    #expect(text.contains("expected 'about', found nothing; a new Mark needs it"), "\(text)")
    try take(#"{"id": 1, "marks": [{"about": {"kind": "Pull", "id": 5}}]}"#, into: "Thread")
    #expect(try store.fetch(.sql("SELECT about_id FROM Mark")).map(\.values) == [[.integer(5)]])
  }

  @Test func `another program cannot leave it out either`() throws {
    let error = #expect(throws: (any Error).self) {
      try store.write { db in _ = try db.execute(sql: "INSERT INTO Comment (id) VALUES (1)") }
    }
    #expect("\(try #require(error))".contains("Comment.subject_type"))
  }
}
