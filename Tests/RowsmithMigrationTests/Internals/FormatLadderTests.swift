import RowsmithSchema
import Testing

@testable import Rowsmith

@Suite struct FormatLadderTests {
  private static let shelves = """
    entities:
      Shelf:
        PrimaryKey: [room, place]
        attributes: { room: String, place: Int }
        relationships: { books: { to: [Book], inverse: shelf } }
      Wall:
        PrimaryKey: [one, two]
        attributes: { one: String, two: String }
        relationships: { books: { to: [Book], inverse: wall } }
      Book: { attributes: { id: Int }, relationships: { shelf: Shelf?, wall: Wall? } }
    """
  private static let joined = """
    UPDATE _rowsmith_meta SET value = 1 WHERE key = 'version';
    INSERT INTO _rowsmith_pending (relationship, target, source) VALUES
      ('Shelf.books', 1, 'tfoo' || char(31) || 'i3'), ('Wall.books', 3, 'tx' || char(31) || 'ty'),
      ('Wall.books', 4, 'ta' || char(31) || 'tb' || char(31) || 'tc'), ('Wall.books', 5, 'nonsense'),
      ('Wall.books', 6, '["p","q"]');
    """
  private static let waiting = "SELECT relationship, target, source FROM _rowsmith_pending ORDER BY target"
  private static let arrays = [
    #"Shelf.books|1|["foo",3]"#, #"Wall.books|3|["x","y"]"#, #"Wall.books|6|["p","q"]"#,
  ]
  private static let version = "SELECT value FROM _rowsmith_meta WHERE key = 'version'"

  private func earlier() throws -> Trial {
    let trial = try Trial(Self.shelves)
    try trial.sql().run(Self.joined)
    return trial
  }

  @Test
  func `version 1 to 2: keys that were joined text are arrays, and one that is unclear waits no longer`()
    throws
  {
    let trial = try earlier()
    _ = try Store(.existingFile(trial.path), schema: trial.current)
    #expect(try trial.rows(Self.waiting) == Self.arrays)
    #expect(try trial.rows(Self.version) == ["2"])
  }

  @Test func `a migration brings a database of an earlier version up to date, too`() throws {
    let trial = try earlier()
    try Store.migrate(at: trial.path, to: schema(Self.shelves + "\n  Pen: { attributes: { id: Int } }"))
    #expect(try trial.rows(Self.waiting) == Self.arrays)
    #expect(try trial.rows(Self.version) == ["2"])
  }

  @Test func `who only reads leaves an earlier version as it is`() throws {
    let trial = try earlier()
    var options = StoreOptions()
    options.isReadOnly = true
    _ = try Store(.existingFile(trial.path), schema: trial.current, options: options)
    #expect(try trial.rows(Self.version) == ["1"])
  }

  /// A ladder of one more step, which notes its name.
  private func ladder(isNeededToRead: Bool = false, _ last: String = "third") -> FormatLadder {
    let step = { (name: String) in
      FormatLadder.Step(summary: name, isNeededToRead: isNeededToRead) { connection, schema in
        try connection.run("INSERT INTO noted VALUES (?1)", [.text("\(name) of \(schema.name)")])
      }
    }
    return FormatLadder(steps: [step("second"), step(last)])
  }

  private func setup(_ trial: Trial, _ ladder: FormatLadder, isReadOnly: Bool = false) throws {
    var format = DatabaseFormat()
    format.ladder = ladder
    let connection = try Connection(path: trial.path, access: .existing)
    let setup = StoreSetup(
      connection: connection, schema: trial.current, layout: Layout(trial.current), isReadOnly: isReadOnly,
      format: format)
    _ = try setup.run()
  }

  @Test func `a database climbs every step above its version, in order, once`() throws {
    for (version, notes) in [(1, ["second of Model", "third of Model"]), (2, ["third of Model"]), (3, [])] {
      let trial = try earlier()
      try trial.sql().run(
        "CREATE TABLE noted (x); UPDATE _rowsmith_meta SET value = \(version) WHERE key = 'version'")
      try setup(trial, ladder())
      try setup(trial, ladder())
      #expect(try trial.rows("SELECT * FROM noted") == notes)
      #expect(try trial.rows(Self.version) == ["3"])
    }
  }

  @Test func `a step that fails takes those before it back`() throws {
    let trial = try earlier()
    try trial.sql().run("CREATE TABLE noted (x UNIQUE)")
    #expect(throws: StoreError.self) { try setup(trial, ladder(isNeededToRead: false, "second")) }
    #expect(try trial.rows("SELECT * FROM noted") == [])
    #expect(try trial.rows(Self.version) == ["1"])
  }

  @Test func `who only reads is told when the database has to be brought up to date first`() throws {
    let trial = try earlier()
    let error = #expect(throws: StoreError.self) {
      try setup(trial, ladder(isNeededToRead: true), isReadOnly: true)
    }
    #expect(error?.message.contains("open it for writing once") == true)
    #expect(try trial.rows(Self.version) == ["1"])
  }

  @Test(arguments: ModelChangePolicy.allCases)
  func `what a later version has made is refused and kept under every policy`(policy: ModelChangePolicy)
    throws
  {
    let trial = try Trial(
      "entities:\n  Band: { PrimaryKey: name, attributes: { name: String } }", "Band", #"{"name": "Can"}"#)
    let richer = try schema(
      "entities:\n  Band: { PrimaryKey: name, attributes: { name: String, formed: Int? } }")
    var options = StoreOptions()
    options.onModelChange = policy
    options.onDamage = .setAside
    for (change, words) in [
      ("UPDATE _rowsmith_meta SET value = 99 WHERE key = 'version'", "a later version of Rowsmith"),
      (
        "UPDATE _rowsmith_meta SET value = 2 WHERE key = 'version'; UPDATE _rowsmith_meta SET value = "
          + "replace(value, '\"string\"', '\"tensor\"') WHERE key = 'schema'",
        "parts that this version of Rowsmith does not know"
      ),
      ("UPDATE _rowsmith_meta SET value = 'nonsense' WHERE key = 'schema'", "does not know"),
      ("DELETE FROM _rowsmith_meta WHERE key = 'version'", "is incomplete"),
    ] {
      try trial.sql().run(change)
      let error = #expect(throws: MigrationError.self) {
        _ = try Store(.file(trial.path), schema: richer, options: options)
      }
      #expect(error?.reason == .unknownVersion)
      #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
      #expect(try trial.rows("SELECT * FROM Band") == ["Can"])
    }
  }
}
