import CSQLite
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

  @Test func `an interrupt that lasts does not keep triggers firing themselves`() throws {
    let outer = try connection.prepare("SELECT x FROM a")
    #expect(throws: Failure.self) {
      try connection.transaction { () throws -> (Void, Connection.Ending) in
        _ = try outer.step()
        try connection.seeingReplacedRows(of: "INSERT OR REPLACE INTO a VALUES (4)") { () throws -> Void in
          connection.interrupt()
          throw Failure()
        }
        return ((), .commit)
      }
    }
    #expect(try connection.pragma("recursive_triggers") == 0)
  }

  @Test func `an interrupt as the last observer has left holds up no write that follows`() throws {
    let store = try ModelStore("entities: { A: { PrimaryKey: id, attributes: { id: Int } } }").store
    _ = try withExtendedLifetime(store.changes()) {
      try store.write { try $0.execute(sql: "INSERT INTO A (id) VALUES (1)") }
    }
    let connection = try store.writer.run { $0.connection }
    let interruption = Interruption(of: connection, during: "PRAGMA recursive_triggers = OFF")
    for id in 2...3 { try store.write { try $0.execute(sql: "INSERT INTO A (id) VALUES (\(id))") } }
    #expect(interruption.isOver)
    #expect(try store.read { try $0.rows("SELECT id FROM A").count } == 3)
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

/// Interrupts a connection once, as a cancelled task does: when it runs a statement.
private final class Interruption {
  private(set) var isOver = false
  private let connection: Connection
  private let sql: String

  init(of connection: Connection, during sql: String) {
    (self.connection, self.sql) = (connection, sql)
    sqlite3_trace_v2(
      connection.handle, UInt32(SQLITE_TRACE_STMT),
      { _, context, _, text in
        guard let context, let text else { return 0 }
        Unmanaged<Interruption>.fromOpaque(context).takeUnretainedValue().note(
          String(cString: text.assumingMemoryBound(to: CChar.self)))
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit { sqlite3_trace_v2(connection.handle, 0, nil, nil) }

  private func note(_ begun: String) {
    if isOver || begun != sql { return }
    isOver = true
    connection.interrupt()
  }
}
