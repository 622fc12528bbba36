import Bands
import Foundation
import TestSupport
import Testing

@testable import Rowsmith

/// What a trace is told of the statements that a store runs.
struct StatementTraceTests {
  private final class Told: Sendable {
    private let list = Guarded<[TracedStatement]>([])
    var all: [TracedStatement] { list.withLock { $0 } }
    func add(_ statement: TracedStatement) { list.withLock { $0.append(statement) } }
    func forget() { list.withLock { $0 = [] } }
  }

  private let told = Told()
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func store(showingValues: Bool = false) throws -> Store {
    var options = StoreOptions()
    options.trace = StatementTrace(showingValues: showingValues) { [told] in told.add($0) }
    let store = try Store(.file(folder.path("bands.sqlite")), model: BandsModel(), options: options)
    try store.write { try $0.upsert(Band(name: "Can", formed: 1968)) }
    return store
  }

  @Test func `a read is told once, without its values`() throws {
    let store = try store()
    _ = try store.fetch(Band.filter { $0.name == "Can" })
    told.forget()
    #expect(try store.fetch(Band.filter { $0.name == "Can" }).count == 1)
    #expect(told.all.count == 1)
    let statement = try #require(told.all.first)
    #expect(statement.sql.hasPrefix("SELECT "))
    #expect(!"\(statement)".contains("Can"))
    #expect(statement.expandedSQL == nil)
    #expect(statement.duration > .zero && statement.duration < .seconds(60))
  }

  @Test func `the values are told on request`() throws {
    let store = try store(showingValues: true)
    told.forget()
    _ = try store.fetch(Band.filter { $0.name == "Can" })
    #expect(told.all.contains { $0.expandedSQL?.contains("'Can'") == true && !$0.sql.contains("'Can'") })
  }

  @Test func `writes and what opening does are told, triggers as part of what sets them off`() throws {
    let store = try store()
    #expect(told.all.contains { $0.sql.contains("CREATE TABLE \"Band\"") })
    #expect(told.all.contains { $0.sql.hasPrefix("INSERT INTO") && $0.sql.contains("Band") })
    try store.write {
      try $0.execute(sql: "CREATE TRIGGER t AFTER DELETE ON Band BEGIN SELECT 1; END")
      told.forget()
      try $0.execute(sql: "-- all of them\nDELETE FROM Band")
      #expect(told.all.filter { $0.sql.contains("DELETE") }.count == 1)
    }
  }

  @Test func `a statement that fails is told, too`() throws {
    let store = try store()
    told.forget()
    #expect(throws: StoreError.self) { try store.fetch(.sql("SELECT abs(-9223372036854775808)")) }
    #expect(told.all.contains { $0.sql.contains("abs(") })
  }

  @Test func `a statement prints its duration in milliseconds before its text`() {
    let statement = TracedStatement(sql: "SELECT 1", duration: .microseconds(12_045))
    #expect("\(statement)" == "12.045 ms  SELECT 1")
  }

  @Test(arguments: [(nil, nil), ("", nil), ("0", nil), ("1", false), ("values", true)] as [(String?, Bool?)])
  func `the environment asks for statements, or for values, too`(value: String?, showsValues: Bool?) {
    #expect(StatementTrace.asked(by: value)?.showsValues == showsValues)
  }
}
