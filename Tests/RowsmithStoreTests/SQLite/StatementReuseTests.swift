import CSQLite
import Testing

@testable import Rowsmith

/// Compiled statements are kept by their connection, and come back as new.
struct StatementReuseTests {
  private let connection: Connection

  init() throws {
    connection = try Connection(path: ":memory:")
    try connection.execute("CREATE TABLE a (x); INSERT INTO a VALUES (1), (2), (3)")
  }

  /// How many statements the connection has, in use or not.
  private var count: Int {
    var count = 0
    var next = sqlite3_next_stmt(connection.handle, nil)
    while let statement = next {
      count += 1
      next = sqlite3_next_stmt(connection.handle, statement)
    }
    return count
  }

  @Test
  func `a text is compiled once for uses one after another`() throws {
    for value in [7, 8] as [Int64] {
      #expect(try connection.integer("SELECT ?1", [.integer(value)]) == value)
      #expect(try connection.run("UPDATE a SET x = x WHERE x < ?1", [.integer(value)]) == 3)
    }
    #expect(count == 2)
    _ = try connection.prepare("SELECT 1")
    #expect(count == 2)
  }

  @Test
  func `what was bound and read before is forgotten`() throws {
    let text = "SELECT x, ?1 FROM a ORDER BY x"
    do {
      let first = try connection.prepareForReuse(text)
      first.bind(5, at: 1)
      #expect(try first.step())
    }
    let second = try connection.prepareForReuse(text)
    #expect(try second.step())
    #expect(second.integer(at: 0) == 1)
    #expect(second.isNull(at: 1))
    #expect(count == 1)
  }

  @Test
  func `a statement that is being read is nobody else's`() throws {
    let text = "SELECT x FROM a ORDER BY x"
    var seen: [Int64] = []
    let outer = try connection.prepareForReuse(text)
    while try outer.step() {
      let inner = try connection.prepareForReuse(text)
      while try inner.step() { seen.append(outer.integer(at: 0) * 10 + inner.integer(at: 0)) }
    }
    #expect(seen == [11, 12, 13, 21, 22, 23, 31, 32, 33])
  }

  @Test
  func `a kept statement sees that its table has changed`() throws {
    let text = "SELECT * FROM a ORDER BY x"
    #expect(try connection.integer(text) == 1)
    try connection.execute("DROP TABLE a; CREATE TABLE a (y, x); INSERT INTO a VALUES (9, 1)")
    let statement = try connection.prepareForReuse(text)
    #expect(try statement.step())
    #expect(statement.columnCount == 2)
    #expect(statement.integer(at: 0) == 9)
  }

  @Test
  func `a statement compiled while nobody asked for its tables tells them later`() throws {
    let text = "SELECT x FROM a"
    _ = try connection.integer(text)
    connection.learnsTables(true)
    for _ in 0..<2 {
      connection.tableAccess?.forget()
      _ = try connection.integer(text)
      #expect(connection.tableAccess?.used.reads == ["a"])
    }
  }

  @Test
  func `what is kept is bounded`() throws {
    let used = try connection.prepareForReuse("SELECT x FROM a ORDER BY x")
    #expect(try used.step())
    for number in 0..<3000 { #expect(try connection.integer("SELECT \(number)") == Int64(number)) }
    #expect(count <= 1025)
    #expect(try used.step())
    #expect(used.integer(at: 0) == 2)
  }

  @Test
  func `what begins and ends transactions is compiled once, and begins and ends each of them`() throws {
    let insert = "INSERT INTO a VALUES (?1)"
    for value in [4, 5] as [Int64] {
      _ = try connection.transaction { (try connection.run(insert, [.integer(value)]), .commit) }
      _ = try connection.transaction { (try connection.run(insert, [.integer(value + 10)]), .rollback) }
      let largest = try connection.snapshot { try connection.integer("SELECT max(x) FROM a") }
      #expect(largest == value)
      #expect(!connection.isInTransaction)
      // Four of transactions: two that begin, two that end.
      #expect(count == 6)
    }
  }

  @Test
  func `a transaction that cannot be committed is taken back, and the next one is committed`() throws {
    try connection.execute(
      """
      PRAGMA foreign_keys = ON;
      CREATE TABLE b (x INTEGER PRIMARY KEY);
      CREATE TABLE c (b REFERENCES b DEFERRABLE INITIALLY DEFERRED);
      """)
    for _ in 0..<2 {
      let error = #expect(throws: StoreError.self) {
        _ = try connection.transaction { (try connection.run("INSERT INTO c VALUES (7)"), .commit) }
      }
      #expect(error?.code == .constraintForeignKey)
      #expect(error?.sql == "COMMIT")
      #expect(!connection.isInTransaction)
    }
    _ = try connection.transaction { () throws -> (Int, Connection.Ending) in
      try connection.run("INSERT INTO b VALUES (7)")
      return (try connection.run("INSERT INTO c VALUES (7)"), .commit)
    }
    #expect(try connection.integer("SELECT count(*) FROM c") == 1)
  }

  @Test
  func `what fails in a transaction takes it back, and so does one that is begun inside it`() throws {
    struct Stop: Error {}
    for _ in 0..<2 {
      #expect(throws: Stop.self) {
        try connection.transaction { () throws -> (Int, Connection.Ending) in
          try connection.run("DELETE FROM a")
          throw Stop()
        }
      }
      let nested = #expect(throws: StoreError.self) {
        try connection.snapshot { try connection.snapshot {} }
      }
      #expect(nested?.sql == "BEGIN")
      #expect(!connection.isInTransaction)
    }
    #expect(try connection.integer("SELECT count(*) FROM a") == 3)
  }

  @Test
  func `a setting is read anew each time`() throws {
    for size in [100, 200] as [Int64] {
      try connection.execute("PRAGMA cache_size = \(size)")
      #expect(try connection.pragma("cache_size") == size)
    }
  }

  @Test
  func `a statement may outlive its connection`() throws {
    var other: Connection? = try Connection(path: ":memory:")
    weak let watched = other
    let statement = try other?.prepareForReuse("SELECT 5")
    _ = try other?.integer("SELECT 6")
    other = nil
    #expect(watched == nil)
    #expect(try statement?.step() == true)
    #expect(statement?.integer(at: 0) == 5)
  }
}
