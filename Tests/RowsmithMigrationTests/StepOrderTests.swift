import Foundation
import RowsmithSchema
import TestSupport
import Testing

@testable import Rowsmith

/// Steps of the app's own: which of them run, in which order, and what they may do.
struct StepOrderTests {
  private struct Stopped: Error {}

  private static let old = """
    entities:
      Band: { PrimaryKey: name, attributes: { name: String, years: String? }, relationships: { albums: "[Album]" } }
      Album: { PrimaryKey: id, attributes: { id: Int, title: String? }, relationships: { band: Band? } }
    """
  private static let new = old.replacing("years: String?", with: "years: String?, formed: Int?")

  private let trial: Trial

  init() throws {
    trial = try Trial(
      Self.old,
      [
        (entity: "Band", json: #"[{"name": "Can", "years": "1968-1979"}, {"name": "Neu!"}]"#),
        (
          entity: "Album", json: #"[{"id": 1, "band": "Can"}, {"id": 2, "title": "Neu! 75", "band": "Neu!"}]"#
        ),
      ])
  }

  private func open(_ yaml: String, _ steps: [MigrationStep], _ policy: ModelChangePolicy = .migrate) throws
    -> Store
  {
    var options = StoreOptions()
    options.migrations = steps
    options.onModelChange = policy
    return try Store(.file(trial.path), schema: schema(yaml), options: options)
  }

  @Test("Steps before the migration come first, then it, then those behind it; each kind in the order given")
  func order() throws {
    let log = Guarded<[String]>([])
    func step(_ name: String, _ moment: MigrationStep.Moment) -> MigrationStep {
      MigrationStep(when: { _ in true }, moment) { db in
        let columns = try db.rows(sql: "SELECT name FROM pragma_table_info('Band') WHERE name = 'formed'")
        log.withLock { $0.append("\(name) \(columns.isEmpty ? "without" : "with") formed") }
      }
    }
    let store = try open(
      Self.new, [step("a", .after), step("b", .before), step("c", .after), step("d", .before)])
    store.close()
    #expect(
      log.withLock { $0 } == ["b without formed", "d without formed", "a with formed", "c with formed"])
  }

  @Test("A condition is given the model of the database, in both moments; a step for another one stays out")
  func conditions() throws {
    let log = Guarded<[String]>([])
    let old = try schema(Self.old)
    let steps = [
      MigrationStep(from: old.fingerprint, .after) { _ in log.withLock { $0.append("by fingerprint") } },
      MigrationStep(when: { $0 == old }, .before) { _ in log.withLock { $0.append("by model") } },
      MigrationStep(from: try schema(Self.new).fingerprint) { _ in
        log.withLock { $0.append("of the new one") }
      },
      MigrationStep(from: "2f7c9c0a51e6b3d4") { _ in log.withLock { $0.append("of no one") } },
    ]
    try open(Self.new, steps).close()
    #expect(log.withLock { $0 } == ["by model", "by fingerprint"])
    try open(Self.new, steps).close()
    #expect(log.withLock { $0.count } == 2)
  }

  @Test("What steps have moved is no loss; what they have left is", arguments: [false, true])
  func losses(_ movesAll: Bool) throws {
    let less = Self.old.replacing(", years: String?", with: "")
    let step = MigrationStep(when: { _ in true }) { db in
      try db.execute(sql: "UPDATE Band SET years = NULL WHERE name = ?", movesAll ? "Can" : "Neu!")
    }
    if movesAll {
      let store = try open(less, [step])
      #expect(try store.fetch(.sql("SELECT count(*) AS n FROM Band")).first?["n"] == .integer(2))
    } else {
      let error = #expect(throws: MigrationError.self) { try open(less, [step]) }
      #expect(error?.reason == .wouldLoseData)
      #expect(error?.plan.losses.map(\.description) == ["Band.years: 1 value"])
      #expect(try trial.rows("SELECT years FROM Band ORDER BY name") == ["1968-1979", "-"])
    }
    // A plan runs no steps.
    if !movesAll {
      #expect(try trial.plan(less).losses.map(\.description) == ["Band.years: 1 value"])
    }
  }

