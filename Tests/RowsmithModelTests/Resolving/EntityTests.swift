import RowsmithModel
import RowsmithSchema
import Testing

/// What entities and documents become.
struct EntityTests {
  @Test func `a primary key is found by its name`() throws {
    let schema = try schema(
      """
      entities:
        A: { attributes: { name: String, id: Int } }
        Band: { attributes: { bandID: Int } }
        BandMember: { attributes: { bandMemberId: Int } }
        URLItem: { attributes: { urlItemID: Int } }
        Both: { attributes: { bothID: Int, id: Int } }
        None: { attributes: { bandID: Int } }
        Named: { PrimaryKey: name, attributes: { name: String, id: Int } }
        Alias: { PrimaryAttribute: name, attributes: { name: String, id: Int } }
        Pair: { PrimaryKey: [a, other], attributes: { a: Int }, relationships: { other: A } }
      """)
    #expect(
      schema.entities.map(\.primaryKey) == [
        ["id"], ["bandID"], ["bandMemberId"], ["urlItemID"], ["id"], [], ["name"], ["name"], ["a", "other"],
      ])
  }

  @Test func `a key may hold keys of keys`() throws {
    let schema = try schema(
      """
      entities:
        Order: { attributes: { id: Int } }
        Line: { PrimaryKey: [order, n], attributes: { n: Int }, relationships: { order: Order } }
        Note: { PrimaryKey: [line, m], attributes: { m: Int }, relationships: { line: Line } }
      """)
    #expect(SchemaGraph(schema).keyColumns(of: "Note").map(\.name) == ["line_order", "line_n", "m"])
  }

  @Test func `a family shares its key and has a discriminator`() throws {
    let schema = try schema(
      """
      entities:
        Drummer: { extends: Musician, attributes: { sticks: Int? } }
        Musician: { PrimaryKey: name, attributes: { name: String } }
        Guitarist: { extends: Musician }
        BassPlayer: { extends: Guitarist, PrimaryKey: name }
        Band: { attributes: { id: Int } }
      """)
    #expect(schema.entities.map(\.parent) == ["Musician", nil, "Musician", "Guitarist", nil])
    #expect(schema.entities.map(\.primaryKey) == [["name"], ["name"], ["name"], ["name"], ["id"]])
    #expect(
      schema.entities.map { Schema.written($0.discriminator) } == [[], ["entity_name"], [], [], []])
  }

  @Test(arguments: [
    ("snake_case", ["entity_name"]), ("camelCase", ["entityName", "entity_name"]),
    ("PascalCase", ["EntityName", "entity_name"]), ("kebab-case", ["entity-name", "entity_name"]),
    ("exact", ["entityName", "entity_name"]),
  ])
  func `a discriminator is spelled in the casing of the model`(casing: String, paths: [String]) throws {
    let schema = try schema(
      """
      defaults: { casing: \(casing) }
      entities: { A: { attributes: { id: Int } }, B: { extends: A } }
      """)
    #expect(Schema.written(schema.entities[0].discriminator) == paths)
  }

  @Test func `a discriminator can be named`() throws {
    let schema = try schema(
      "entities: { A: { Discriminator: [type, meta.kind], attributes: { id: Int } }, B: { extends: A } }")
    #expect(Schema.written(schema.entities[0].discriminator) == ["type", "meta.kind"])
  }

  @Test func `an entity says the rest`() throws {
    let schema = try schema(
      """
      entities:
        A:
          doc: What it is.
          RenamedFrom: Old
          hooks: [didImport, shouldImport]
          indexes: [[name, year], [other, year]]
          unique: [[year, name]]
          attributes: { id: Int, name: String, year: Int }
          relationships: { other: A? }
        B: { extends: A, indexes: [[year]], attributes: { size: Int } }
      """)
    let entity = schema.entities[0]
    #expect(entity.doc == "What it is." && entity.renamedFrom == "Old")
    #expect(entity.hooks == [.didImport, .shouldImport])
    #expect(entity.indexes == [["name", "year"], ["other", "year"]])
    #expect(entity.uniques == [["year", "name"]])
    #expect(schema.entities[1].indexes == [["year"]])
  }

  @Test func `a document holds lists, maps and single records`() throws {
    let schema = try schema(
      #"""
      entities: { Band: { attributes: { id: Int } }, Meta: { attributes: { page: Int } } }
      documents:
        catalog: { bands: [Band], info.more: "[Band]", "odd\\.key": {Band}, by.id: "{Band}", meta: Meta }
        other: { bands: [Band] }
      """#)
    #expect(schema.documents.map(\.name) == ["catalog", "other"])
    #expect(
      schema.documents[0].members == [
        Schema.Document.Member(path: ["bands"], entity: "Band", shape: .array),
        Schema.Document.Member(path: ["info", "more"], entity: "Band", shape: .array),
        Schema.Document.Member(path: ["odd.key"], entity: "Band", shape: .keyed),
        Schema.Document.Member(path: ["by", "id"], entity: "Band", shape: .keyed),
        Schema.Document.Member(path: ["meta"], entity: "Meta", shape: .object),
      ])
  }

  @Test func `the order is the model's`() throws {
    let names = (0..<40).map { "E\($0 * 7 % 40)" }
    let schema = try schema(
      "entities:\n" + names.map { "  \($0): { attributes: { b: Int, a: Int } }" }.joined(separator: "\n"))
    #expect(schema.entities.map(\.name) == names)
    #expect(schema.entities[0].attributes.map(\.name) == ["b", "a"])
  }

  @Test func `merged mappings are shared attributes`() throws {
    let schema = try schema(
      """
      entities:
        A: { attributes: &dates { id: Int, createdAt: Date, updatedAt: Date? } }
        B: { attributes: { <<: *dates, id: String, name: String } }
      """)
    #expect(schema.entities[1].attributes.map(\.name) == ["id", "name", "createdAt", "updatedAt"])
    #expect(schema.entities[1].attributes[0].type == .scalar(.string))
  }

  @Test func `a model of several files is one model`() throws {
    let files = [
      "rowsmith: 1\nentities: { Band: { attributes: { id: Int }, relationships: { albums: [Album] } } }",
      """
      rowsmith: 1
      entities:
        Album: { attributes: { id: Int, status: Status }, relationships: { band: Band? } }
      """,
      "rowsmith: 1\ndefaults: { casing: kebab-case, MergePolicy: Merge }\nenums: { Status: [a] }",
    ]
    let sources = files.enumerated().map { ModelSource(path: "\($0.offset).yml", text: $0.element) }
    let model = ModelCompiler.compile(sources, name: "Bands")
    #expect(model.diagnostics == [])
    let schema = try #require(model.schema)
    #expect(schema.entities.map(\.name) == ["Band", "Album"])
    #expect(schema.name == "Bands")
    #expect(Schema.written(try schema.relationship("Album.band").foreignKeyPaths) == ["band-id"])
  }

  @Test func `a model of no files is no model`() {
    #expect(ModelCompiler.compile([], name: "M").schema == nil)
  }
}
