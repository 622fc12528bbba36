import CSQLite
import Testing

/// A database whose tables another program has altered.
struct AlteredDatabaseTests {
  private let small: SmallModel

  init() throws {
    small = try SmallModel()
    let outcome = try small.importJSON(#"[{"name": "Japan", "formed": 1974}]"#, ["--entity", "Band"])
    try #require(outcome.status == 0)
  }

  private func execute(_ sql: String) throws {
    var handle: OpaquePointer?
    defer { sqlite3_close(handle) }
    try #require(sqlite3_open(small.folder.file("small.sqlite"), &handle) == SQLITE_OK)
    try #require(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK)
  }

  private static let refusal = "error: 'small.sqlite' does not match its model: "

  @Test
  func `an export names the column that is missing, and invents no value`() throws {
    try execute("ALTER TABLE Band DROP COLUMN formed")
    let outcome = try small.export("Band")
    #expect(outcome.status == 1)
    #expect(outcome.output == "")
    #expect(
      outcome.diagnostics == Self.refusal
        + "the table 'Band' has no column 'formed'. Another program has altered it; restore a backup, or add the column: "
        + "ALTER TABLE \"Band\" ADD COLUMN \"formed\" INTEGER\n")
    try execute(#"ALTER TABLE "Band" ADD COLUMN "formed" INTEGER"#)
    #expect(try small.export("Band").output.hasPrefix(#"[{"name":"Japan","albums""#))
  }

  @Test
  func `an import and a migration refuse it as well`() throws {
    try execute("ALTER TABLE Band RENAME COLUMN mood TO feeling")
    let message = "the table 'Band' has no column 'mood'"
    let outcome = try small.importJSON("[]", ["--entity", "Band"])
    #expect(outcome.status == 1)
    #expect(outcome.diagnostics.contains(message))
    let migration = try RowsmithProcess.run(
      ["migrate", "--model", "Small.yml", "small.sqlite"], in: small.folder)
    #expect(migration.status == 1)
    #expect(migration.diagnostics.contains(message))
  }

  @Test(arguments: [
    ("DROP TABLE Track", "it has no table 'Track'"),
    ("ALTER TABLE Track_guests RENAME TO other", "it has no table 'Track_guests'"),
    (
      "DROP TABLE Band; CREATE TABLE Band (name TEXT PRIMARY KEY NOT NULL, formed TEXT, mood TEXT)",
      "the column 'formed' of the table 'Band' has the type 'TEXT', expected 'INTEGER'"
    ),
    (
      "ALTER TABLE Track_guests RENAME COLUMN position TO place",
      "the table 'Track_guests' has no column 'position'"
    ),
  ])
  func `what differs is named`(change: String, finding: String) throws {
    try execute(change)
    let outcome = try small.export("Album")
    #expect(outcome.status == 1)
    #expect(outcome.diagnostics.hasPrefix(Self.refusal + finding))
  }

  @Test
  func `columns, tables and spellings of another program's do not matter`() throws {
    try execute(
      "ALTER TABLE Band ADD COLUMN mine TEXT; CREATE TABLE other (x); CREATE INDEX i ON Band (formed)")
    try execute(
      """
      CREATE TABLE copy (name text primary key not null, formed integer, mood text); INSERT INTO copy
      SELECT name, formed, mood FROM Band; DROP TABLE Band; ALTER TABLE copy RENAME TO Band
      """)
    #expect(try small.export("Band").output.hasPrefix(#"[{"name":"Japan","formed":1974,"#))
  }
}
