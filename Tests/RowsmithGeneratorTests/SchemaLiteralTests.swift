import Testing

@Suite struct SchemaLiteralTests {
  @Test func `the schema is a literal in parts, without what equals its default`() throws {
    let snippets = try Snippets(
      """
      enums: { Status: [on, off] }
      entities:
        Thing:
          doc: Not repeated in the literal.
          PrimaryKey: name
          attributes:
            name: String
            at: { type: Date?, ImportName: [info.at, $index], DateFormat: [yyyy-MM-dd, epochSeconds], index: true }
            status: { type: Status, default: on }
      documents:
        all: { a.things: [Thing] }
      """)
    #expect(
      snippets.schema == #"""
        nonisolated extension ShopModel {
          /// The schema of the server's data.
          static let schema = Schema(
            name: "Shop", enumerations: [statusEnumeration], entities: [thingEntity],
            documents: [allDocument])

          @_optimize(none)
          private static var statusEnumeration: Schema.Enumeration {
            Schema.Enumeration(name: "Status", values: ["on", "off"])
          }

          @_optimize(none)
          private static var thingEntity: Schema.Entity {
            Schema.Entity(
              name: "Thing",
              primaryKey: ["name"],
              attributes: [
                .required("name", .string),
                Schema.Attribute(
                  name: "at", type: .scalar(.date), isOptional: true,
                  importPaths: [.keys(["info", "at"]), .index], exportPath: ["info", "at"],
                  dateFormats: [.pattern("yyyy-MM-dd"), .epochSeconds], isIndexed: true),
                Schema.Attribute(
                  name: "status", type: .scalar(.enumeration("Status")), importPaths: [.key("status")],
                  exportPath: ["status"], defaultValue: .text("on")),
              ]
            )
          }

          @_optimize(none)
          private static var allDocument: Schema.Document {
            Schema.Document(
              name: "all",
              members: [Schema.Document.Member(path: ["a", "things"], entity: "Thing", shape: .array)])
          }
        }
        """#)
  }

  @Test(arguments: [
    ("history: true", "Schema.History()"), ("history: { keep: 1h }", "Schema.History(keepSeconds: 3600)"),
  ])
  func `a history is part of it`(yaml: String, literal: String) throws {
    let snippets = try Snippets("\(yaml)\nentities: { Thing: { attributes: { id: Int } } }")
    // One line, or one with a line break, as it fits.
    let text = snippets.schema.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains("entities: [thingEntity], history: \(literal))"))
  }

  @Test(arguments: [
    ("[title]", #"Schema.Search(columns: ["title"])"#),
    ("{ columns: [title], tokenizer: porter }", #"Schema.Search(columns: ["title"], tokenizer: .porter)"#),
  ])
  func `a search is part of it, and its records can be searched`(yaml: String, literal: String) throws {
    let snippets = try Snippets(
      """
      entities:
        Thing: { attributes: { id: Int, title: String }, search: \(yaml) }
        Toy: { extends: Thing }
        Other: { attributes: { id: Int } }
      """)
    #expect(snippets.schema.contains("search: \(literal)"))
    #expect(snippets.records.contains("struct Thing: SearchableRecord, Identifiable {"))
    #expect(snippets.records.contains("struct Toy: SearchableRecord, Identifiable {"))
    #expect(snippets.records.contains("struct Other: Record, Identifiable {"))
  }
}
