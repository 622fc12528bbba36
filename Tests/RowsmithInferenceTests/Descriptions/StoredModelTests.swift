import Foundation
import Rowsmith
import RowsmithInference
import RowsmithModel
import Testing

/// What a database that Rowsmith made says of its model, and what is done where it does not.
@Suite struct StoredModelTests {
  private static let lost = "the database does not hold the model that made it"
  private static let later =
    "the model in the database has parts that this version does not know; use the version that made it"

  @Test(arguments: [
    ("", lost), ("INSERT INTO _rowsmith_meta VALUES ('version', '1');", lost),
    ("INSERT INTO _rowsmith_meta VALUES ('schema', NULL);", lost),
    ("INSERT INTO _rowsmith_meta VALUES ('schema', '{}');", later),
    ("INSERT INTO _rowsmith_meta VALUES ('schema', 'rowsmith: 1');", later),
  ])
  func `without a model that can be read, the tables are the source, or there is an error`(
    sql: String, message: String
  ) throws {
    let meta = "CREATE TABLE _rowsmith_meta (key TEXT, value TEXT); \(sql)"
    let draft = try Facts.inDatabase(meta + "CREATE TABLE bands (id INTEGER PRIMARY KEY)") {
      try Facts.draft(at: $0)
    }
    #expect(draft.entities.map(\.name) == ["Band"])
    #expect(draft.noted == ["_rowsmith_meta: \(message); this is made from the tables"])
    try Facts.inDatabase(meta) { path in
      #expect(throws: DescriptionError(path, message)) { try Facts.draft(at: path) }
    }
  }

