import RowsmithGenerator
import RowsmithSchema
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

  @Test(arguments: [("a, b", "`a` and `b`"), ("a, b, c", "`a`, `b` and `c`")])
  func `a key is said to be its parts, as a list in a sentence`(parts: String, list: String) throws {
    let snippets = try Snippets(
      "entities: { Part: { PrimaryKey: [\(parts)], attributes: { a: Int, b: Int, c: Int } } }")
    #expect(snippets.records.contains("  /// What identifies a record of `Part`: \(list).\n"))
  }

  @Test func `swift format leaves a key of many parts as it is`() throws {
    let names = (1...12).map { "partNumber\($0)" }
    let attributes = names.map { "\($0): Int" }.joined(separator: ", ")
    let files = try Snippets(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Part:
          PrimaryKey: [\(names.joined(separator: ", "))]
          attributes: { \(attributes) }
          relationships: { others: [Part] }
      """
    ).files.filter { !$0.isEmpty }
    #expect(try SwiftFormat.format(files.map(\.text), configuration: nil) == files.map(\.text))
  }

  @Test(arguments: [["number", "storedValues"], ["storedValues", "number"]])
  func `a part of a key that has the name of the key's own member is refused`(key: [String]) throws {
    // The check of a model refuses it, too.
    var schema = try Snippets.schema(
      "entities: { Part: { PrimaryKey: number, attributes: { number: Int, storedValues: Int } } }")
    schema.entities[0].primaryKey = key
    #expect {
      try Generator(options: GeneratorOptions(module: "Shop")).generate(schema)
    } throws: { error in
      (error as? GeneratorError)?.messages == [
        "'Part.storedValues' is the name of a member of every key; choose another name"
      ]
    }
    #expect(throws: Never.self) {
      try Snippets("entities: { Part: { PrimaryKey: storedValues, attributes: { storedValues: Int } } }")
    }
  }

  @Test func `a key that has the name of the hasher is still hashed`() throws {
    let single = try Snippets("entities: { Part: { PrimaryKey: hasher, attributes: { hasher: String } } }")
    #expect(single.records.contains("    hasher.combine(self.hasher)\n"))
    let several = try Snippets(
      "entities: { Part: { PrimaryKey: [hasher, number], attributes: { hasher: String, number: Int } } }")
    #expect(several.records.contains("    hasher.combine(self.hasher)\n    hasher.combine(number)\n"))
  }

  @Test(arguments: ["Key", "Columns", "ID"])
  func `an entity that has the name of a type of every record compares records, not those`(name: String)
    throws
  {
    let snippets = try Snippets("entities: { \(name): { attributes: { id: Int } } }")
    #expect(
      snippets.records.contains("  static func == (one: Shop.\(name), other: Shop.\(name)) -> Bool {\n"))
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

  @Test(arguments: [("PrimaryKey: name", "name"), ("doc: No key.", "rowIdentifier")])
  func `a to-many relationship may be called id`(key: String, name: String) throws {
    let snippets = try Snippets(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Tag: { attributes: { id: Int } }
        Token: { \(key), attributes: { name: String }, relationships: { id: [Tag] } }
      """)
    #expect(snippets.records.contains("struct Token: Record {\n"))
    #expect(snippets.records.contains("  var id: Query<Tag> { Columns.id.records(of: \(name)) }\n"))
    #expect(snippets.records.contains("  var rowIdentifier: RowIdentifier\n") == (name == "rowIdentifier"))
  }

  @Test(arguments: ["get", "set", "willSet", "didSet", "borrow"])
  func `a key called like an accessor is read through self`(name: String) throws {
    let single = try Snippets("entities: { Card: { PrimaryKey: \(name), attributes: { \(name): String } } }")
    #expect(single.records.contains("  var id: String { self.\(name) }\n"))
    let several = try Snippets(
      "entities: { Card: { PrimaryKey: [\(name), number], attributes: { \(name): String, number: Int } } }")
    #expect(several.records.contains("self.\(name).storedValues + number.storedValues"))
  }
}
