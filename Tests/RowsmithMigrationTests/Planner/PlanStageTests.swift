import RowsmithSchema
import Testing

@testable import Rowsmith

/// The stages of a plan, each by itself: none needs a database.
@Suite struct PlanStageTests {
  private static let before = """
    entities:
      Band:
        PrimaryKey: name
        attributes: { name: String, formed: Int, hiatus: String? }
        relationships:
          albums: { to: [Album], inverse: band }
          genres: { to: [Genre], inverse: bands }
      Album: { attributes: { id: Int, title: String }, relationships: { band: Band? } }
      Genre: { PrimaryKey: word, attributes: { word: String }, relationships: { bands: { to: [Band], inverse: genres } } }
    """

  private func match(_ changes: [(String, String)]) throws -> SchemaMatch {
    var after = Self.before
    for (old, new) in changes {
      #expect(after.contains(old))
      after = after.replacing(old, with: new)
    }
    return SchemaMatch(from: try schema(Self.before), to: try schema(after))
  }

  private func translation(_ changes: (String, String)...) throws -> RowTranslation {
    let match = try match(changes)
    return RowTranslation(match, LinkOrigins(match))
  }

  /// The album's column becomes a table of links.
  private static let manyToMany = [
    ("albums: { to: [Album], inverse: band }", "albums: { to: [Album], inverse: bands }"),
    ("band: Band?", "bands: { to: [Band], inverse: albums, RenamedFrom: band }"),
  ]

  @Test(.timeLimit(.minutes(10))) func `a model of many entities with links is planned in time`() throws {
    func model(_ added: String) -> String {
      let entities = (0..<200).map { number in
        "  E\(number):\n    attributes: { id: Int\(added) }\n    relationships: "
          + "{ next: { to: E\((number + 1) % 200)?, inverse: none }, all: { to: [E\(number)], inverse: none } }\n"
      }
      return "entities:\n" + entities.joined()
    }
    let plan = Migration(from: try schema(model("")), to: try schema(model(", name: String?")))
    #expect(Set(plan.linkChecks.map(\.subject)).count == 400)
    #expect(plan.linkChecks.first { $0.subject == "E7.next" }?.before.contains("\"E7\"") == true)
  }

  @Test(.timeLimit(.minutes(10)))
  func `a model whose thousands of entities all get other names is planned soon`()
    throws
  {
    let count = 3000
    func model(_ name: String, _ former: (Int) -> String = { _ in "" }) -> String {
      let entities = (0..<count).map { number in
        "  \(name)\(number): { \(former(number))attributes: { id: Int }, relationships: "
          + "{ next: { to: \(name)\((number + 1) % count)?, inverse: none } } }\n"
      }
      return "entities:\n" + entities.joined()
    }
    let match = SchemaMatch(
      from: try schema(model("Old")), to: try schema(model("New") { "RenamedFrom: Old\($0), " }))
    let choices = TableChoices(RowTranslation(match, LinkOrigins(match)))
    #expect(choices.rebuilt == [])
    #expect(choices.altered.count == count)
    #expect(choices.altered["New7"]?.old.name == "Old7")
  }

  @Test func `a table that refers to one that is built anew under another name is built anew, too`() throws {
    let choices = TableChoices(
      try translation(
        ("  Band:\n", "  Ensemble:\n    RenamedFrom: Band\n"), ("formed: Int", "formed: String"),
        ("band: Band?", "band: Ensemble?"), ("bands: { to: [Band]", "bands: { to: [Ensemble]")))
    #expect(choices.rebuilt == ["Album", "Ensemble"])
    #expect(choices.altered.keys.sorted() == ["Genre"])
  }

  @Test func `links that stay in their column or table come from there`() throws {
    let origins = LinkOrigins(try match([]))
    guard case .sameRow = origins["Album.band"] else {
      Issue.record("\(origins["Album.band"])")
      return
    }
    guard case .linkTable(let links) = origins["Band.genres"] else {
      Issue.record("\(origins["Band.genres"])")
      return
    }
    #expect(links.store == "Band_genres")
    #expect(origins.collections.isEmpty)
    if case .none = origins["Band.nothing"] {} else { Issue.record("an unknown relationship has an origin") }
  }

