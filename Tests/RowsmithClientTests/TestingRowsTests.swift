import Rowsmith
import RowsmithTesting
import Server
import Testing

@Suite("Rows compared with a table in the text of a test")
struct TestingRowsTests {
  let store: Store

  init() throws {
    store = try Store.testing(
      ServerModel(),
      json: [
        "Tag": #"[{"id": 1, "name": "red"}, {"id": 2, "name": "7"}, {"id": 3, "name": "a│b\nc"}]"#,
        "Meeting": #"{"id": "m", "title": "Tuesday"}"#,
      ])
  }

  @Test("A table has a frame, and text in quotes where it could be taken for something else")
  func table() throws {
    #expect(
      try store.rowTable(sql: "SELECT id, name, lockVersion FROM Tag") == #"""
        ┌────┬─────────────────┬─────────────┐
        │ id │ name            │ lockVersion │
        ├────┼─────────────────┼─────────────┤
        │ 1  │ red             │ NULL        │
        │ 2  │ '7'             │ NULL        │
        │ 3  │ 'a\u{2502}b\nc' │ NULL        │
        └────┴─────────────────┴─────────────┘
        """#)
    #expect(
      try store.rowTable(sql: "SELECT 'NULL' a, '' b, 1.5 c, x'0aff' d, ' x' e").contains(
        "│ 'NULL' │ '' │ 1.5 │ x'0aff' │ ' x' │"))
  }

  @Test("The same rows are the same, whatever the frame and the space")
  func same() throws {
    try store.expectRows(
      sql: "SELECT id, name FROM Tag WHERE id < 3",
      """
        | id |  name |
          │ 1│red    │
      |2|'7'|
      """)
    try store.expectRows(sql: "SELECT id FROM Tag WHERE id > 9", "│ id │")
    try store.expectRows(
      Meeting.all,
      """
      │ id │ title   │ place │ startsAt │ clientUUID │ createdAt │ updatedAt │ lockVersion │
      │ m  │ Tuesday │ NULL  │ NULL     │ NULL       │ NULL      │ NULL      │ NULL        │
      """)
  }

  @Test("Other rows are an error that shows which, and the table to copy")
  func difference() throws {
    let error = #expect(throws: RowDifference.self) {
      try store.expectRows(
        sql: "SELECT id, name FROM Tag WHERE id < 3",
        """
        │ id │ name   │
        │ 1  │ red    │
        │ 2  │ yellow │
        │ 4  │ blue   │
        """)
    }
    #expect(
      error?.description == """
        the rows differ from the expected ones (-: expected, +: found):
          │ id │ name   │
          │ 1  │ red    │
        - │ 2  │ yellow │
        - │ 4  │ blue   │
        + │ 2  │ '7'    │

        What was found:
        ┌────┬──────┐
        │ id │ name │
        ├────┼──────┤
        │ 1  │ red  │
        │ 2  │ '7'  │
        └────┴──────┘
        """)
  }

  @Test(
    "Another order, other columns, a row too many and one too few are differences",
    arguments: [
      "│ id │\n│ 2 │\n│ 1 │", "│ name │\n│ 1 │\n│ 2 │", "│ id │\n│ 1 │", "│ id │\n│ 1 │\n│ 2 │\n│ 3 │", "",
      "│ id │\n│ 1 │\n│ '2' │",
    ])
  func others(_ table: String) {
    #expect(throws: RowDifference.self) {
      try store.expectRows(sql: "SELECT id FROM Tag WHERE id < 3", table)
    }
  }
}
