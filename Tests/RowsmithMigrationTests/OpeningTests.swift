import RowsmithSchema
import Testing

@testable import Rowsmith

@Suite struct OpeningTests {
  private static let before =
    "entities:\n  Band: { PrimaryKey: name, attributes: { name: String, hiatus: String? } }"
  private static let safe = before + "\n  Label: { attributes: { id: Int } }"
  private static let lossy = "entities:\n  Band: { PrimaryKey: name, attributes: { name: String } }"

  private func trial() throws -> Trial {
    try Trial(Self.before, "Band", #"{"name": "Can", "hiatus": "1979"}"#)
  }

  private func open(_ trial: Trial, _ yaml: String, _ policy: ModelChangePolicy, isReadOnly: Bool = false)
    throws
  {
    var options = StoreOptions()
    options.onModelChange = policy
    options.isReadOnly = isReadOnly
    _ = try Store(.file(trial.path), schema: try schema(yaml), options: options)
  }

  @Test func `opening migrates where nothing is lost`() throws {
    let trial = try trial()
    try open(trial, Self.safe, .migrate)
    #expect(try trial.rows("SELECT * FROM Band") == ["Can|1979"])
    #expect(try trial.rows("SELECT * FROM Label") == [])
  }

  @Test func `opening does not lose data unless told to`() throws {
    let trial = try trial()
    let error = #expect(throws: MigrationError.self) { try open(trial, Self.lossy, .migrate) }
    #expect(error?.reason == .wouldLoseData)
    #expect(error?.plan.losses.map(\.description) == ["Band.hiatus: 1 value"])
    try open(trial, Self.lossy, .migrateLosingData)
    #expect(try trial.rows("SELECT * FROM Band") == ["Can"])
  }

  @Test func `opening can fail, or begin anew`() throws {
    let trial = try trial()
    let error = #expect(throws: StoreError.self) { try open(trial, Self.safe, .fail) }
    #expect(error?.reason == .modelChanged)
    #expect(error?.message.contains("rowsmith migrate") == true)
    try open(trial, Self.lossy, .deleteStore)
    #expect(try trial.rows("SELECT * FROM Band") == [])
  }

  @Test func `a database opened for reading is not migrated`() throws {
    let trial = try trial()
    let error = #expect(throws: StoreError.self) { try open(trial, Self.safe, .migrate, isReadOnly: true) }
    #expect(error?.message.contains("opened for reading only") == true)
  }

  @Test func `what only concerns JSON renews the record, under any policy`() throws {
    let trial = try trial()
    let renamed = Self.before.replacing(
      "hiatus: String?", with: "hiatus: { type: String?, ImportName: pause, doc: x }")
    try open(trial, renamed, .fail)
    #expect(
      try trial.rows("SELECT value LIKE '%\"pause\"%' FROM _rowsmith_meta WHERE key = 'schema'") == ["1"])
  }

  @Test func `opening that must leave the file as it is begins and deletes no history`() throws {
    let trial = try trial()
    let kept = Self.before + "\nhistory: true"
    for (yaml, next) in [(kept, Self.before), (Self.before, kept)] {
      try open(trial, yaml, .migrate)
      let found = try trial.sql().structure() + trial.rows("SELECT * FROM _rowsmith_meta")
      let error = #expect(throws: StoreError.self) { try open(trial, next, .fail) }
      #expect(error?.reason == .modelChanged)
      #expect(try trial.sql().structure() + trial.rows("SELECT * FROM _rowsmith_meta") == found)
      try open(trial, next, .deleteStore)
      #expect(try trial.rows("SELECT name FROM Band") == ["Can"])
    }
  }

  @Test func `what one kind of a family newly requires is only refused where a row lacks it`() throws {
    let before = """
      entities:
        Pet: { PrimaryKey: name, Discriminator: kind, attributes: { name: String } }
        Dog: { extends: Pet, attributes: { tricks: Int? } }
        Cat: { extends: Pet }
      """
    let after = before.replacing("tricks: Int?", with: "tricks: Int")
    let lacking = try Trial(before, "Pet", #"[{"kind": "Dog", "name": "a"}, {"kind": "Cat", "name": "b"}]"#)
    #expect(throws: StoreError.self) { try open(lacking, after, .migrate, isReadOnly: true) }
    let error = #expect(throws: MigrationError.self) { try open(lacking, after, .migrateLosingData) }
    #expect(error?.reason == .impossible)
    let fitting = try Trial(before, "Pet", #"[{"kind": "Dog", "name": "a", "tricks": 1}]"#)
    try open(fitting, after, .migrate, isReadOnly: true)
    try open(fitting, after, .deleteStore)
    #expect(try fitting.rows("SELECT name, tricks FROM Pet") == ["a|1"])
  }

  @Test func `of several that open at once one migrates`() async throws {
    let trial = try trial()
    let wanted = try schema(Self.safe)
    let path = trial.path
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { _ = try Store(.file(path), schema: wanted) } }
      try await group.waitForAll()
    }
    #expect(try trial.rows("SELECT * FROM Band") == ["Can|1979"])
  }

  @Test func `a plan writes nothing`() throws {
    let trial = try trial()
    let file = try trial.sql()
    let version = try file.rows("PRAGMA data_version")
    #expect(try trial.plan(Self.lossy).losses.count == 1)
    #expect(try file.rows("PRAGMA data_version") == version)
  }
}
