import RowsmithAPI
import RowsmithSchema
import Testing

@testable import RowsmithGenerator

@Suite struct SwiftNameTests {
  @Test(arguments: [
    ("name", "name"), ("class", "`class`"), ("Type", "`Type`"), ("await", "`await`"), ("größe", "größe"),
    ("a-b", "`a-b`"), ("left", "left"),
  ]) func `a word of Swift is escaped where it is declared`(name: String, source: String) {
    #expect(SwiftName.identifier(name) == source)
  }

  @Test func `behind a dot only a few words are escaped`() {
    #expect(
      ["class", "default", "init", "self", "Type"].map(SwiftName.member) == [
        "class", "default", "`init`", "`self`", "`Type`",
      ])
  }

  @Test func `a parameter is its own label where Swift allows it`() {
    #expect(SwiftName.parameter("name") == ("name", "name"))
    #expect(SwiftName.parameter("default") == ("default", "`default`"))
    #expect(SwiftName.parameter("inout") == ("`inout`", "`inout`"))
    #expect(SwiftName.parameter("self") == ("self selfValue", "selfValue"))
  }

  @Test(arguments: [
    ("Album", "album"), ("URLItem", "urlItem"), ("URL", "url"), ("X", "x"), ("album", "album"),
    ("Größe", "größe"),
    ("", ""),
  ]) func `a type's name gives a variable's`(type: String, variable: String) {
    #expect(SwiftName.lowerFirst(type) == variable)
  }

  @Test func `types of the runtime are qualified only where the model has one of that name`() throws {
    let plain = try Snippets("entities: { Thing: { attributes: { id: Int } } }").records
    #expect(plain.contains("struct Thing: Record, Identifiable"))
    let shadowed = try Snippets(
      """
      entities:
        Record: { attributes: { id: Int } }
        Column: { attributes: { id: Int } }
      """
    ).records
    #expect(shadowed.contains("struct Record: Rowsmith.Record, Identifiable"))
    #expect(shadowed.contains(#"static var id: Rowsmith.Column<Column, Int> { Rowsmith.Column("id") }"#))
    #expect(shadowed.contains("init(row: Row) throws(RowDecodingError)"))
  }

  @Test func `names that generated code needs are refused, all at once`() throws {
    var schema = try Snippets.schema(
      """
      entities:
        ShopModel: { attributes: { id: Int } }
        ThingHooks: { attributes: { id: Int } }
        Thing: { attributes: { id: Int } }
      """)
    // The check of a model refuses these two.
    schema.entities[2].hooks = [.didImport]
    schema.entities[2].attributes[0].name = "Columns"
    #expect {
      try Generator(options: GeneratorOptions(module: "Shop")).generate(schema)
    } throws: { error in
      (error as? GeneratorError)?.messages == [
        "'ShopModel' is the name of a type that is generated for the model; choose another name",
        "'ThingHooks' is the name of a type that is generated for the model; choose another name",
        "'Thing.Columns' is the name of a member of every record; choose another name",
      ]
    }
  }

  @Test func `the name of the client is refused where there is one`() throws {
    let schema = try Snippets.schema("entities: { ShopClient: { attributes: { id: Int } } }")
    let generator = Generator(options: GeneratorOptions(module: "Shop"))
    #expect(throws: Never.self) { try generator.generate(schema, api: API(routes: [])) }
    #expect {
      try generator.generate(
        schema, api: API(routes: [Route(name: "a", methods: [.get], path: PathTemplate("a"))]))
    } throws: { error in
      (error as? GeneratorError)?.messages == [
        "'ShopClient' is the name of a type that is generated for the model; choose another name"
      ]
    }
  }

  @Test func `hooks of an entity called Entity do not hide those of the runtime`() throws {
    let model = try Snippets("entities: { Entity: { attributes: { id: Int }, hooks: [didImport] } }").model
    #expect(model.contains("protocol EntityHooks: Sendable"))
    #expect(model.contains("Rowsmith.EntityHooks("))
  }

  @Test(arguments: ["row", "transforms", "customizations", "schema", "json"])
  func `an entity with hooks may be called like what the code around them has`(name: String) throws {
    let model = try Snippets("entities: { \(name): { attributes: { id: Int }, hooks: [didImport] } }").model
    #expect(model.contains("didImport: { row in try \(name)Hooks.didImport(Shop.\(name)(row: row)) }"))
  }

  @Test func `an entity with hooks may be called like the parameter for those of another`() throws {
    let model = try Snippets(
      """
      entities:
        Band: { attributes: { id: Int }, hooks: [shouldImport] }
        bandHooks: { attributes: { id: Int }, hooks: [didImport] }
      """
    ).model
    #expect(
      model.contains("didImport: { row in try bandHooksHooks.didImport(Shop.bandHooks(row: row)) }"))
  }

  @Test func `an entity, an enumeration and a value may be called like words that begin a type`() throws {
    let snippets = try Snippets(
      """
      defaults: { MergePolicy: Merge }
      enums: { some: [a] }
      values: { each: { x: Int } }
      entities:
        any: { attributes: { id: Int, s: "some?", e: "[each]" }, relationships: { any: "any?" } }
        sub: { extends: any }
      routes: { r: { get: r, returns: "[any]" } }
      """)
    #expect(snippets.records.contains("nonisolated struct `any`: Record, Identifiable {\n"))
    #expect(snippets.records.contains("nonisolated extension `any` {\n"))
    #expect(snippets.records.contains("nonisolated extension `any`: ParentRecord {\n"))
    #expect(snippets.records.contains("  var s: `some`?\n  var e: [`each`]\n  var any: Reference<`any`>?\n"))
    #expect(snippets.records.contains("static var any: Column<`any`, Reference<`any`>?>"))
    #expect(snippets.records.contains("    case any(`any`)\n"))
    #expect(snippets.enumerations.contains("nonisolated enum `some`: OpenEnumeration {\n"))
    #expect(snippets.enumerations.contains("nonisolated struct `each`: ValueGroup {\n"))
    #expect(snippets.enumerations.contains("nonisolated extension `each` {\n"))
    #expect(snippets.client.contains("async throws -> Answer<`any`> {\n"))
  }

  @Test func `an entity may be called like the case that a family or a link has for it`() throws {
    let records = try Snippets(
      """
      defaults: { MergePolicy: Merge }
      entities:
        media: { attributes: { id: Int } }
        clip: { extends: media }
        Note:
          attributes: { id: Int, Page: Int }
          relationships: { subject: { oneOf: [media, Page] } }
        Page: { attributes: { id: Int } }
      """
    ).records
    #expect(records.contains("    case media(media)\n    case clip(clip)\n"))
    #expect(records.contains("      case .media(let record): record\n"))
    #expect(records.contains("      case .clip(let record): Shop.media(record)\n"))
    #expect(records.contains("[Shop.media.self, Shop.clip.self]"))
    #expect(records.contains("[Shop.media.self, Shop.Page.self]"))
    #expect(records.contains("nonisolated struct media: Record, Identifiable {\n"))
  }

  @Test func `a member called like a type of the runtime does not hide it`() throws {
    let records = try Snippets(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Customer: { attributes: { id: Int } }
        Order:
          attributes: { id: Int, Reference: String, Column: Int }
          relationships: { customer: Customer? }
      """
    ).records
    #expect(records.contains("self.customer = customer.map { Rowsmith.Reference($0) }"))
    #expect(
      records.contains(#"static var Column: Rowsmith.Column<Order, Int> { Rowsmith.Column("Column") }"#))
  }

  @Test func `nor does a value of several parts`() throws {
    let records = try Snippets(
      """
      defaults: { MergePolicy: Merge }
      values: { Address: { street: String } }
      entities:
        Order:
          attributes: { id: Int, Reference: Address, Column: "Address?", total: Int }
          relationships: { customer: Order? }
      """
    ).records
    #expect(records.contains("self.customer = customer.map { Rowsmith.Reference($0) }"))
    #expect(
      records.contains(#"static var total: Rowsmith.Column<Order, Int> { Rowsmith.Column("total") }"#))
  }
}
