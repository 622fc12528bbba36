import RowsmithSchema
import TestSupport
import Testing

@testable import Rowsmith

/// Random changes of models that databases have; ``TrialSeeds`` says which.
@Suite struct PropertyTests {
  @Test(arguments: TrialSeeds(rounds: 200).seeds) func `random changes end as planned, and rows stay`(
    seed: UInt64
  ) throws {
    let version = [3, 6, 8, 10][Int(seed % 4)]
    let trial = try Versions.database(version)
    let old = trial.current
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
}
