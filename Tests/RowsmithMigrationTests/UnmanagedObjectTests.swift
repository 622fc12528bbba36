import Foundation
import Testing

@testable import Rowsmith

/// What somebody else made in the database.
@Suite struct UnmanagedObjectTests {
  private static let before = """
    entities:
      Band: { PrimaryKey: name, attributes: { name: String, formed: Int?, hiatus: String? } }
    """
  private static let after = """
    entities:
      Band: { PrimaryKey: name, attributes: { country: String?, name: String, formed: Int? } }
    """

  private static let grown = """
    entities:
      Band: { PrimaryKey: name, attributes: { name: String, formed: Int?, hiatus: String?, country: String? } }
    """

  private func trial(_ sql: String) throws -> Trial {
    let trial = try Trial(Self.before, "Band", #"[{"name": "Can", "formed": 1968}]"#)
    try trial.sql().run(sql)
    return trial
  }

  /// The structure has more than that of a new database here.
  private func migrate(_ trial: Trial, _ yaml: String = after) throws {
    try Store.migrate(at: trial.path, to: schema(yaml))
  }

  @Test func `views, triggers and indices stay where they still work`() throws {
    let trial = try trial(
      """
      CREATE VIEW old_bands AS SELECT name FROM Band WHERE formed < 1970;
      CREATE TABLE log (name TEXT);
      CREATE TRIGGER logged AFTER INSERT ON Band BEGIN INSERT INTO log VALUES (new.name); END;
      CREATE INDEX my_index ON Band (formed) WHERE formed IS NOT NULL;
      """)
    try migrate(trial)
    #expect(try trial.rows("SELECT * FROM old_bands") == ["Can"])
    #expect(try trial.rows("SELECT count(*) FROM log") == ["0"])
    try trial.sql().run("INSERT INTO Band (name) VALUES ('Neu')")
    #expect(try trial.rows("SELECT * FROM log") == ["Neu"])
    #expect(
      try trial.rows("SELECT name FROM pragma_index_list('Band') WHERE name = 'my_index'") == ["my_index"])
  }

