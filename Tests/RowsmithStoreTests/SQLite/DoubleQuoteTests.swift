import Bands
import Rowsmith
import Testing

/// SQLite can take a name in double quotes that nothing has for a text.
struct DoubleQuoteTests {
  private let store: Store

  init() throws {
    store = try Store(.memory, model: BandsModel())
    try store.write { try $0.insert(Band(name: "Japan", formed: 1974)) }
  }

  @Test
  func `a name that nothing has is an error, not a text`() throws {
    let error = #expect(throws: StoreError.self) { try store.fetch(.sql(#"SELECT "nothing" FROM Band"#)) }
    #expect(error?.message == "no such column: nothing")
    #expect(throws: StoreError.self) {
      try store.write { try $0.execute(sql: #"CREATE INDEX i ON Band (name) WHERE name <> "nothing""#) }
    }
  }

  @Test
  func `a name that a column has is the column`() throws {
    #expect(try store.fetch(.sql(#"SELECT "name" FROM "Band""#)).count == 1)
  }
}
