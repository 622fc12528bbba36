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

  private func autoreleased(_ body: () throws -> Void) rethrows { try body() }
}