  @Test func `planning is stopped between two statements, too, and so is what is done on empty copies`()
    throws
  {
    let trial = try trial("CREATE INDEX mine ON Band (hiatus)")
    let new = try schema(Self.after)
    #expect {
      try Store.migrationPlan(at: trial.path, to: new, isStopped: { true })
    } throws: { Self.isInterruption($0) }
    let connection = try Connection(path: trial.path, access: .readOnly)
    connection.stop(when: { true })
    let migration = Migration(from: trial.current, to: new)
    let rehearsal = try MigrationRehearsal(migration, connection, old: Layout(trial.current))
    #expect { try rehearsal.findings(indexes: ["mine"], columns: []) } throws: { Self.isInterruption($0) }
  }

  private static func isInterruption(_ error: any Error) -> Bool {
    (error as? StoreError)?.code?.primary == .interrupt
  }

  @Test func `an index whose making anew is interrupted is not one that cannot be kept`() throws {
    let trial = try trial(
      """
      WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < 100000)
      INSERT INTO Band (name, hiatus) SELECT 'band ' || i, i FROM s;
      CREATE INDEX mine ON Band (hiatus)
      """)
    let connection = try Connection(path: trial.path, access: .existing)
    var objects = try UnmanagedObjects(connection, old: Layout(trial.current))
    try objects.probe()
    let unmanaged = objects
    try connection.execute("DROP INDEX mine")
    // The first look is before the statement.
    let looks = Looks()
    connection.stop(when: { looks.next() > 1 })
    #expect { try unmanaged.restore() } throws: { Self.isInterruption($0) }
  }

  /// How often something has looked whether to stop.
  private final class Looks: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0

    func next() -> Int {
      lock.withLock {
        count += 1
        return count
      }
    }
  }

  @Test func `a trigger on updates of columns that stay is kept`() throws {
    let trial = try trial(
      """
      CREATE TABLE log (name TEXT);
      CREATE TRIGGER logged AFTER UPDATE OF formed ON Band BEGIN INSERT INTO log VALUES (new.name); END;
      """)
    try migrate(trial)
    try trial.sql().run("UPDATE Band SET formed = 1967 WHERE name = 'Can'; UPDATE Band SET name = 'Can!'")
    #expect(try trial.rows("SELECT * FROM log") == ["Can"])
  }

  @Test func `a view on what goes is named, and nothing is done`() throws {
    let trial = try trial("CREATE VIEW resting AS SELECT hiatus FROM Band")
    #expect(
      try trial.refusal(Self.after) == [
        "the view 'resting', which Rowsmith did not make, cannot be kept: no such column: hiatus; drop it, "
          + "migrate, and create it again"
      ])
  }

  @Test func `a view that did not work before need not work afterwards`() throws {
    let trial = try trial("CREATE VIEW broken AS SELECT x FROM nowhere")
    try migrate(trial)
    #expect(try trial.rows("SELECT name FROM sqlite_master WHERE type = 'view'") == ["broken"])
  }

  @Test func `a view of Rowsmith whose table is gone is not in the way`() throws {
    let trial = try trial(
      """
      CREATE VIEW _rowsmith_queue_view AS SELECT id FROM _rowsmith_queue;
      CREATE INDEX mine ON Band (hiatus)
      """)
    let unkept = try trial.refusal(Self.after)
    #expect(unkept.count == 1 && unkept[0].hasPrefix("the index 'mine'"), "\(unkept)")
    try trial.sql().run("DROP INDEX mine")
    try migrate(trial)
    #expect(try trial.rows("SELECT name FROM sqlite_master WHERE type = 'view'") == [])
    #expect(try trial.rows("SELECT name, formed FROM Band") == ["Can|1968"])
  }

  @Test func `a table in the way of a new entity is named`() throws {
    let trial = try trial("CREATE TABLE label (x)")
    #expect(
      try trial.refusal(Self.before + "\n  Label: { attributes: { id: Int } }") == [
        "the table 'label', \(Self.taken); rename or drop it, then migrate"
      ])
  }

  @Test func `a column that somebody added is a loss where the table is rebuilt`() throws {
    let trial = try trial("ALTER TABLE Band ADD COLUMN note TEXT; UPDATE Band SET note = 'mine'")
    #expect(try trial.refusal(Self.after) == ["Band.note: 1 value in a column that Rowsmith did not make"])
    // Where it is altered in place the column stays.
    try migrate(
      trial, Self.before.replacing("hiatus: String?", with: "pause: { type: String?, RenamedFrom: hiatus }"))
    #expect(try trial.rows("SELECT note FROM Band") == ["mine"])
  }

  @Test func `a computed column that somebody added is a loss as well`() throws {
    let trial = try trial("ALTER TABLE Band ADD COLUMN loud TEXT AS (upper(name))")
    #expect(try trial.refusal(Self.after) == ["Band.loud: 1 value in a column that Rowsmith did not make"])
  }

  @Test func `tables of other programs are left alone`() throws {
    let trial = try trial(
      "CREATE TABLE mine (band TEXT REFERENCES Band (name)); INSERT INTO mine VALUES ('Can')")
    try migrate(trial)
    #expect(try trial.rows("SELECT * FROM mine") == ["Can"])
    #expect(try trial.rows("PRAGMA foreign_key_check") == [])
  }

  @Test func `triggers that stand for statements on a view stay, with those statements that work`() throws {
    let trial = try trial(
      """
      CREATE VIEW names AS SELECT name, formed FROM Band;
      CREATE TRIGGER added INSTEAD OF INSERT ON names BEGIN INSERT INTO Band (name) VALUES (new.name); END;
      CREATE TRIGGER renamed INSTEAD OF UPDATE ON names BEGIN UPDATE Band SET formed = new.formed WHERE name = old.name; END;
      """)
    try migrate(trial)
    try trial.sql().run(
      "INSERT INTO names (name) VALUES ('Neu'); UPDATE names SET formed = 1971 WHERE name = 'Neu'")
    #expect(try trial.rows("SELECT name, formed FROM Band ORDER BY 1") == ["Can|1968", "Neu|1971"])
  }

  @Test(arguments: [
    ("CREATE INDEX resting ON Band (hiatus)", "index 'resting'", "no such column: hiatus"),
    ("CREATE UNIQUE INDEX one ON Band (formed, hiatus)", "index 'one'", "no such column: hiatus"),
    (
      "CREATE TRIGGER rest AFTER INSERT ON Band BEGIN UPDATE Band SET hiatus = 'x'; END", "trigger 'rest'",
      "no such column: hiatus"
    ),
    (
      "CREATE TRIGGER rest AFTER UPDATE OF formed ON Band BEGIN UPDATE Band SET hiatus = 'x'; END",
      "trigger 'rest'", "no such column: hiatus"
    ),
    (
      "CREATE TRIGGER \"the rest\" AFTER UPDATE OF formed, \"hiatus\" ON Band BEGIN SELECT 1; END",
      "trigger 'the rest'", "no such column: hiatus"
    ),
    (
      "CREATE VIEW v AS SELECT name FROM Band; CREATE TRIGGER rest INSTEAD OF INSERT ON v BEGIN INSERT INTO Band (name, "
        + "hiatus) VALUES (new.name, 'x'); END", "trigger 'rest'", "table Band has no column named hiatus"
    ),
  ])
  func `an index or a trigger on what goes is named, and nothing is done`(
    sql: String, object: String, why: String
  )
    throws
  {
    #expect(
      try trial(sql).refusal(Self.after) == [
        "the \(object), which Rowsmith did not make, cannot be kept: \(why); drop it, migrate, and create it again"
      ])
  }

  /// The table is altered in place.
  private static let altered = before.replacing(", hiatus: String?", with: ", country: String?")
    .replacing("formed: Int?", with: "formed: { type: Int?, index: true }")

  private static let unkept =
    "which Rowsmith did not make, cannot be kept: no such column: hiatus; drop it, migrate, and create it again"
  private static let taken = "which Rowsmith did not make, has a name that the model needs"

  private static let obstacles: [(sql: String, lines: [String])] = [
    ("CREATE INDEX mine ON Band (hiatus)", ["the index 'mine', \(unkept)"]),
    ("CREATE INDEX mine ON Band (name) WHERE hiatus IS NULL", ["the index 'mine', \(unkept)"]),
    (
      "CREATE INDEX one ON Band (hiatus); CREATE INDEX two ON Band (name); CREATE INDEX three ON Band (name, hiatus)",
      ["the index 'one', \(unkept)", "the index 'three', \(unkept)"]
    ),
    ("ALTER TABLE Band ADD COLUMN mine TEXT AS (hiatus || '!')", ["the column 'Band.mine', \(unkept)"]),
    (
      "CREATE VIEW seen AS SELECT hiatus FROM Band; CREATE INDEX mine ON Band (hiatus)",
      ["the index 'mine', \(unkept)", "the view 'seen', \(unkept)"]
    ),
    (
      "ALTER TABLE Band ADD COLUMN Country TEXT",
      ["the column 'Band.Country', \(taken); rename or drop it, then migrate"]
    ),
    (
      "CREATE INDEX \"band.formed\" ON Band (name)",
      ["the index 'band.formed', \(taken); drop it, then migrate"]
    ),
    (
      "CREATE TABLE \"Band.formed\" (x)",
      ["the table 'Band.formed', \(taken); rename or drop it, then migrate"]
    ),
  ]

  @Test(arguments: obstacles)
  func `what stops a migration is in its plan, and in the refusal with the same words`(
    sql: String, lines: [String]
  ) throws {
    let trial = try trial(sql)
    #expect(try trial.plan(Self.altered).refusals.map(\.description) == lines)
    #expect(try trial.refusal(Self.altered) == lines)
  }

  @Test func `what is in the way is told from what the model lacks`() throws {
    let trial = try trial("CREATE INDEX mine ON Band (hiatus)")
    let error = #expect(throws: MigrationError.self) { try migrate(trial) }
    #expect(error?.reason == .unmanagedObject && error?.plan.refusals.count == 1)
    #expect(error?.message.hasSuffix("'Model': what other programs made in it is in the way") == true)
    let both = #expect(throws: MigrationError.self) {
      try migrate(trial, Self.after.replacing("country: String?", with: "country: String"))
    }
    #expect(both?.reason == .impossible && both?.plan.refusals.count == 2)
  }

  @Test func `what other programs made and does not stop a migration is in no plan`() throws {
    let trial = try trial(
      """
      CREATE INDEX mine ON Band (formed); CREATE VIEW seen AS SELECT name FROM Band;
      CREATE VIEW broken AS SELECT x FROM y;
      ALTER TABLE Band ADD COLUMN mine TEXT; ALTER TABLE Band ADD COLUMN twice INT AS (formed * 2);
      CREATE VIRTUAL TABLE words USING fts5(name);
      CREATE TRIGGER noted AFTER INSERT ON Band BEGIN INSERT INTO words VALUES (new.name); END;
      """)
    #expect(try trial.plan(Self.altered).refusals == [])
    try migrate(trial, Self.altered)
    try trial.sql().run("INSERT INTO Band (name, formed) VALUES ('Neu', 1971)")
    #expect(try trial.rows("SELECT twice FROM Band WHERE name = 'Neu'") == ["3942"])
    #expect(try trial.rows("SELECT * FROM words") == ["Neu"])
  }

  @Test func `an index that the model makes as well goes with the table that is rebuilt`() throws {
    let indexed = Self.after.replacing("formed: Int?", with: "formed: { type: Int?, index: true }")
    let trial = try trial("CREATE INDEX \"Band.formed\" ON Band (formed)")
    #expect(try trial.plan(indexed).refusals == [])
    try trial.migrate(indexed)
  }

  /// Runs SQL that needs functions or collations.
  private func make(_ sql: String, in trial: Trial, _ options: StoreOptions) throws {
    let store = try Store(.file(trial.path), schema: trial.current, options: options)
    try store.write { _ = try $0.execute(sql: sql) }
  }

  @Test(arguments: [
    "ALTER TABLE Band ADD COLUMN mine TEXT COLLATE apart",
    "ALTER TABLE Band ADD COLUMN mine TEXT AS (initial(name))",
    "ALTER TABLE Band ADD COLUMN mine TEXT CHECK (initial(mine) <> 'x')",
  ])
  func `a column that needs what only its program has stops no migration`(sql: String) throws {
    var options = StoreOptions()
    options.functions = [SQLFunction("initial", arguments: 1, isDeterministic: true) { $0[0] }]
    options.collations = [Collation("apart") { $0.compare($1) }]
    for used in [options, StoreOptions()] {
      let trial = try trial("")
      try make(sql, in: trial, options)
      let plan = try Store.migrationPlan(at: trial.path, to: schema(Self.altered), options: used)
      #expect(plan.refusals == [])
      try Store.migrate(at: trial.path, to: schema(Self.altered), options: used)
      #expect(try trial.rows("SELECT name, formed, country FROM Band") == ["Can|1968|-"])
    }
    // What has the functions judges.
    let indexed = try trial("CREATE INDEX mine_too ON Band (hiatus)")
    try make(sql, in: indexed, options)
    let found = try Store.migrationPlan(at: indexed.path, to: schema(Self.altered), options: options)
    #expect(found.refusals.map(\.description) == ["the index 'mine_too', \(Self.unkept)"])
  }

  @Test func `a computed column whose function is missing may have a value in each row`() throws {
    var options = StoreOptions()
    options.functions = [SQLFunction("initial", arguments: 1, isDeterministic: true) { $0[0] }]
    let trial = try trial("")
    try make("ALTER TABLE Band ADD COLUMN mine TEXT AS (initial(hiatus))", in: trial, options)
    #expect(
      try trial.plan(Self.after).losses.map(\.description)
        == ["Band.mine: 1 value in a column that Rowsmith did not make"])
    try Store.migrate(at: trial.path, to: schema(Self.after), allowsLoss: true)
    #expect(try trial.rows("SELECT name, formed, country FROM Band") == ["Can|1968|-"])
  }

  @Test func `two triggers that fail for the same reason do not excuse one another`() throws {
    let trigger = { (name: String, column: String) in
      "CREATE TRIGGER \(name) AFTER INSERT ON Band BEGIN UPDATE Band SET \(column) = 'x' WHERE 0; END;"
    }
    let trial = try trial(trigger("one", "hiatus") + trigger("two", "hiatus") + trigger("three", "formed"))
    let refusal = try trial.refusal(Self.after)
    #expect(refusal.count == 2)
    #expect(refusal.allSatisfy { $0.contains("which Rowsmith did not make, cannot be kept: no such column") })
    // Those that did not work before need not work afterwards.
    try trial.sql().run("DROP TRIGGER one; DROP TRIGGER two")
    try trial.sql().run(trigger("four", "absent") + trigger("five", "absent"))
    try migrate(trial)
    #expect(try trial.rows("SELECT count(*) FROM sqlite_master WHERE type = 'trigger'") == ["3"])
  }

  @Test func `a column that somebody added to links is a loss where their table is rebuilt`() throws {
    let bands = { (list: String) in
      """
      entities:
        Band: { PrimaryKey: id, attributes: { id: Int }, relationships: { tags: { to: "[Tag]", \(list) } } }
        Tag: { attributes: { id: Int } }
      """
    }
    let trial = try Trial(bands("MergePolicy: Merge"), "Band", #"[{"id": 1, "tags": [3, 2]}]"#)
    try trial.sql().run("ALTER TABLE Band_tags ADD COLUMN note TEXT; UPDATE Band_tags SET note = 'mine'")
    #expect(
      try trial.refusal(bands("MergePolicy: Merge, ordered: true")) == [
        "Band_tags.note: 2 values in a column that Rowsmith did not make"
      ])
  }

  @Test func `a table whose types another program spells in its own words is altered`() throws {
    let trial = try trial(
      """
      ALTER TABLE Band RENAME TO former;
      CREATE TABLE Band (name VARCHAR(9) PRIMARY KEY NOT NULL, formed BIGINT, hiatus clob);
      INSERT INTO Band SELECT name, formed, hiatus FROM former;
      DROP TABLE former;
      """)
    try migrate(trial, Self.grown)
    #expect(try trial.rows("SELECT name, formed, country FROM Band") == ["Can|1968|-"])
  }

  @Test func `a table whose columns another program has put in another order is altered`() throws {
    let trial = try trial(
      """
      ALTER TABLE Band DROP COLUMN formed;
      ALTER TABLE Band ADD COLUMN formed INTEGER;
      UPDATE Band SET formed = 1968;
      """)
    try migrate(trial, Self.grown)
    #expect(try trial.rows("SELECT name, formed, country FROM Band") == ["Can|1968|-"])
  }

  @Test func `a column that is added again as advised does not stop the next migration`() throws {
    let yaml = Self.before.replacing("formed: Int?", with: "formed: { type: Int?, default: 1970 }")
    let trial = try Trial(yaml, "Band", #"[{"name": "Can", "formed": 1968}]"#)
    try trial.sql().run("ALTER TABLE Band DROP COLUMN formed")
    let error = #expect(throws: StoreError.self) { try trial.importJSON("[]", "Band") }
    let advice = #"ALTER TABLE "Band" ADD COLUMN "formed" INTEGER DEFAULT 1970"#
    #expect(error?.message.hasSuffix("restore a backup, or add the column: \(advice)") == true)
    try trial.sql().run(advice)
    try migrate(trial, yaml.replacing("hiatus: String?", with: "hiatus: String?, country: String?"))
    #expect(try trial.rows("SELECT name, formed, country FROM Band") == ["Can|1970|-"])
  }
}
