import Foundation
import Rowsmith
import RowsmithModel
import RowsmithSchema
import TestSupport
import Testing

/// Steps of the app's own between two versions of a model.
struct MigrationStepTests {
  private struct Stopped: Error {}

  private let path = FileManager.default.temporaryDirectory
    .appendingPathComponent("rowsmith-steps-\(UUID().uuidString).sqlite").path
  private let old: Schema
  private let new: Schema

  init() throws {
    old = try Self.schema("name: String, years: String?, shout: String?")
    new = try Self.schema("name: String, first: Int?, last: Int?")
    let store = try Store(.file(path), schema: old)
    try store.importJSON(
      .string(#"[{"name": "Can", "years": "1968-1979", "shout": "x"}, {"name": "Neu!"}]"#),
      into: .entity("Band"))
    store.close()
  }

  private static func schema(_ attributes: String) throws -> Schema {
    let yaml = "rowsmith: 1\nentities: { Band: { PrimaryKey: name, attributes: { \(attributes) } } }\n"
    return try #require(ModelCompiler.compile([ModelSource(path: "T.yml", text: yaml)], name: "T").schema)
  }

  private func open(_ steps: MigrationStep...) throws -> Store {
    var options = StoreOptions()
    options.migrations = steps
    return try Store(.file(path), schema: new, options: options)
  }

  private func remove() {
    for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
  }

  /// Keeps the years aside, so that taking the column away loses nothing.
  private var before: MigrationStep {
    MigrationStep(from: old.fingerprint) { db in
      try db.execute(sql: "CREATE TABLE kept AS SELECT name, years FROM Band WHERE years IS NOT NULL")
      try db.execute(sql: "UPDATE Band SET years = NULL, shout = NULL")
    }
  }

  private var after: MigrationStep {
    MigrationStep(when: { $0.entities[0].attributes.contains { $0.name == "years" } }, .after) { db in
      for row in try db.rows(sql: "SELECT name, years FROM kept WHERE name <> ?", "Nobody") {
        let years: String = try row.value("years")
        let name: String = try row.value("name")
        let parts = years.split(separator: "-").compactMap { Int($0) }
        try db.execute(sql: "UPDATE Band SET first = ?, last = ? WHERE name = ?", parts[0], parts[1], name)
      }
      try db.execute(sql: "DROP TABLE kept")
    }
  }

  @Test func `a step before the planned work and one behind it bring values into new columns`() throws {
    defer { remove() }
    #expect(throws: MigrationError.self) { try open() }
    let store = try open(after, before)
    let rows = try store.fetch(.sql("SELECT name, first, last FROM Band ORDER BY name"))
    #expect(
      rows.map(\.values) == [[.text("Can"), .integer(1968), .integer(1979)], [.text("Neu!"), .null, .null]])
    #expect(try store.fetch(.sql("SELECT 1 FROM sqlite_master WHERE name = 'kept'")) == [])
  }

