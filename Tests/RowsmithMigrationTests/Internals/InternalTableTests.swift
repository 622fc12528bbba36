import RowsmithSchema
import Testing

@testable import Rowsmith

@Suite struct InternalTableTests {
  private static let model = "entities:\n  Band: { PrimaryKey: name, attributes: { name: String } }"
  private static let richer =
    "entities:\n  Band: { PrimaryKey: name, attributes: { name: String, formed: Int? } }"

  private static let first = InternalTable.Version(create: [
    "CREATE TABLE _rowsmith_visits (page TEXT PRIMARY KEY) WITHOUT ROWID"
  ])
  private static let second = InternalTable.Version(
    create: [
      "CREATE TABLE _rowsmith_visits (page TEXT PRIMARY KEY, stamp TEXT) WITHOUT ROWID",
      "CREATE INDEX _rowsmith_visits_stamp ON _rowsmith_visits (stamp)",
    ],
    upgrade: [
      "ALTER TABLE _rowsmith_visits ADD COLUMN stamp TEXT",
      "CREATE INDEX _rowsmith_visits_stamp ON _rowsmith_visits (stamp)",
    ])

  private static func visits(
    _ versions: [InternalTable.Version] = [first], clearedBy: [InternalTable.Occasion] = []
  ) -> InternalTable { InternalTable("visits", versions: versions, clearedBy: clearedBy) }

  @discardableResult
  private func open(
    _ trial: Trial, _ table: InternalTable?, _ yaml: String = model, _ policy: ModelChangePolicy = .migrate
  ) throws -> Store {
    var options = StoreOptions()
    options.onModelChange = policy
    options.internalTables = table.map { [$0] } ?? []
    return try Store(.file(trial.path), schema: try schema(yaml), options: options)
  }

  private func trialWithAVisit(_ table: InternalTable) throws -> Trial {
    let trial = try Trial(Self.model, "Band", #"{"name": "Can"}"#)
    try open(trial, table)
    try trial.sql().run("INSERT INTO _rowsmith_visits (page) VALUES ('one')")
    return trial
  }

  @Test func `every table of Rowsmith's own in a new database is in the list`() throws {
    let trial = try Trial(Self.model)
    #expect(
      try trial.rows(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB '_rowsmith_*' ORDER BY 1")
        == InternalTables.own.map(\.name).sorted())
  }

  @Test(arguments: InternalTables.own + [visits([first, second])])
  func `a table that was upgraded is the one that is made new`(table: InternalTable) throws {
    let upgraded = try Connection(path: ":memory:")
    for statement in table.versions[0].create { try upgraded.execute(statement) }
    for version in table.versions {
      for statement in version.upgrade { try upgraded.execute(statement) }
      let made = try Connection(path: ":memory:")
      for statement in version.create { try made.execute(statement) }
      #expect(try structure(upgraded, table) == structure(made, table))
    }
  }

  private func structure(_ connection: Connection, _ table: InternalTable) throws -> [String] {
    let list = try connection.prepare(
      "SELECT name || ' ' || type || ' ' || \"notnull\" || ' ' || pk FROM pragma_table_xinfo(?1) "
        + "UNION ALL SELECT name || ' ' || type FROM sqlite_master WHERE sql IS NOT NULL ORDER BY 1")
    list.bind(.text(table.name), at: 1)
    var lines: [String] = []
    while try list.step() { lines.append(list.text(at: 0) ?? "") }
    return lines
  }

  @Test func `a registered table is made in a database that is there, and keeps its rows`() throws {
    let trial = try trialWithAVisit(Self.visits())
    try open(trial, Self.visits())
    try open(trial, nil)
    #expect(try trial.rows("SELECT * FROM _rowsmith_visits") == ["one"])
    #expect(try trial.rows("SELECT * FROM Band") == ["Can"])
  }

  @Test func `a later version of a table brings its rows along`() throws {
    let trial = try trialWithAVisit(Self.visits())
    try open(trial, Self.visits([Self.first, Self.second]))
    #expect(try trial.rows("SELECT page, stamp FROM _rowsmith_visits") == ["one|-"])
    try trial.sql().run("UPDATE _rowsmith_visits SET stamp = 'now'")
    try open(trial, Self.visits([Self.first, Self.second]))
    #expect(try trial.rows("SELECT page, stamp FROM _rowsmith_visits") == ["one|now"])
  }

  @Test func `a table of a later version is refused, and the database stays`() throws {
    let trial = try trialWithAVisit(Self.visits([Self.first, Self.second]))
    let error = #expect(throws: MigrationError.self) {
      try open(trial, Self.visits(), Self.richer, .deleteStore)
    }
    #expect(error?.reason == .unknownVersion)
    #expect(error?.message.contains("'_rowsmith_visits'") == true)
    #expect(try trial.rows("SELECT * FROM Band") == ["Can"])
  }

  @Test func `an upgrade that fails takes everything back`() throws {
    let trial = try trialWithAVisit(Self.visits())
    let broken = InternalTable.Version(
      create: [], upgrade: ["DELETE FROM _rowsmith_visits", "CREATE TABLE Band (x)"])
    #expect(throws: StoreError.self) { try open(trial, Self.visits([Self.first, broken])) }
    #expect(try trial.rows("SELECT * FROM _rowsmith_visits") == ["one"])
    try open(trial, Self.visits())
  }

  @Test func `deleting all data clears the tables that say so, also in a process that does not know them`()
    throws
  {
    for (occasions, rows) in [([InternalTable.Occasion.deleteAllData], []), ([.modelChange], ["one"])] {
      let trial = try trialWithAVisit(Self.visits(clearedBy: occasions))
      try open(trial, nil).deleteAllData()
      #expect(try trial.rows("SELECT * FROM _rowsmith_visits") == rows)
    }
  }

  @Test func `another version of the model clears the tables that say so, be it only of how JSON is read`()
    throws
  {
    let respelled = Self.model.replacing("name: String", with: "name: { type: String, ImportName: title }")
    for yaml in [Self.richer, respelled] {
      for (occasions, rows) in [([InternalTable.Occasion.modelChange], []), ([.deleteAllData], ["one"])] {
        let trial = try trialWithAVisit(Self.visits(clearedBy: occasions))
        try Store.migrate(at: trial.path, to: schema(Self.model))
        #expect(try trial.rows("SELECT * FROM _rowsmith_visits") == ["one"])
        try Store.migrate(at: trial.path, to: schema(yaml))
        #expect(try trial.rows("SELECT * FROM _rowsmith_visits") == rows)
      }
    }
  }
}
