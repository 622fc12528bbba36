import RowsmithInference
import RowsmithModel
import RowsmithSchema
import Testing

/// A draft becomes YAML that a careful person would have written, and that the compiler takes without a word.
@Suite struct RenderingTests {
  @Test func `what follows from a name is not written`() {
    var user = EntityDraft(name: "User")
    user.primaryKey = ["id"]
    user.attributes = [
      member("id", "Int", "id"), member("avatarURL", "URL", "avatar_url"),
      member("userDescription", "String", "description", isOptional: true),
      member("thumbsUp", "Int", "reactions.+1"), member("firstName", "String", "First Name"),
    ]
    var band = member("band", "User", "band", isOptional: true)
    band.settings = [YAMLEntryDraft("ForeignKey", .text("band_id"))]
    var tags = member("tags", "[User]", "tags")
    tags.settings = [YAMLEntryDraft("ForeignKey", .text("tags"))]
    user.relationships = [band, tags]
    var model = ModelDraft()
    model.entities = [user]
    #expect(
      model.yaml() == """
        rowsmith: 1

        defaults:
          casing: snake_case
          MergePolicy: Merge

        entities:
          User:
            attributes:
              id: Int
              avatarURL: URL
              userDescription: String?
              thumbsUp: { type: Int, ImportName: reactions.+1 }
              firstName: { type: String, ImportName: First Name }
            relationships:
              band: User?
              tags: { to: [User], ForeignKey: tags }

        """)
    expectSound(model)
  }

  @Test(arguments: [
    ("bandId", "band: User"), ("bandID", "band: { to: User, ForeignKey: bandID }"),
    ("band_id", "band: { to: User, ForeignKey: band_id }"),
  ])
  func `a foreign key is written if keys would be produced elsewhere`(key: String, line: String) {
    var band = member("band", "User", "band")
    band.settings = [YAMLEntryDraft("ForeignKey", .text(key))]
    var model = ModelDraft()
    model.casing = .camelCase
    model.entities = [entity("User", key: ["id"], [member("id", "Int", "id")])]
    model.entities[0].relationships = [band]
    #expect(model.yaml().contains("      \(line)\n"))
  }

  @Test func `a key is written where it does not follow`() {
    var model = ModelDraft()
    model.entities = [
      entity("Label", key: ["name"], [member("name", "String"), member("id", "Int")]),
      entity("Line", key: ["order", "position"], [member("order", "Int"), member("position", "Int")]),
      entity("Point", key: [], [member("x", "Double")]),
      entity("Band", key: ["bandID"], [member("bandID", "Int")]),
    ]
    let yaml = model.yaml()
    #expect(yaml.contains("  Label:\n    PrimaryKey: name\n"))
    #expect(yaml.contains("  Line:\n    PrimaryKey: [order, position]\n"))
    #expect(yaml.contains("  Point:\n    attributes:\n"))
    #expect(yaml.contains("  Band:\n    attributes:\n"))
    expectSound(model)
  }

  @Test func `what YAML would read as something else is quoted`() {
    var model = ModelDraft()
    model.comments = ["Made from samples.", "", "Two lines."]
    model.dateFormat = "yyyy-MM-dd HH:mm:ss"
    model.enums = [
      EnumDraft(name: "Answer", values: ["no", "1", "null", "a: b", "x, y", "tab\there", "+1", "ünï"])
    ]
    var answer = member("answer", "Answer")
    answer.doc = "Why: because \"it\" is #1."
    answer.comment = "9 values\nin 12"
    var list = member("codes", "[Int]", isOptional: true)
    list.settings = [YAMLEntryDraft("export", .plain("false"))]
    model.entities = [entity("Thing", key: ["id"], [member("id", "Int"), answer, list])]
    let yaml = model.yaml()
    #expect(yaml.hasPrefix("# Made from samples.\n#\n# Two lines.\n\nrowsmith: 1\n"))
    #expect(yaml.contains(#"Answer: ["no", "1", "null", "a: b", "x, y", "tab\there", "+1", ünï]"#))
    #expect(yaml.contains(#"codes: { type: "[Int]?", export: false }"#))
    #expect(yaml.contains("# 9 values in 12"))
    let compiled = compile(model)
    #expect(compiled.diagnostics.isEmpty, "\(compiled.diagnostics)\n\(yaml)")
    #expect(compiled.schema?.enumerations[0].values == model.enums[0].values)
    #expect(compiled.schema?.entities[0].attributes[1].doc == answer.doc)
  }

  @Test func `long lists and maps are broken, and comments stand under each other`() {
    var model = ModelDraft()
    model.enums = [EnumDraft(name: "Word", values: (1...30).map { "value_\($0)" })]
    var thing = entity("Thing", key: ["id"], [member("id", "Int"), member("longerName", "String")])
    thing.attributes[0].comment = "first"
    thing.attributes[1].comment = "second"
    var word = member("word", "Word")
    word.doc = String(repeating: "long ", count: 20)
    thing.attributes.append(word)
    model.entities = [thing]
    let yaml = model.yaml()
    #expect(yaml.split(separator: "\n").allSatisfy { $0.count <= 120 })
    #expect(yaml.contains("      id: Int             # first\n      longerName: String  # second\n"))
    let compiled = compile(model)
    #expect(compiled.diagnostics.isEmpty, "\(compiled.diagnostics)\n\(yaml)")
    #expect(compiled.schema?.enumerations[0].values == model.enums[0].values)
  }

  @Test func `documents, mixed lists and settings are written as they are given`() {
    var model = ModelDraft()
    model.casing = .camelCase
    var person = entity("Person", key: ["id"], [member("id", "Int"), member("fullName", "String")])
    person.settings = [
      YAMLEntryDraft("unique", .items([.list([.text("fullName")])])),
      YAMLEntryDraft("RenamedFrom", .text("Human")),
    ]
    model.entities = [person, entity("Note", key: ["id"], [member("id", "Int")])]
    let kinds = YAMLDraft.inline([
      YAMLEntryDraft("people", .plain("Person")), YAMLEntryDraft("notes", .plain("Note")),
    ])
    model.documents = [
      DocumentDraft(
        name: "page",
        members: [
          YAMLEntryDraft("data", .plain("[Person]")), YAMLEntryDraft("byID", .plain("{Note}")),
          YAMLEntryDraft(
            "included",
            .inline([YAMLEntryDraft("oneOf", kinds), YAMLEntryDraft("Discriminator", .text("type"))])),
        ])
    ]
    let yaml = model.yaml()
    #expect(yaml.contains("    RenamedFrom: Human\n    attributes:\n"))
    #expect(yaml.contains("      fullName: String\n    unique:\n      - [fullName]\n"))
    #expect(
      yaml.contains("    included: { oneOf: { people: Person, notes: Note }, Discriminator: type }\n"))
    expectSound(model)
  }

  private func member(
    _ name: String, _ type: String, _ importName: String? = nil, isOptional: Bool = false
  ) -> MemberDraft {
    var member = MemberDraft(name: name, type: type)
    member.importName = importName
    member.isOptional = isOptional
    return member
  }

  private func entity(_ name: String, key: [String], _ attributes: [MemberDraft]) -> EntityDraft {
    var entity = EntityDraft(name: name)
    entity.primaryKey = key
    entity.attributes = attributes
    return entity
  }

  private func compile(_ model: ModelDraft) -> CompiledModel {
    ModelCompiler.compile([ModelSource(path: "Draft.yml", text: model.yaml())], name: "Draft")
  }

  private func expectSound(_ model: ModelDraft, sourceLocation: SourceLocation = #_sourceLocation) {
    let compiled = compile(model)
    #expect(compiled.diagnostics.isEmpty, "\(model.yaml())", sourceLocation: sourceLocation)
  }
}
