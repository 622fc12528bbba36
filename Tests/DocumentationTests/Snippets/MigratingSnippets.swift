import Bands
import Rowsmith
import RowsmithSchema
import Testing

/// Migrating.md.
@Suite struct MigratingSnippets {
  private let scratch: ScratchFolder
  private let printed = Printed()
  private var path: String { scratch.file("bands.sqlite") }

  /// Makes a database of an older model, whose bands had a nickname and no end.
  init() throws {
    scratch = try ScratchFolder()
    var older = BandsModel.schema
    for index in older.entities.indices where older.entities[index].name == "Band" {
      older.entities[index].attributes.removeAll { $0.name == "disbanded" }
      older.entities[index].attributes.append(
        Schema.Attribute(name: "nickname", type: .scalar(.string), isOptional: true, keys: ["nickname"]))
    }
    let store = try Store(.file(path), schema: older)
    try store.importJSON(.string(#"{"name": "Japan", "formed": 1974}"#), into: .entity("Band"))
  }

  private func print(_ items: Any...) { printed.print(items) }

  @Test func `opening migrates`() throws {
    var options = StoreOptions()
    options.onModelChange = .migrate
    let store = try Store(.file(path), model: BandsModel(), options: options)
    #expect(try store.fetch(Band.all.count()) == 1)
  }

  @Test func `looking before migrating`() throws {
    let plan = try Store.migrationPlan(at: path, to: BandsModel.schema)
    for step in plan.steps { print(step) }
    for loss in plan.losses { print("would be lost:", loss) }
    #expect(printed.text.contains("rebuild the table Band"))
    #expect(plan.losses == [])
  }

  @Test func `steps of an app's own`() throws {
    let printed = printed
    let print = { @Sendable (values: [StoredValue]) in printed.print([values]) }
    var options = StoreOptions()
    options.migrations = [
      MigrationStep(when: { old in old.entities.contains { $0.name == "Band" } }) { db in
        try db.execute(sql: "UPDATE Band SET formed = formed + 1900 WHERE formed < 100")
      },
      MigrationStep(from: "2f7c9c0a51e6b3d4", .after) { db in
        for row in try db.rows(sql: "SELECT name FROM Band") { print(row.values) }
      },
    ]
    let store = try Store(.file(path), model: BandsModel(), options: options)
    #expect(try store.fetch(Band.find("Japan"))?.formed == 1974)
    #expect(printed.text == "")
  }

  @Test func `one step`() throws {
    var options = StoreOptions()
    options.migrations = [
      MigrationStep(when: { old in old.entities.contains { $0.name == "Band" } }) { db in
        try db.execute(sql: "UPDATE Band SET formed = formed + 1900 WHERE formed < 100")
      }
    ]
    let store = try Store(.file(path), model: BandsModel(), options: options)
    #expect(try store.fetch(Band.all.count()) == 1)
  }
}
