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
      #expect(throws: (any Error).self) {
        _ = try store.importJSON(.string(#"{"id":3}"#), into: .entity("Comment"))
      }
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
    #expect(throws: (any Error).self) {
      _ = try store("subject: { oneOf: [Issue, Pull], required: true }")
    }
    let renamed = try store("topic: { oneOf: [Issue, Wiki, Pull], RenamedFrom: subject, required: true }")
    #expect(try subjects(renamed, "topic") == [[.text("Wiki"), .integer(5)]])
  }

  private func autoreleased(_ body: () throws -> Void) rethrows { try body() }
}