  @Test func `links that change their place are collected`() throws {
    let origins = LinkOrigins(try match(Self.manyToMany))
    guard case .collected(0, _) = origins["Album.bands"] else {
      Issue.record("\(origins["Album.bands"])")
      return
    }
    #expect(origins.collections.map(\.name) == ["_rowsmith_links_0"])
    #expect(origins.collections[0].places.map(\.store) == ["Album.band"])
  }

  @Test func `a value of another type is converted, and the conversion has a number`() throws {
    let translation = try translation(("formed: Int", "formed: String"))
    let table = try #require(translation.match.newLayout.table(of: "Band"))
    let flow = try #require(translation.flows(to: table).first)
    let column = try #require(table.columns.first { $0.name == "formed" })
    #expect(translation.value(of: column, flow: flow) { "o.\($0)" } == "_rowsmith_convert(0, o.formed)")
    #expect(translation.conversions.all.map(\.to) == [.scalar(.string)])
  }

  @Test func `a member of an old entity is found under its name or a later one`() throws {
    let match = try match([
      ("formed: Int, hiatus: String?", "pause: { type: String?, RenamedFrom: hiatus }")
    ])
    let found = ["name", "hiatus", "formed", "genres", "none"].map {
      match.currentMember(of: $0, in: "Band", now: "Band")?.name
    }
    #expect(found == ["name", "pause", nil, "genres", nil])
  }

  @Test(.timeLimit(.minutes(10))) func `what an entity of very many attributes loses is found soon`() throws {
    func model(_ last: String) -> String {
      let attributes = (0..<1800).map { ", a\($0): String?" }.joined()
      return "entities:\n  A: { attributes: { id: Int\(attributes)\(last) } }\n"
    }
    let match = SchemaMatch(from: try schema(model(", z: Int?")), to: try schema(model("")))
    let losses = MigrationLosses(RowTranslation(match, LinkOrigins(match)))
    #expect(losses.checks.map(\.subject) == ["A.z"])
  }

  @Test(.timeLimit(.minutes(10))) func `what very many relationships of an entity have become is found soon`()
  {
    func schema(_ changed: Schema.Relationship? = nil) -> Schema {
      var links = (0..<4000).map { link("r\($0)") }
      if let changed { links[7] = changed }
      return Schema(
        name: "Model",
        entities: [
          Schema.Entity(
            name: "A", primaryKey: ["id"], attributes: [.required("id", .int)], relationships: links)
        ])
    }
    func link(_ name: String) -> Schema.Relationship {
      Schema.Relationship(
        name: name, target: "A", cardinality: .toOne, keys: [name], foreignKeys: [], mergePolicy: .merge,
        inverse: nil)
    }
    var seven = link("seven")
    seven.renamedFrom = "r7"
    let old = schema()
    let match = SchemaMatch(from: old, to: schema(seven))
    let names = old.entities[0].relationships.map(\.name)
    let found = names.map { match.currentMember(of: $0, in: "A", now: "A")?.name ?? "" }
    #expect(found == names.map { $0 == "r7" ? "seven" : $0 })
  }

  @Test(.timeLimit(.minutes(10))) func `keys of a family of thousands of entities are translated soon`()
    throws
  {
    let count = 3000
    let kinds = (0..<count).map { "  K\($0): { extends: Media }\n" }
    let model = try schema("entities:\n  Media: { attributes: { id: Int } }\n" + kinds.joined())
    let match = SchemaMatch(from: model, to: model)
    let translation = RowTranslation(match, LinkOrigins(match))
    for _ in 0..<count {
      let key = translation.translate(["o.link"], to: "Media", now: "K7", depth: 1)
      #expect(key?.columns == ["o.link"])
    }
  }

