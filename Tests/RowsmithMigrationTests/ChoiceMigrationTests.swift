import Foundation
import Rowsmith
import RowsmithModel
import RowsmithSchema
import Testing

/// Models that begin and cease to link one of several entities.
@Suite struct ChoiceMigrationTests {
  private let path = FileManager.default.temporaryDirectory.appendingPathComponent(
    "\(UUID().uuidString).sqlite"
  )
  .path

  private func store(_ relationship: String) throws -> Store {
    let yaml = """
      rowsmith: 1
      defaults: { MergePolicy: Merge }
      entities:
        Issue: { attributes: { id: Int } }
        Pull: { attributes: { id: Int } }
        Wiki: { attributes: { id: Int } }
        Comment:
          attributes: { id: Int, text: String? }
          relationships: { \(relationship) }
      """
    let model = ModelCompiler.compile([ModelSource(path: "Hub.yml", text: yaml)], name: "Hub")
    let schema = try #require(model.schema, "\(model.diagnostics)")
    return try Store(.file(path), schema: schema, options: StoreOptions())
  }

  private func subjects(_ store: Store, _ name: String) throws -> [[StoredValue]] {
    try store.fetch(.sql("SELECT \(name)_type, \(name)_id FROM Comment ORDER BY id")).map(\.values)
  }

  @Test func `links stay when an entity is added to those that they may lead to, and when they are renamed`()
    throws
  {
    defer {
      for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }
    let json =
      #"[{"id":1,"subject_type":"Pull","subject_id":5},{"id":2,"subject_type":"Issue","subject_id":6}]"#
    let expected: [[StoredValue]] = [[.text("Pull"), .integer(5)], [.text("Issue"), .integer(6)]]
    try autoreleased {
      let first = try store("subject: { oneOf: [Issue, Pull] }")
      _ = try first.importJSON(.string(json), into: .entity("Comment"))
    }
    try autoreleased {
      let second = try store("subject: { oneOf: [Wiki, Issue, Pull] }")
      #expect(try subjects(second, "subject") == expected)
    }
    let third = try store("topic: { oneOf: [Issue, Pull, Wiki], RenamedFrom: subject }")
    #expect(try subjects(third, "topic") == expected)
  }

