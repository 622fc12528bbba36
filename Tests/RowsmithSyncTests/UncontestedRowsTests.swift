import Rowsmith
import RowsmithTesting
import Testing

@testable import RowsmithSync

/// Rows that count as created here though the server has them.
@Suite struct UncontestedRowsTests {
  @Test func `a page looks through the unsent rows, not through all that the server has`() throws {
    let device = try Device(MemorySyncServer())
    let plan = try device.store.read { db in
      try db.rows("EXPLAIN QUERY PLAN " + UncontestedRows.statement, [.text("Note"), .text("[]")]).map {
        try $0.value("detail", as: String.self)
      }
    }
    #expect(plan.first?.hasPrefix("SEARCH u USING PRIMARY KEY") == true, "\(plan)")
    #expect(plan.contains { $0.hasPrefix("SEARCH r USING PRIMARY KEY (entity=? AND key=?)") }, "\(plan)")
  }
}
