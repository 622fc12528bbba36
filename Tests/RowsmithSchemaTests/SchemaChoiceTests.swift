import RowsmithSchema
import Testing

/// A to-one relationship to one of several entities: its parts, and what messages say of it.
@Suite struct SchemaChoiceTests {
  private func oneOf(_ targets: [String], at discriminator: [Schema.ImportPath] = [.key("type")])
    -> Schema.OneOf
  {
    Schema.OneOf(discriminator: discriminator, values: targets.map { .init($0.lowercased(), $0) })
  }

  private func part(
    _ target: String, of name: String, _ targets: [String], isRequired: Bool = false,
    renamedFrom: String? = nil
  ) -> Schema.Relationship {
    Schema.Relationship(
      name: name + target, target: target, cardinality: .toOne, importPaths: [.key(name)], exportPath: [name],
      choice: Schema.Choice(name: name, oneOf: oneOf(targets), isRequired: isRequired),
      renamedFrom: renamedFrom)
  }

  @Test(arguments: [
    (["Issue"], "Issue"), (["Issue", "Pull"], "Issue or Pull"),
    (["Issue", "Pull", "Note"], "Issue, Pull or Note"),
    (["Issue", "Pull", "Issue"], "Issue or Pull"), (["Issue", "Issue"], "Issue"),
  ])
  func `a message names every possible target once`(targets: [String], words: String) {
    #expect(part("Issue", of: "subject", targets).possibleTargets == words)
  }

  @Test func `a plain relationship has its one target and its own name`() {
    let plain = Schema.Relationship(
      name: "owner", target: "User", cardinality: .toOne, importPaths: [], exportPath: nil)
    #expect(plain.possibleTargets == "User")
    #expect(plain.modelName == "owner")
    #expect(!plain.mustLead)
  }

  @Test func `a part has the name of the whole, and must lead where the whole must`() {
    #expect(part("Issue", of: "subject", ["Issue", "Pull"]).modelName == "subject")
    #expect(!part("Issue", of: "subject", ["Issue", "Pull"]).mustLead)
    #expect(part("Issue", of: "subject", ["Issue", "Pull"], isRequired: true).mustLead)
    var required = part("Issue", of: "subject", ["Issue"])
    required.isOptional = false
    #expect(required.mustLead)
  }

  @Test(
    arguments: [
      ("subjectIssue", "Issue", "subject"), ("subjectIssue", "Pull", nil), ("Issue", "Issue", nil),
      ("issueIssue", "Issue", "issue"), ("subject", "", "subject"),
    ] as [(String, String, String?)])
  func `the name of a part is that of the whole with that of the entity`(
    part: String, entity: String, whole: String?
  ) {
    #expect(Schema.Choice.name(ofPart: part, leadingTo: entity) == whole)
    if let whole { #expect(Schema.Choice.partName(of: whole, leadingTo: entity) == part) }
  }

  @Test func `an entity has its choices in order, each with all its parts`() {
    let entity = Schema.Entity(
      name: "Event",
      relationships: [
        part("Pull", of: "subject", ["Issue", "Pull"], isRequired: true, renamedFrom: "aboutPull"),
        part("User", of: "actor", ["User", "Bot"]),
        part("Issue", of: "subject", ["Issue", "Pull"], isRequired: true),
        .init(name: "plain", target: "User", cardinality: .toOne, importPaths: [], exportPath: nil),
        part("Bot", of: "actor", ["User", "Bot"], renamedFrom: "by"),
      ])
    #expect(entity.choices.map(\.name) == ["subject", "actor"])
    #expect(entity.choices.map { $0.relationships.map(\.target) } == [["Pull", "Issue"], ["User", "Bot"]])
    #expect(entity.choices.map(\.isRequired) == [true, false])
    #expect(entity.choices.map(\.renamedFrom) == ["about", nil])
  }

  @Test func `an earlier name that is no part's is that of the whole`() {
    let entity = Schema.Entity(
      name: "Event", relationships: [part("Bot", of: "actor", ["User", "Bot"], renamedFrom: "by")])
    #expect(entity.choices.first?.renamedFrom == "by")
  }

  @Test func `a choice is found on the entity that inherits it`() {
    let graph = SchemaGraph(
      Schema(
        name: "M",
        entities: [
          .init(name: "Child", parent: "Base"),
          .init(name: "Base", relationships: [part("User", of: "actor", ["User", "Bot"])]),
        ]))
    #expect(graph.choice("actor", of: "Child")?.relationships.map(\.name) == ["actorUser"])
    #expect(graph.choice("actorUser", of: "Child") == nil)
    #expect(graph.choice("actor", of: "User") == nil)
  }

  @Test(
    arguments: [
      ([.keys(["ref"])], [.keys(["type"])], [.keys(["type"])]),
      ([.keys(["member", "ref"])], [.keys(["type"])], [.keys(["member", "type"])]),
      (
        [.keys(["a"]), .keys(["b", "c"])], [.keys(["x", "y"]), .keys(["z"])],
        [.keys(["x", "y"]), .keys(["z"]), .keys(["b", "x", "y"]), .keys(["b", "z"])]
      ),
      ([.value, .keys(["a"])], [.keys(["x"]), .mapKey], [.keys(["x"])]),
      ([], [.keys(["x"])], []), ([.keys(["a"])], [], []),
    ] as [([Schema.ImportPath], [Schema.ImportPath], [Schema.ImportPath])])
  func `the discriminator of a key stands beside it`(
    keys: [Schema.ImportPath], discriminator: [Schema.ImportPath], paths: [Schema.ImportPath]
  ) {
    let choice = Schema.Choice(name: "subject", oneOf: oneOf(["A", "B"], at: discriminator))
    #expect(choice.pathsBesideKeys(keys) == paths)
  }
}
