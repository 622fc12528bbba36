import Rowsmith
import RowsmithModel
import RowsmithSchema
import Testing

/// To-one relationships to one of several entities.
@Suite struct ChoiceTests {
  private let store: Store

  init() throws {
    let yaml = """
      rowsmith: 1
      defaults: { MergePolicy: Merge }
      entities:
        Issue: { attributes: { id: Int, title: String? }, relationships: { comments: { to: [Comment], inverse: subject } } }
        Pull: { attributes: { id: Int, title: String? } }
        Comment:
          attributes: { id: Int, text: String? }
          relationships:
            subject: { oneOf: [Issue, Pull], Discriminator: kind }
            target: { oneOf: { bug: Issue, pr: Pull }, ForeignKey: targetId }
      """
    let model = ModelCompiler.compile([ModelSource(path: "Hub.yml", text: yaml)], name: "Hub")
    let schema = try #require(model.schema, "\(model.diagnostics)")
    store = try Store(.memory, schema: schema, options: StoreOptions())
  }

  @discardableResult
  private func take(_ json: String, into entity: String = "Comment") throws -> ImportReport {
    try store.importJSON(.string(json), into: .entity(entity))
  }

  private func rows(_ sql: String) throws -> [[StoredValue]] { try store.fetch(.sql(sql)).map(\.values) }

  private func subject(_ name: String = "subject") throws -> [[StoredValue]] {
    try rows("SELECT \(name)_type, \(name)_id FROM Comment ORDER BY id")
  }