  @Test func `nothing is chosen where nothing changes`() throws {
    let choices = TableChoices(try translation())
    #expect(choices.changeNothing)
    #expect(choices.rebuilt == [])
    #expect(choices.altered.keys.sorted() == ["Album", "Band", "Genre"])
  }

  @Test func `a column that can be added or dropped in place leaves the rows where they are`() throws {
    let choices = TableChoices(try translation(("hiatus: String?", "label: String?")))
    let band = try #require(choices.altered["Band"])
    #expect(band.addedColumns.map(\.name) == ["label"])
    #expect(band.droppedColumns == ["hiatus"])
    #expect(choices.rebuilt == [])
  }

  @Test func `a table whose values change is built anew, and one that refers to it stays`() throws {
    let choices = TableChoices(try translation(("formed: Int", "formed: String")))
    #expect(choices.rebuilt == ["Band"])
    #expect(choices.altered.keys.sorted() == ["Album", "Genre"])
  }

  @Test func `every old table that is not kept is dropped once`() throws {
    let translation = try translation(
      ("formed: Int", "formed: String"), ("genres: { to: [Genre], inverse: bands }", "x: { to: [Genre] }"),
      (", relationships: { bands: { to: [Band], inverse: genres } }", ""))
    let work = TableWork(translation, TableChoices(translation))
    #expect(work.droppedTables == ["Band", "Band_genres"])
    #expect(work.rebuilt == ["Band", "Band_x"])
    #expect(work.rebuiltTables.map(\.plannedRows) == [#"SELECT count(*) FROM "Band" AS o"#])
    let drops = work.steps.flatMap(\.work).filter { $0.phase == .drop }.map(\.sql)
    #expect(
      drops.filter { $0.hasPrefix("DROP TABLE") } == [#"DROP TABLE "Band""#, #"DROP TABLE "Band_genres""#])
  }

  @Test func `what has no place is counted, and nothing else`() throws {
    #expect(MigrationLosses(try translation()).checks.map(\.subject) == ["Band.albums"])
    let losses = MigrationLosses(try translation((", hiatus: String?", "")))
    #expect(losses.checks.map(\.subject) == ["Band.hiatus", "Band.albums"])
    #expect(losses.checks[0].count == #"SELECT count(*) FROM "Band" AS o WHERE o."hiatus" IS NOT NULL"#)
    // Links that wait can go on waiting: none of them is counted.
    #expect(losses.checks[1].count.contains("w.relationship = 'Band.albums'"))
  }

  @Test func `what is required and may be missing is refused`() throws {
    #expect(MigrationRefusals(try translation()).checks.map(\.subject) == [])
    let refusals = MigrationRefusals(try translation(("hiatus: String?", "hiatus: String")))
    #expect(refusals.checks.map(\.subject) == ["Band.hiatus"])
    #expect(refusals.checks[0].count == #"SELECT count(*) FROM "Band" AS o WHERE o."hiatus" IS NULL"#)
  }

  @Test func `links that name no row are counted before and after, and noted anew`() throws {
    let renewal = ReferenceRenewal(try translation())
    #expect(renewal.linkChecks.map(\.subject) == ["Album.band", "Band.genres", "Band.genres"])
    #expect(
      renewal.step.work.filter { $0.sql.hasPrefix("INSERT OR IGNORE INTO main._rowsmith_unresolved") }.count
        == 3)
    #expect(renewal.step.work.first?.sql == "DELETE FROM temp._rowsmith_kept")
  }

  @Test func `collected links have the types of their keys, so that their indexes are used`() throws {
    let collection = LinkOrigins(try match(Self.manyToMany)).collections[0]
    let statements = collection.statements(conditions: [[]])
    #expect(statements[0].contains("(s0 INTEGER, t0 TEXT, position, source_position, place)"))
    #expect(
      statements.filter { $0.hasPrefix("CREATE INDEX") }.map { $0.suffix(8) } == ["(s0, t0)", "(t0, s0)"])
  }
}
