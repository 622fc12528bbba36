import TestSupport
import Testing

@testable import Rowsmith

/// Cancelled work leaves no transaction open, whichever of its statements the interrupt meets.
@Suite struct InterruptedTransactionTests {
  private struct Failure: Error {}

  private let connection: Connection

  init() throws {
    connection = try Connection(path: ":memory:")
    try connection.execute("CREATE TABLE a (x); INSERT INTO a VALUES (1), (2), (3)")
  }

  @Test(arguments: [false, true])
  func `an interrupt that lasts does not keep the transaction open`(isRead: Bool) throws {
    let outer = try connection.prepare("SELECT x FROM a")
    let body = {
      _ = try outer.step()
      if !isRead { try connection.run("INSERT INTO a VALUES (4)") }
      // While a statement is being read, every other one fails from now on.
      connection.interrupt()
      throw Failure()
    }
    #expect(throws: Failure.self) {
      if isRead {
        try connection.snapshot(body)
      } else {
        try connection.transaction { (try body(), .commit) }
      }
    }
    #expect(!connection.isInTransaction)
    #expect(try connection.transaction { (try connection.integer("SELECT count(*) FROM a"), .commit) } == 3)
  }

  @Test func `a stop that falls due as a transaction begins or ends is none of either`() throws {
    connection.stop(when: { true })
    // Each BEGIN and COMMIT takes a few steps, and every 20 000 of a statement SQLite asks whether to stop.
    for _ in 0..<15_000 {
      try connection.transaction { ((), .commit) }
      try connection.snapshot {}
    }
  }

  @Test func `a write that fails while it is cancelled holds up none that follows`() async throws {
    let store = try ModelStore("entities: { A: { PrimaryKey: id, attributes: { id: Int } } }").store
    for round in 0..<3000 {
      let hasBegun = Guarded(false)
      let work = Task {
        defer { hasBegun.withLock { $0 = true } }
        try await store.write { db -> Void in
          _ = try db.rows("SELECT id FROM A")
          hasBegun.withLock { $0 = true }
          throw Failure()
        }
      }
      while !hasBegun.withLock({ $0 }) { await Task.yield() }
      for _ in 0..<(round % 50) { hasBegun.withLock { $0 = true } }
      work.cancel()
      _ = await work.result
    }
    try await store.write { try $0.execute(sql: "INSERT INTO A (id) VALUES (1)") }
    #expect(try await store.read { try $0.rows("SELECT id FROM A").count } == 1)
  }
}
