import Testing

@Suite struct RecordKeyTests {
  @Test func `a composite key is a nested type`() throws {
    let snippets = try Snippets(
      """
      entities:
        Order: { attributes: { id: Int } }
        Line:
          PrimaryKey: [order, position]
          attributes: { position: Int }
          relationships: { order: { to: Order, MergePolicy: Merge } }
        Note:
          PrimaryKey: [line, number]
          attributes: { number: Int }
          relationships: { line: { to: Line, MergePolicy: Merge } }
      """)
    #expect(
      try snippets.declaration("nonisolated struct ID") == """
        nonisolated struct ID: RecordKey {
          var order: Reference<Order>
          var position: Int

          /// Creates a key.
          init(order: Reference<Order>, position: Int) {
            self.order = order
            self.position = position
          }

          /// Reads a key from the columns that start at the index.
          init(row: Row, at index: Int) throws(RowDecodingError) {
            order = try row.reference(at: index)
            position = try row.int(at: index + 1)
          }

          /// The number of columns.
          static var columnCount: Int { 2 }

          /// The key as SQLite stores it.
          var storedValues: [StoredValue] { order.storedValues + position.storedValues }
        }
        """)
    #expect(snippets.records.contains("var id: ID { ID(order: order, position: position) }"))
    #expect(
      snippets.records.contains(#"Column<Note, Reference<Line>> { Column("line_order", "line_position") }"#))
    #expect(
      snippets.records.contains(
        #"static var columnNames: [String] { ["number", "line_order", "line_position"] }"#))
    #expect(snippets.records.contains("number = try row.int(at: index + 2)"))
  }

  @Test func `a key that is a link is a reference`() throws {
    let snippets = try Snippets(
      """
      entities:
        Order: { attributes: { id: Int } }
        Invoice:
          PrimaryKey: order
          relationships: { order: { to: Order, MergePolicy: Merge } }
      """)
    #expect(snippets.records.contains("  typealias Key = Reference<Order>\n"))
    #expect(snippets.records.contains("  var id: Reference<Order> { order }\n"))
  }

  @Test func `records without a key that links can name have the database's number`() throws {
    let snippets = try Snippets(
      """
      entities:
        Note:
          attributes: { text: String }
          relationships: { replies: { to: [Note], MergePolicy: Merge } }
      """)
    #expect(snippets.records.contains("struct Note: Record, Identifiable {\n"))
    #expect(snippets.records.contains("  var id: RowIdentifier\n"))
    #expect(snippets.records.contains(#"{ ["_rowsmith_id", "text"] }"#))
    #expect(
      snippets.records.contains(
        "    try self.init(id: RowIdentifier(row: row, at: 0), text: row.string(at: 1))\n"))
  }

  @Test func `records that nothing can name have no key and no identity`() throws {
    let snippets = try Snippets("entities: { Event: { attributes: { name: String } } }")
    #expect(snippets.records.contains("struct Event: Record {\n"))
    #expect(snippets.records.contains("  typealias Key = Never\n"))
  }

  @Test func `a property called id that is not the key keeps its meaning`() throws {
    let snippets = try Snippets(
      "entities: { Token: { PrimaryKey: value, attributes: { id: String, value: Int } } }")
    #expect(snippets.records.contains("struct Token: Record {\n"))
    #expect(snippets.records.contains("  typealias Key = Int\n"))
  }
}
