import Foundation
import Rowsmith
import RowsmithModel
import RowsmithSync
import RowsmithTesting
import Testing

/// What the server lacks of an attribute that becomes required while a row is edited.
@Suite struct MigratedRequiredTests {
  private let file = NSTemporaryDirectory() + "required-\(UUID().uuidString).db"
  private let server = MemorySyncServer()

  /// Opens the database with a model of notes that have a tone.
  private func opened(_ tone: String) throws -> (store: Store, session: SyncSession) {
    let text = """
      rowsmith: 1
      entities: { Note: { PrimaryKey: id, attributes: { id: String, tone: \(tone) } } }
      """
    let schema = try #require(
      ModelCompiler.compile([ModelSource(path: "Notes.yml", text: text)], name: "Notes").schema)
    let plan = SyncPlan(server: "memory", entities: [.init("Note", collection: "notes")])
    let store = try Store(.file(file), schema: schema)
    return (store, try SyncSession(store: store, plan: plan, server: server))
  }

  /// Makes notes whose tone may be missing, and changes them once they are at the server.
  private func make(_ rows: String, _ edits: String...) async throws {
    let (store, session) = try opened("String?")
    try await store.write { try $0.execute(sql: "INSERT INTO Note (id, tone) VALUES \(rows)") }
    #expect(try await session.sync().pushed > 0)
    try await store.write { db in for edit in edits { try db.execute(sql: edit) } }
  }

  private func remove() {
    for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file + end) }
  }

  private func values(_ store: Store, _ query: String) async throws -> [[StoredValue]] {
    try await store.read { try $0.rows(query) }.map(\.values)
  }

  @Test(arguments: [("NULL", "'mine'"), ("'mine'", "NULL")])
  func `a conflict with a side that lacked the value is decided as the default`(
    theirs: String, mine: String
  ) async throws {
    defer { remove() }
    // One that is open, and one that was decided before.
    let isOpen = theirs == "NULL"
    let winner = isOpen ? "NULL" : "'theirs'"
    try await make(
      "('n1', 'A')", "UPDATE Note SET tone = 'other'",
      """
      INSERT INTO _rowsmith_conflicts (entity, key, name, kind, base, mine, theirs, policy, winner, at)
      VALUES ('Note', 'n1', 'tone', 'edit', 'A', \(mine), \(theirs), 'manual', \(winner), 1)
      """)
    let (store, session) = try opened("{ type: String, default: plain }")
    let conflict = try #require(try await store.fetch(session.conflicts()).first)
    try await session.resolve(conflict.id, isOpen ? .theirs : .mine)
    #expect(try await values(store, "SELECT tone FROM Note") == [[.text("plain")]])
    let unsent = try await values(store, "SELECT key FROM _rowsmith_sync_unsent")
    #expect(unsent == (isOpen ? [] : [[.text("n1")]]))
  }

  @Test func `an edit or a deletion is discarded where the server lacks the value`() async throws {
    defer { remove() }
    try await make(
      "('n1', NULL), ('n2', NULL)", "UPDATE Note SET tone = 'mine' WHERE id = 'n1'",
      "DELETE FROM Note WHERE id = 'n2'")
    let (store, session) = try opened("{ type: String, default: plain }")
    for key in ["n1", "n2"] { try await session.discard("Note", key: .text(key)) }
    #expect(
      try await values(store, "SELECT id, tone FROM Note ORDER BY id")
        == [[.text("n1"), .text("plain")], [.text("n2"), .text("plain")]])
    #expect(try await values(store, "SELECT key FROM _rowsmith_sync_unsent").isEmpty)
  }

  @Test func `an edit that cannot be discarded, as nothing stands for the value, says so`() async throws {
    defer { remove() }
    try await make("('n1', NULL)", "UPDATE Note SET tone = 'mine'")
    let (store, session) = try opened("String")
    let error = await #expect(throws: SyncError.self) {
      try await session.discard("Note", key: .text("n1"))
    }
    #expect(
      error?.message
        == "the server has no value for 'tone', which the model requires; give the record the right one "
        + "instead of discarding its changes")
    #expect(try await values(store, "SELECT tone FROM Note") == [[.text("mine")]])
  }
}
