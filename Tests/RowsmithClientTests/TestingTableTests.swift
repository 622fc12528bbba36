import Rowsmith
import RowsmithTesting
import Server
import Testing

@Suite("Tables of rows, printed and read again")
struct TestingTableTests {
  let store: Store

  init() throws {
    store = try Store.testing(ServerModel(), json: ["Tag": #"{"id": 1, "name": "red"}"#])
  }

  @Test(
    "What a table is printed as is what it is compared with, whatever is in its cells",
    arguments: [
      "a\u{2028}b", "a\u{2029}b", "a\u{85}b", "a\u{B}b\u{C}", "a\r\nb", "\t", "'", "''", "x'0a'", "\\n",
      "7.0",
      "1e9", "nan", "NULL", "null", "", "│\u{301}", "|\u{301}", "e\u{301} ", "\u{301}a", "a \u{A0}", "0x10",
      "🥁🥁🥁🥁🥁🥁", "👨‍👩‍👧",
    ])
  func printedIsRead(_ text: String) throws {
    let literal = text.replacing("'", with: "''")
    let sql = "SELECT '\(literal)' AS value, 1 AS other"
    let table = try store.rowTable(sql: sql)
    try store.expectRows(sql: sql, table)
    #expect(throws: RowDifference.self) {
      try store.expectRows(sql: "SELECT '\(literal)z' AS value, 1 AS other", table)
    }
  }

  @Test("Text and the number that it looks like are two values, and so are a blob and its text")
  func kinds() throws {
    let sql = "SELECT 7 a, '7' b, 7.0 c, NULL d, 'NULL' e, x'' f, 'x''''' g, 'it''s' h"
    #expect(
      try store.rowTable(sql: sql) == """
        ┌───┬─────┬─────┬──────┬────────┬─────┬───────┬──────┐
        │ a │ b   │ c   │ d    │ e      │ f   │ g     │ h    │
        ├───┼─────┼─────┼──────┼────────┼─────┼───────┼──────┤
        │ 7 │ '7' │ 7.0 │ NULL │ 'NULL' │ x'' │ 'x''' │ it's │
        └───┴─────┴─────┴──────┴────────┴─────┴───────┴──────┘
        """)
  }

  @Test(
    "A column that has no name of its own is called what the statement says, bars and line breaks escaped")
  func columnNames() throws {
    let sql = "SELECT name || '│' ||\n id FROM Tag"
    try store.expectRows(
      sql: sql,
      #"""
      │ name \u{7c}\u{7c} '\u{2502}' \u{7c}\u{7c}\n id │
      │ 'red\u{2502}1'                                 │
      """#)
    try store.expectRows(sql: sql, store.rowTable(sql: sql))
  }

  @Test(
    "A statement without rows is a table without columns; a request without rows has those of its records")
  func noRows() throws {
    #expect(try store.rowTable(sql: "SELECT id FROM Tag WHERE id > 9") == "┌┐\n│  │\n├┤\n└┘")
    #expect(
      try store.rowTable(Tag.filter { $0.id > 9 }) == """
        ┌────┬──────┬────────────┬───────────┬───────────┬─────────────┐
        │ id │ name │ clientUUID │ createdAt │ updatedAt │ lockVersion │
        ├────┼──────┼────────────┼───────────┼───────────┼─────────────┤
        └────┴──────┴────────────┴───────────┴───────────┴─────────────┘
        """)
    #expect(throws: RowDifference.self) { try store.expectRows(Tag.filter { $0.id > 9 }, "│ id │") }
  }
}
