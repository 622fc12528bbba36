import Foundation
import RowsmithInference
import Testing

/// Whatever a description says, the model passes the check without a word. `ROWSMITH_SEED=42` runs one seed alone.
@Suite struct RandomDescriptionTests {
  static let seeds: [UInt64] =
    ProcessInfo.processInfo.environment["ROWSMITH_SEED"].flatMap { UInt64($0) }.map { [$0] } ?? Array(1...12)

  @Test(arguments: seeds) func `any API becomes a sound model`(seed: UInt64) throws {
    var api = RandomAPI(seed: seed)
    let draft = try Facts.draft(of: api.text())
    #expect(draft.entities.count > 5)
    #expect(draft.routes.count > 100)
  }

  @Test(arguments: seeds) func `any database becomes a sound model`(seed: UInt64) throws {
    var database = RandomDatabase(seed: seed)
    let draft = try Facts.inDatabase(database.sql(), areTried: true) { try Facts.draft(at: $0) }
    Facts.expectSound(draft)
    #expect(draft.entities.count > 5)
  }

  @Test(arguments: seeds) func `what is made does not depend on the order of hashing`(seed: UInt64) throws {
    var api = RandomAPI(seed: seed)
    let text = api.text()
    #expect(try Facts.draft(of: text) == Facts.draft(of: text))
  }
}
