import RowsmithSchema
import TestSupport
import Testing

@testable import Rowsmith

/// Random changes of models that databases have; ``TrialSeeds`` says which.
@Suite struct PropertyTests {
  @Test(arguments: TrialSeeds(rounds: 100).seeds) func `random changes end as planned, and rows stay`(
    seed: UInt64
  ) throws {
    let version = [3, 6, 8, 10][Int(seed % 4)]
    let trial = try VersionFiles.copy(version)
    if seed % 3 > 0 { try addChoices(to: trial, seed) }
    let old = trial.current
    let links = try KeptLinks.links(old, trial)
    var edits = SchemaEdits(old, seed: seed)
    edits.edit(1 + Int(seed % 6))
    let before = try rowCounts(trial, old)
    let plan = try Store.migrationPlan(at: trial.path, to: edits.schema)
    do {
      let report = try trial.migrate(to: edits.schema, allowsLoss: true)
      #expect(report.plan == plan, "\(edits.log)")
    } catch let error as MigrationError where error.reason == .impossible {
      #expect(!plan.refusals.isEmpty, "\(edits.log)")
      return
    } catch {
      Issue.record("seed \(seed): \(edits.log): \(error)")
      return
    }
    #expect(try rowCounts(trial, edits.schema) == before, "\(edits.log)")
    let difference = try KeptLinks(old: old, new: edits.schema).difference(links, trial)
    #expect(difference == nil, "\(edits.log)")
    #expect(try trial.rows("SELECT name FROM sqlite_master WHERE name LIKE '%rowsmith_new%'") == [])
    if plan.losses.isEmpty {
      // A database that has lost nothing can lose nothing on a second look.
      #expect(try Store.migrationPlan(at: trial.path, to: edits.schema).isEmpty, "\(edits.log)")
    }
  }

  /// How many rows each table of records has, in the order of the model: no edit removes an entity.
  private func rowCounts(_ trial: Trial, _ schema: Schema) throws -> [String] {
    try Layout(schema).tables.map { try trial.rows("SELECT count(*) FROM \(DDL.quoted($0.name))")[0] }
  }

  /// Adds to-one relationships to one of several entities, and links: some rows lead nowhere, some to what is not there.
  private func addChoices(to trial: Trial, _ seed: UInt64) throws {
    var edits = SchemaEdits(trial.current, seed: seed &+ 7)
    for number in 0..<(1 + seed % 2) {
      edits.addChoice(
        to: Int((seed / 3 + number) % UInt64(edits.schema.entities.count)), named: "link\(number)")
    }
    for entity in edits.schema.entities.indices {
      for relationship in edits.schema.entities[entity].relationships.indices {
        edits.schema.entities[entity].relationships[relationship].choice?.isRequired = false
      }
    }
    try trial.migrate(to: edits.schema)
    let graph = SchemaGraph(edits.schema)
    for entity in edits.schema.entities {
      guard let root = graph.root(of: entity.name), let table = Layout(graph).table(of: root.name) else {
        continue
      }
      for choice in entity.choices {
        let width = choice.relationships.count + Int(seed / 5 % 2)
        for (place, part) in choice.relationships.enumerated() {
          let target = graph.root(of: part.target)?.name ?? part.target
          let key = DDL.quoted(graph.keyColumns(of: part.target)[0].name)
          let kinds = graph.descendants(of: entity.name).map { DDL.literal(.text($0.name)) }
          let family = table.entities.count > 1 ? " AND entityName IN (\(kinds.joined(separator: ", ")))" : ""
          try trial.sql().run(
            "UPDATE \(DDL.quoted(table.name)) SET \(DDL.quoted(part.name)) = coalesce((SELECT \(key) FROM "
              + "\(DDL.quoted(target)) ORDER BY 1 LIMIT 1 OFFSET \(Int(seed % 3) + place)), 99) "
              + "WHERE \(table.rowIDName) % \(width) = \(place)\(family)")
        }
      }
    }
  }
}