  @Test(
    "Steps run under the policies that migrate, and under no other one", arguments: ModelChangePolicy.allCases
  )
  func policies(_ policy: ModelChangePolicy) throws {
    let runs = Guarded(0)
    let step = MigrationStep(when: { _ in true }) { _ in runs.withLock { $0 += 1 } }
    if policy == .fail {
      let error = #expect(throws: StoreError.self) { try open(Self.new, [step], policy) }
      #expect(error?.reason == .modelChanged)
    } else {
      try open(Self.new, [step], policy).close()
    }
    #expect(runs.withLock { $0 } == ([.migrate, .migrateLosingData].contains(policy) ? 1 : 0))
    #expect(try trial.rows("SELECT count(*) FROM Band") == [policy == .deleteStore ? "0" : "2"])
  }

  @Test("A value that becomes required may come from a step, before or behind where the row gets its default")
  func required() throws {
    let needed = Self.old.replacing("title: String?", with: "title: String")
    let error = #expect(throws: MigrationError.self) { try open(needed, []) }
    #expect(error?.reason == .impossible)
    let step = MigrationStep(when: { _ in true }) { db in
      try db.execute(sql: "UPDATE Album SET title = 'Album ' || id WHERE title IS NULL")
    }
    try open(needed, [step]).close()
    #expect(try trial.rows("SELECT title FROM Album ORDER BY id") == ["Album 1", "Neu! 75"])
  }

  @Test("A mistake in the SQL of a step takes everything back, and is told as SQLite tells it")
  func mistakes() throws {
    let before = try trial.sql().structure()
    for moment in [MigrationStep.Moment.before, .after] {
      let good = MigrationStep(when: { _ in true }, .before) { db in
        try db.execute(sql: "UPDATE Band SET years = 'x'")
      }
      let bad = MigrationStep(when: { _ in true }, moment) { db in
        try db.execute(sql: "UPDATE Nobody SET a = 1")
      }
      let error = #expect(throws: StoreError.self) { try open(Self.new, [good, bad]) }
      #expect(error?.message == "no such table: Nobody")
      #expect(try trial.sql().structure() == before)
      #expect(try trial.rows("SELECT years FROM Band ORDER BY name") == ["1968-1979", "-"])
    }
  }

  @Test("A step may make tables of its own and index text that the new model searches")
  func search() throws {
    let searched = Self.new.replacing(
      "relationships: { albums: \"[Album]\" } }",
      with: "relationships: { albums: \"[Album]\" }, search: [years] }")
    let steps = [
      MigrationStep(when: { _ in true }) { db in
        try db.execute(sql: "CREATE TABLE Mine AS SELECT name FROM Band")
      },
      MigrationStep(when: { _ in true }, .after) { db in
        try db.execute(sql: "UPDATE Band SET years = 'since 1971' WHERE name = 'Neu!'")
      },
    ]
    let store = try open(searched, steps)
    let found = """
      SELECT name FROM Band WHERE rowid IN
      (SELECT rowid FROM _rowsmith_Band_search WHERE _rowsmith_Band_search MATCH 'since')
      """
    #expect(try store.fetch(.sql(found)).map(\.values) == [[.text("Neu!")]])
    #expect(try store.fetch(.sql("SELECT count(*) AS n FROM Mine")).first?["n"] == .integer(2))
  }

  @Test(
    "A row that a step replaces is found by its new words alone",
    arguments: [MigrationStep.Moment.before, .after])
  func replacedRows(_ moment: MigrationStep.Moment) throws {
    let searched = Self.old.replacing(
      "relationships: { band: Band? } }", with: "relationships: { band: Band? }, search: title }")
    try open(searched, []).close()
    let step = MigrationStep(when: { _ in true }, moment) { db in
      try db.execute(sql: "INSERT OR REPLACE INTO Album (id, title, band) VALUES (2, 'Hallogallo', 'Neu!')")
      #expect(try db.rows(sql: "PRAGMA recursive_triggers").first?.values == [.integer(0)])
    }
    // The table of the other entity changes, so the index of words is left alone.
    let store = try open(searched.replacing("years: String?", with: "years: String?, formed: Int?"), [step])
    func found(_ word: String) throws -> [[StoredValue]] {
      let sql = "SELECT rowid FROM _rowsmith_Album_search WHERE _rowsmith_Album_search MATCH '\(word)'"
      return try store.fetch(.sql(sql)).map(\.values)
    }
    #expect(try found("neu") == [])
    #expect(try found("hallogallo") == [[.integer(2)]])
  }

  @Test("Two steps are the same if one is a copy of the other")
  func equality() {
    let step = MigrationStep(from: "a") { _ in }
    let copy = step
    #expect(copy == step)
    #expect(MigrationStep(from: "a") { _ in } != step)
    #expect(step.moment == .before)
    #expect(MigrationStep(from: "a", .after) { _ in }.moment == .after)
  }
}