  /// The model that a database gives back, which must be the one that made it.
  private func written(_ text: String, at location: SourceLocation = #_sourceLocation) throws -> String {
    let model = "rowsmith: 1\n\(text)"
    let schema = try #require(
      ModelCompiler.compile([ModelSource(path: "Shop.yml", text: model)], name: "Shop").schema,
      sourceLocation: location)
    return try Facts.inDatabase("CREATE TABLE a (b)") { path in
      let own = path + ".own"
      let store = try Store(.file(own), schema: schema)
      defer { withExtendedLifetime(store) {} }
      let yaml = try Facts.draft(at: own).yaml()
      let again = ModelCompiler.compile([ModelSource(path: "Shop.yml", text: yaml)], name: "Shop").schema
      #expect(again == schema, "\(yaml)", sourceLocation: location)
      return yaml
    }
  }

  @Test(arguments: [
    ("camelCase", "camelCase"), ("PascalCase", "PascalCase"), ("kebab-case", "kebab-case"),
    ("snake_case", "snake_case"),
  ])
  func `the casing is the one in which most names are written short`(casing: String, found: String) throws {
    let yaml = try written(
      """
      defaults: { casing: \(casing) }
      entities: { Thing: { attributes: { id: Int, firstName: String, lastName: String, odd: { type: Int, ImportName: x_y } } } }
      """)
    #expect(yaml.contains("  casing: \(found)\n"))
    #expect(yaml.contains("      firstName: String\n"))
    #expect(yaml.contains("      odd: { type: Int, ImportName: x_y }\n"))
  }

  @Test(arguments: [
    "attributes: { id: Int, a: { type: String, default: x, index: true, unique: false, doc: The a. } }",
    "attributes: { id: Int, a: { type: '[Int]', default: [] }, b: { type: Date?, DateFormat: [yyyy, epochSeconds] } }",
    "attributes: { id: Int, a: { type: Decimal, default: 1.50 }, b: { type: Bool?, default: false }, c: { type: Double, default: 2 } }",
    "attributes: { id: Int, a: { type: Int, ImportName: [b, c.d, $index] }, e: { type: String?, export: false } }",
    "attributes: { id: Int, a: { type: Int?, local: true }, b: { type: Int, coerce: true }, c: { type: String, RenamedFrom: d } }",
    "attributes: { id: Int, a: { type: String, Transform: trim } }",
    #"attributes: { id: Int, a: { type: "[String]", default: ["\x7F", "a\L\N", "\uFEFF"] }, b: { type: JSON, default: { "\x7F": "\P", c: [1, "😀"] } } }"#,
    "PrimaryKey: [b, a]\n    attributes: { a: Int, b: UUID, c: JSON?, d: Data?, e: URL? }",
    "RenamedFrom: Old\n    doc: A thing.\n    attributes: { id: Int, a: Int }\n    indexes: [[a, id]]\n    unique: [[id, a]]",
    "DeletedWhen: { state: [gone, lost], flags.x: 1 }\n    attributes: { id: Int, state: String }",
    "DeletedWhen: [gone, { state: [1.5, true, -3, 1e20, 'a: b'] }]\n    attributes: { id: Int, state: String? }",
    "ModificationAttribute: at\n    attributes: { id: Int, at: Date }",
    "hooks: [didImport]\n    attributes: { id: Int }",
    "attributes: { id: Int }\n    relationships: { up: { to: Thing?, inverse: downs }, downs: [Thing] }",
    "attributes: { id: Int }\n    relationships: { a: { to: Thing?, inverse: b }, b: { to: Thing?, inverse: a }, c: { to: Thing?, inverse: none } }",
    "attributes: { id: Int }\n    relationships: { a: { to: '[Thing]', ordered: true, inverse: none, DeleteRule: Deny } }",
    "attributes: { id: Int }\n    relationships: { a: { to: Thing?, inverse: none, ForeignKey: [x.y, z], ImportName: w, export: false } }",
    "attributes: { id: Int }\n    relationships: { a: { to: '[Thing]', inverse: none, MergePolicy: MergeAndPrune, Prune: Delete } }",
  ])
  func `each setting comes back from the database`(entity: String) throws {
    _ = try written("entities:\n  Thing:\n    \(entity)\n")
  }

  @Test func `both ends of a pair of links to one record come back, also if others lead the same way`() throws
  {
    let yaml = try written(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Band:
          attributes: { id: Int }
          relationships:
            members: { to: '[Musician]', inverse: band }
            leader: { to: Musician?, inverse: leads }
        Musician:
          attributes: { id: Int }
          relationships:
            band: Band?
            leads: { to: Band?, inverse: leader }
      """)
    #expect(yaml.contains("      leader: { to: Musician?, inverse: leads }\n"))
    #expect(yaml.contains("      leads: { to: Band?, inverse: leader }\n"))
    #expect(yaml.contains("      band: Band?\n"))
  }

  @Test func `what a model has beside its entities comes back, too`() throws {
    _ = try written(
      """
      defaults: { MergePolicy: Merge }
      enums: { State: { doc: How it is., values: [good, bad-ish] } }
      values:
        Place: { street: { type: String, ImportName: [a, b] }, at: { type: Date?, DateFormat: yyyy-MM-dd } }
        Geo: { doc: A place on earth., attributes: { lat: Double, lng: Double } }
      entities:
        Medium:
          Discriminator: { key: kind, values: { pic: Image, film: Video } }
          attributes: { id: Int, state: { type: State, default: good }, place: { type: Place?, ImportName: p.q } }
        Image: { extends: Medium, attributes: { width: Int? } }
        Video: { extends: Medium, attributes: { length: Int? } }
        Note: { attributes: { id: Int }, relationships: { on: { oneOf: [Medium, Other], Discriminator: what } } }
        Other: { attributes: { id: Int } }
      documents:
        all: { media: '[Medium]', a.b: '{Other}', mixed: { oneOf: { n: Note, o: Other }, Discriminator: t } }
      """)
  }

  @Test(arguments: [
    ("snake_case", "", "author: Person?"),
    ("snake_case", "ForeignKey: author_id, ", "author: { to: Person?, ForeignKey: [author_id] }"),
    ("snake_case", "ForeignKey: writer, ", "author: { to: Person?, ForeignKey: writer }"),
    ("camelCase", "", "author: Person?"),
    ("camelCase", "ForeignKey: authorId, ", "author: { to: Person?, ForeignKey: [authorId] }"),
    ("exact", "", "author: Person?"),
  ])
  func `a foreign key comes back only where the model names it`(
    casing: String, key: String, member: String
  ) throws {
    let yaml = try written(
      """
      defaults: { casing: \(casing), MergePolicy: Merge }
      entities:
        Book: { attributes: { id: Int }, relationships: { author: { to: Person?, \(key)inverse: books } } }
        Person: { attributes: { id: Int }, relationships: { books: { to: '[Book]', inverse: author }, dogs: [Dog] } }
        Dog: { attributes: { id: Int } }
      """)
    #expect(yaml.contains("      \(member)\n"))
  }

  @Test(arguments: [
    "defaults: { coerce: true }\nentities: { A: { attributes: { id: Int, seen: { type: Bool?, local: true } } } }",
    """
    defaults: { coerce: true }
    values: { Geo: { lat: Double, lng: { type: Double, coerce: false } }, Place: { geo: Geo?, former: '[Geo]' } }
    entities: { A: { attributes: { id: { type: Int, coerce: false }, place: Place? } } }
    """,
    """
    defaults: { DateFormat: [epochSeconds, iso8601] }
    entities:
      A: { attributes: { id: Int, at: { type: Date, DateFormat: iso8601 }, seen: { type: Date?, local: true } } }
    """,
    """
    values: { Geo: { lat: { type: Double, coerce: true } }, Place: { geo: Geo? } }
    entities:
      A: { attributes: { id: Int, place: { type: Place?, local: true }, seen: { type: Int?, local: true } } }
    """,
  ])
  func `defaults that a member cannot repeat come back as defaults, without a diagnostic`(model: String)
    throws
  {
    let yaml = try written(model)
    let compiled = ModelCompiler.compile([ModelSource(path: "Shop.yml", text: yaml)], name: "Shop")
    #expect(compiled.diagnostics.isEmpty, "\(yaml)")
  }
}