  @Test func `an object says what it is, and the columns show the entity and the key`() throws {
    try take(
      #"""
      [{"id": 1, "subject": {"kind": "Issue", "id": 5, "title": "a"}},
       {"id": 2, "subject": {"id": 5, "title": "b", "kind": "Pull"}}, {"id": 3, "subject": null}, {"id": 4}]
      """#)
    #expect(
      try subject() == [
        [.text("Issue"), .integer(5)], [.text("Pull"), .integer(5)], [.null, .null], [.null, .null],
      ])
    #expect(try rows("SELECT id, title FROM Issue") == [[.integer(5), .text("a")]])
    #expect(try rows("SELECT id, title FROM Pull") == [[.integer(5), .text("b")]])
  }

  @Test func `a key is told by the member beside it, before it or behind it`() throws {
    let report = try take(
      #"""
      [{"id": 1, "subject_id": 5, "subject_type": "Pull"}, {"id": 2, "subject_type": "Issue", "subject_id": 7},
       {"id": 3, "subject_type": "Issue", "subject": 8}, {"id": 4, "targetType": "bug", "targetId": 9}]
      """#)
    #expect(
      try subject() == [
        [.text("Pull"), .integer(5)], [.text("Issue"), .integer(7)], [.text("Issue"), .integer(8)],
        [.null, .null],
      ])
    #expect(try subject("target").last == [.text("Issue"), .integer(9)])
    #expect(report.unknownKeys.isEmpty)
  }

  @Test func `a key may arrive before its row`() throws {
    try take(#"{"id": 1, "subject_id": 5, "subject_type": "Pull"}"#)
    #expect(try rows("SELECT * FROM Pull").isEmpty)
    try take(#"{"id": 5, "title": "late"}"#, into: "Pull")
    #expect(
      try rows("SELECT title FROM Comment JOIN Pull ON subject_type = 'Pull' AND subject_id = Pull.id")
        == [[.text("late")]])
  }

  @Test func `what it leads to changes with its kind`() throws {
    try take(#"{"id": 1, "subject_id": 5, "subject_type": "Pull"}"#)
    try take(#"{"id": 1, "subject": {"kind": "Issue", "id": 6}}"#)
    #expect(try subject() == [[.text("Issue"), .integer(6)]])
    try take(#"{"id": 1, "text": "as it was"}"#)
    #expect(try subject() == [[.text("Issue"), .integer(6)]])
    try take(#"{"id": 1, "subject_id": null}"#)
    #expect(try subject() == [[.null, .null]])
  }

  @Test func `a value that is not listed is skipped and counted`() throws {
    let report = try take(
      #"[{"id": 1, "subject": {"kind": "Wiki", "id": 6}}, {"id": 2, "subject_type": "Wiki", "subject_id": 1}]"#
    )
    #expect(report.unlistedKinds["Comment.subject"]?.count == 2)
    #expect(try subject() == [[.null, .null], [.null, .null]])
  }

  @Test func `an inverse of one of the entities is the other end of its links alone`() throws {
    try take(#"{"id": 1, "comments": [{"id": 10}, {"id": 11}]}"#, into: "Issue")
    #expect(try subject() == [[.text("Issue"), .integer(1)], [.text("Issue"), .integer(1)]])
  }

  @Test func `the link goes with the record that it leads to`() throws {
    try take(
      #"[{"id": 1, "subject": {"kind": "Issue", "id": 5}}, {"id": 2, "subject": {"kind": "Pull", "id": 5}}]"#)
    try store.write { db in _ = try db.delete(entity: "Issue", key: [.integer(5)]) }
    #expect(try subject() == [[.null, .null], [.text("Pull"), .integer(5)]])
  }

  @Test func `produced JSON has the key and what it is a key of, and is read again`() throws {
    let json = #"[{"id":1,"subject_id":5,"subject_type":"Pull"},{"id":2,"targetId":9,"targetType":"bug"}]"#
    try take(json)
    var bytes: [UInt8] = []
    try store.exportJSON(entity: "Comment") { bytes += $0 }
    #expect(String(decoding: bytes, as: UTF8.self) == json + "\n")
  }

  @Test func `null is written where it leads nowhere, and only there`() throws {
    try take(
      #"[{"id":1,"text":"a","subject_id":5,"subject_type":"Pull"},{"id":2,"targetId":9,"targetType":"bug"}]"#)
    var options = ExportOptions()
    options.nulls = .written
    var bytes: [UInt8] = []
    try store.exportJSON(entity: "Comment", options: options) { bytes += $0 }
    let json = String(decoding: bytes, as: UTF8.self)
    #expect(
      json
        == #"[{"id":1,"text":"a","subject_id":5,"subject_type":"Pull","targetId":null,"targetType":null},"#
        + #"{"id":2,"text":null,"subject_id":null,"subject_type":null,"targetId":9,"targetType":"bug"}]"#
        + "\n")
    #expect(try take(json).entities["Comment"]?.unchanged == 2)
  }

  @Test func `an object that says that it is of another kind is no more than its words`() throws {
    // The first place that has a value counts, also where another one has a key of another kind.
    try take(#"{"id": 1, "subject": {"kind": "Pull", "id": 6}, "subject_id": 5, "subject_type": "Issue"}"#)
    try take(#"{"id": 2, "subject_id": 5, "subject_type": "Issue", "subject": {"kind": "Pull", "id": 6}}"#)
    #expect(try subject() == [[.text("Pull"), .integer(6)], [.text("Pull"), .integer(6)]])
    #expect(try rows("SELECT count(subjectIssue) FROM Comment") == [[.integer(0)]])
  }

  @Test func `a list takes a record that leads to one of another kind`() throws {
    try take(#"{"id": 10, "subject": {"kind": "Pull", "id": 6}}"#)
    for json in [#"{"id": 1, "comments": [{"id": 10}]}"#, #"{"id": 2, "comments": [10]}"#] {
      let report = try take(json, into: "Issue")
      #expect(report.links.added == 1 && report.links.removed == 1)
    }
    #expect(try rows("SELECT subjectIssue, subjectPull FROM Comment") == [[.integer(2), .null]])
    // The link under which it is embedded stands.
    try take(#"{"id": 3, "comments": [{"id": 10, "subject": {"kind": "Pull", "id": 6}}]}"#, into: "Issue")
    #expect(try rows("SELECT subjectIssue, subjectPull FROM Comment") == [[.integer(3), .null]])
  }

  @Test
  func `embedded in produced JSON, a record says what it is, and a key without its row what it is a key of`()
    throws
  {
    let json =
      #"[{"id":1,"subject":{"kind":"Pull","id":5,"title":"a"}},{"id":2,"subject_id":9,"subject_type":"Pull"}]"#
    try take(json)
    var options = ExportOptions()
    options.embedded = [["subjectIssue"], ["subjectPull"]]
    var bytes: [UInt8] = []
    try store.exportJSON(entity: "Comment", options: options) { bytes += $0 }
    let produced = String(decoding: bytes, as: UTF8.self)
    let report = try take(produced)
    #expect(report.unlistedKinds.isEmpty && report.entities["Comment"]?.unchanged == 2, "\(produced)")
    #expect(
      produced.contains(#""kind":"Pull""#) && produced.contains(#""subject_type":"Pull""#), "\(produced)")
  }
}
