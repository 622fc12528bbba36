import Testing

@testable import Rowsmith

/// The set in which an import remembers the rows that a document names.
@Suite struct RowSetTests {
  private func makeSet() throws -> (RowSet, Connection) {
    let connection = try Connection(path: ":memory:")
    return (RowSet(connection: connection, name: "Test"), connection)
  }

  @Test func `what is too much for memory is found in the table`() throws {
    let (set, connection) = try makeSet()
    let count = Int64(RowSet.maximumInMemory) + 1000
    for row in 0..<count { try set.insert(row * 3) }
    #expect(try connection.integer("SELECT count(*) FROM temp._rowsmith_rows_Test") ?? 0 > 0)
    for row in stride(from: 0, to: count, by: 997) {
      #expect(try set.contains(row * 3))
      #expect(try !set.contains(row * 3 + 1))
    }
  }

  @Test func `what was added since the journal began is taken back, and nothing else`() throws {
    let (set, _) = try makeSet()
    for row in Int64(0)..<500 { try set.insert(row) }
    set.beginJournal()
    for row in Int64(400)..<900 { try set.insert(row) }
    try set.insert(.min)
    try set.rollBack()
    for row in Int64(0)..<900 { #expect(try set.contains(row) == (row < 500)) }
    #expect(try !set.contains(.min))
  }

  @Test func `nothing goes to the table while it may be taken back`() throws {
    let (set, connection) = try makeSet()
    set.beginJournal()
    for row in 0..<Int64(RowSet.maximumInMemory) + 10 { try set.insert(row) }
    #expect(
      try connection.integer("SELECT count(*) FROM sqlite_temp_master WHERE name = '_rowsmith_rows_Test'")
        == 0)
    try set.endJournal()
    #expect(try set.contains(7))
    #expect(try connection.integer("SELECT count(*) FROM temp._rowsmith_rows_Test") ?? 0 > 0)
  }

  @Test func `every rowid that SQLite allows can be a member`() throws {
    let (set, _) = try makeSet()
    for row in [Int64.min, .max, -1, 0, 1] {
      #expect(try !set.contains(row))
      try set.insert(row)
      #expect(try set.contains(row))
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `what is taken back leaves those findable that came to lie behind it`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let (set, _) = try makeSet()
    // Few rows, far apart, so that many of them meet in the table.
    let rows = (0..<3_000).map { _ in Int64(bitPattern: random.next()) }
    var kept: Set<Int64> = []
    for chunk in stride(from: 0, to: rows.count, by: 100) {
      set.beginJournal()
      for row in rows[chunk..<chunk + 100] { try set.insert(row) }
      if random.next() % 2 == 0 {
        try set.rollBack()
      } else {
        try set.endJournal()
        kept.formUnion(rows[chunk..<chunk + 100])
      }
      for row in rows[..<(chunk + 100)] { #expect(try set.contains(row) == kept.contains(row)) }
    }
  }
}