  @Test func `what a step throws takes everything back`() throws {
    defer { remove() }
    let throwing = MigrationStep(when: { _ in true }, .after) { _ in throw Stopped() }
    #expect(throws: Stopped.self) { try open(before, throwing) }
    let store = try Store(.file(path), schema: old)
    #expect(
      try store.fetch(.sql("SELECT years FROM Band WHERE name = 'Can'")).first?["years"] == .text("1968-1979")
    )
    #expect(try store.fetch(.sql("SELECT 1 FROM sqlite_master WHERE name = 'kept'")) == [])
  }

  @Test func `a step for another version, and one for a database of today, does not run`() throws {
    defer { remove() }
    let other = MigrationStep(from: new.fingerprint) { _ in throw Stopped() }
    _ = try open(before, other)
    _ = try open(MigrationStep(when: { _ in true }) { _ in throw Stopped() })
  }

  @Test func `a step is told the model of before, and cannot use its transaction later`() throws {
    defer { remove() }
    let seen = Guarded<[String]>([])
    let kept = Guarded<MigrationTransaction?>(nil)
    let looking = { (moment: MigrationStep.Moment) in
      MigrationStep(when: { _ in true }, moment) { db in
        seen.withLock { $0.append(db.oldSchema.fingerprint) }
        kept.withLock { $0 = db }
        let error = #expect(throws: StoreError.self) {
          try db.execute(sql: "DELETE FROM Band WHERE name = ?")
        }
        #expect(error?.reason == .misuse)
      }
    }
    _ = try open(looking(.before), before, looking(.after), after)
    #expect(seen.withLock { $0 } == [old.fingerprint, old.fingerprint])
    let error = #expect(throws: StoreError.self) {
      _ = try kept.withLock { try $0?.rows(sql: "SELECT name FROM Band") }
    }
    #expect(error?.reason == .closed)
    #expect(error?.message == "a transaction was used after its block ended; use it inside the block")
  }

  @Test func `the values of SQL can come in an array`() throws {
    defer { remove() }
    let step = MigrationStep(when: { _ in true }, .after) { db in
      let names: [(any ColumnValue)?] = ["Can", "Neu!"]
      let rows = try db.rows(sql: "SELECT name FROM Band WHERE name IN (?, ?)", values: names)
      try db.execute(sql: "UPDATE Band SET first = ? WHERE name = ?", values: [rows.count, "Can"])
    }
    let store = try open(before, step)
    let first = try store.fetch(.sql("SELECT first FROM Band WHERE name = ?", "Can"))
    #expect(first.map(\.values) == [[.integer(2)]])
  }

  @Test func `a migration without a store runs the steps, too`() throws {
    defer { remove() }
    var options = StoreOptions()
    options.migrations = [before, after]
    let report = try Store.migrate(at: URL(fileURLWithPath: path), to: new, options: options)
    #expect(!report.plan.steps.isEmpty && report.plan.losses.isEmpty)
  }

  @Test func `a migration without a store runs no step for a database of today`() throws {
    defer { remove() }
    var options = StoreOptions()
    options.migrations = [before, after]
    try Store.migrate(at: path, to: new, options: options)
    options.migrations = [
      MigrationStep(when: { _ in true }) { _ in throw Stopped() },
      MigrationStep(when: { _ in true }, .after) { _ in throw Stopped() },
    ]
    #expect(try Store.migrate(at: path, to: new, options: options).plan.isEmpty)
  }

  @Test func `a fingerprint is of the tables alone`() throws {
    defer { remove() }
    #expect(old.fingerprint != new.fingerprint)
    #expect(old.fingerprint.count == 16)
    var documented = old
    documented.entities[0].doc = "A group."
    #expect(documented.fingerprint == old.fingerprint)
  }

  @Test func `opening and migrating can be awaited`() async throws {
    defer { remove() }
    var options = StoreOptions()
    options.migrations = [before, after]
    let plan = try await Store.migrationPlan(at: path, to: new)
    #expect(!plan.losses.isEmpty)
    let store = try await Store.open(.file(URL(fileURLWithPath: path)), schema: new, options: options)
    #expect(try await store.fetch(.sql("SELECT 1 FROM Band")).count == 2)
    #expect(try await Store.migrate(at: path, to: new).plan.steps == [])
  }

  @Test func `a task that is cancelled while a step runs takes everything back`() async throws {
    defer { remove() }
    let (begun, signal) = AsyncStream.makeStream(of: Void.self)
    var options = StoreOptions()
    options.migrations = [
      before,
      MigrationStep(when: { _ in true }, .after) { db in
        signal.finish()
        try db.execute(
          sql: "CREATE TABLE endless AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
            + "SELECT max(i) AS i FROM n WHERE i < 0")
      },
    ]
    let (path, new, asked) = (path, new, options)
    let opening = Task { try await Store.open(.file(path), schema: new, options: asked) }
    for await _ in begun {}
    opening.cancel()
    await #expect(throws: CancellationError.self) { try await opening.value }
    let store = try Store(.file(path), schema: old)
    #expect(
      try await store.fetch(.sql("SELECT years FROM Band WHERE name = 'Can'")).first?["years"]
        == .text("1968-1979"))
    #expect(
      try await store.fetch(.sql("SELECT 1 FROM sqlite_master WHERE name IN ('kept', 'endless')")) == [])
  }
}