  @Test func `a link that may be empty becomes one that must not, where every row has one, and back`() throws
  {
    defer {
      for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }
    let optional = "subject: { oneOf: [Issue, Pull] }"
    let required = "subject: { oneOf: [Issue, Pull], required: true }"
    try autoreleased {
      let store = try self.store(optional)
      _ = try store.importJSON(
        .string(#"[{"id":1,"subject_type":"Pull","subject_id":5},{"id":2}]"#), into: .entity("Comment"))
    }
    let error = #expect(throws: (any Error).self) { _ = try self.store(required) }
    let text = "\(try #require(error))"
    #expect(text.contains("Comment.subject"), "\(text)")
    #expect(text.contains("without a link, which is required"), "\(text)")
    try autoreleased {
      let store = try self.store(optional)
      _ = try store.importJSON(
        .string(#"{"id":2,"subject_type":"Issue","subject_id":6}"#), into: .entity("Comment"))
    }
    let expected: [[StoredValue]] = [[.text("Pull"), .integer(5)], [.text("Issue"), .integer(6)]]
    try autoreleased {
      let store = try self.store(required)
      #expect(try subjects(store, "subject") == expected)
      let missing = #expect(throws: ImportError.self) {
        _ = try store.importJSON(.string(#"{"id":3}"#), into: .entity("Comment"))
      }
      #expect(missing?.message.contains("'subject', found nothing; a new Comment needs it") == true)
    }
    let store = try self.store(optional)
    #expect(try subjects(store, "subject") == expected)
    _ = try store.importJSON(.string(#"{"id":3}"#), into: .entity("Comment"))
  }

  @Test func `a link that must lead to one of three entities cannot lose one that rows are led to`() throws {
    defer {
      for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }
    try autoreleased {
      let store = try self.store("subject: { oneOf: [Issue, Pull, Wiki], required: true }")
      _ = try store.importJSON(
        .string(#"{"id":1,"subject_type":"Wiki","subject_id":5}"#), into: .entity("Comment"))
    }
    let error = #expect(throws: MigrationError.self) {
      _ = try store("subject: { oneOf: [Issue, Pull], required: true }")
    }
    #expect(error?.description.contains("Comment.subject") == true)
    let renamed = try store("topic: { oneOf: [Issue, Wiki, Pull], RenamedFrom: subject, required: true }")
    #expect(try subjects(renamed, "topic") == [[.text("Wiki"), .integer(5)]])
  }

  private static func hub(_ entities: String, _ relationship: String) -> String {
    """
    \(entities)
      Pull: { attributes: { id: Int } }
      Comment: { attributes: { id: Int }, relationships: { \(relationship) } }
    """
  }

  private static let issue = "entities:\n  Issue: { attributes: { id: Int } }"
  private static let ticket = "entities:\n  Ticket: { attributes: { id: Int }, RenamedFrom: Issue }"
  private static let comments =
    #"[{"id":1,"subject_type":"Pull","subject_id":5},{"id":2,"subject_type":"Issue","subject_id":6}]"#

  @Test(arguments: [
    "subject: { oneOf: [Ticket, Pull] }", "topic: { oneOf: [Pull, Ticket], RenamedFrom: subject }",
  ])
  func `links stay when an entity that they lead to is renamed`(relationship: String) throws {
    let trial = try Trial(
      Self.hub(Self.issue, "subject: { oneOf: [Issue, Pull] }"), "Comment", Self.comments)
    let report = try trial.migrate(Self.hub(Self.ticket, relationship))
    #expect(report.plan.losses.isEmpty)
    let name = relationship.prefix { $0 != ":" }
    #expect(
      try trial.rows("SELECT \(name)_type, \(name)_id FROM Comment ORDER BY id") == ["Pull|5", "Ticket|6"])
    #expect(
      try trial.rows("SELECT * FROM _rowsmith_unresolved ORDER BY 1")
        == ["Comment.\(name)Pull|5", "Comment.\(name)Ticket|6"])
  }

  @Test func `a new entity that has the name of a renamed one is led to by nothing`() throws {
    let trial = try Trial(
      Self.hub(Self.issue, "subject: { oneOf: [Issue, Pull] }"), "Comment", Self.comments)
    let both = "\(Self.ticket)\n  Issue2: { attributes: { id: Int } }"
    try trial.migrate(Self.hub(both, "subject: { oneOf: [Issue2, Ticket, Pull] }"))
    #expect(
      try trial.rows("SELECT subject_type, subject_id FROM Comment ORDER BY id") == ["Pull|5", "Ticket|6"])
  }

  @Test
  func `a link to one entity stays when it may lead to others, too, and when it leads to one alone again`()
    throws
  {
    let sole = Self.hub(Self.issue, "subject: { to: Issue, inverse: none }")
    let trial = try Trial(sole, "Comment", #"[{"id":1,"subject":5},{"id":2,"subject":6}]"#)
    try trial.migrate(Self.hub(Self.issue, "subject: { oneOf: [Pull, Issue], required: true }"))
    #expect(
      try trial.rows("SELECT subject_type, subject_id FROM Comment ORDER BY id") == ["Issue|5", "Issue|6"])
    // That it must lead somewhere does not say that it leads to an issue: it is looked at.
    try trial.migrate(sole)
    #expect(try trial.rows("SELECT subject FROM Comment ORDER BY id") == ["5", "6"])
  }

  @Test func `links to what it leads to no more are a loss`() throws {
    let trial = try Trial(
      Self.hub(Self.issue, "subject: { oneOf: [Issue, Pull] }"), "Comment", Self.comments)
    let sole = Self.hub(Self.issue, "topic: { to: Issue?, inverse: none, RenamedFrom: subject }")
    #expect(try trial.refusal(sole) == ["Comment.subjectPull: 1 link"])
    try trial.migrate(sole, allowsLoss: true)
    #expect(try trial.rows("SELECT id, topic FROM Comment ORDER BY id") == ["1|-", "2|6"])
  }

  private func autoreleased(_ body: () throws -> Void) rethrows { try body() }
}
