import Testing

/// A link to one of several entities whose type stands under its own discriminator beside the foreign key.
struct DiscriminatorBesideKeyTests {
  private static func yaml(_ element: String, _ more: String = "") -> String {
    """
    rowsmith: 1
    defaults: { MergePolicy: Merge }
    entities:
      Member:
        attributes: { id: Int\(more) }
        relationships:
          element: { \(element) }
      Node: { attributes: { id: Int } }
      Way: { attributes: { id: Int } }

    """
  }

  private static let osm = "oneOf: { node: Node, way: Way }, Discriminator: type, ForeignKey: ref"

  private func exported(_ yaml: String, _ json: String, _ arguments: [String] = ["--ndjson"]) throws -> String
  {
    let small = try SmallModel(yaml)
    let outcome = try small.importJSON(json, ["--entity", "Member"])
    #expect(outcome.status == 0, "\(outcome.diagnostics)")
    let members = try small.export("Member", arguments)
    let copy = try RowsmithProcess.run(
      ["import", "-", "--model", "Small.yml", "--into", "new.sqlite", "--entity", "Member"]
        + (arguments == ["--csv"] ? ["--csv"] : []), input: members.output, in: small.folder)
    #expect(copy.status == 0, "\(copy.diagnostics)")
    let again = try RowsmithProcess.run(
      ["export", "--model", "Small.yml", "--from", "new.sqlite", "--entity", "Member"] + arguments,
      in: small.folder)
    #expect(again.output == members.output)
    return members.output
  }

  @Test(arguments: [
    (osm, "", #"{"id":1,"type":"way","ref":70}"#),
    (
      "oneOf: { node: Node, way: Way }, Discriminator: type, ForeignKey: member.ref", "",
      #"{"id":1,"member":{"type":"way","ref":70}}"#
    ),
    (
      "oneOf: [Node, Way], Discriminator: element_kind, ForeignKey: element_id", "",
      #"{"id":1,"element_kind":"Way","element_id":70}"#
    ),
    ("oneOf: [Node, Way], ForeignKey: element_id", "", #"{"id":1,"element_id":70,"element_type":"Way"}"#),
  ])
  func `the type is read and written beside the key`(_ element: String, _ more: String, _ json: String) throws
  {
    let output = try exported(Self.yaml(element, more), json)
    #expect(sorted(output) == sorted(json))
  }

  private func sorted(_ json: String) -> [Character] { json.filter { !$0.isNewline }.sorted() }

  @Test func `if the record reads the discriminator, too, the type's own key comes first`() throws {
    let yaml = Self.yaml("oneOf: [Node, Way], Discriminator: type, ForeignKey: ref_id", ", type: String")
    #expect(
      try exported(yaml, #"{"id":1,"type":"comment","ref_id":70,"ref_type":"Way"}"#)
        == #"{"id":1,"type":"comment","ref_id":70,"ref_type":"Way"}"# + "\n")
  }

  @Test func `tables have the columns of both`() throws {
    let table = try exported(Self.yaml(Self.osm), #"[{"id":1,"type":"way","ref":70},{"id":2}]"#, ["--csv"])
    #expect(table == "id,ref,type\r\n1,70,way\r\n2,,\r\n")
  }

  @Test(arguments: [#"{"id":1,"type":"area","ref":70}"#, #"{"id":1,"ref":70}"#])
  func `a link whose type is not listed, or missing, is skipped, and the report says where`(_ json: String)
    throws
  {
    let small = try SmallModel(Self.yaml(Self.osm))
    let outcome = try small.importJSON(json, ["--entity", "Member", "--format", "json"])
    #expect(outcome.status == 0)
    #expect(outcome.output.contains(#""unlistedKinds":{"Member.element":1}"#), "\(outcome.output)")
    #expect(
      outcome.output.contains(#""unlistedKindExamples":{"Member.element":"$.ref"}"#), "\(outcome.output)")
  }

  @Test func `what is new in the samples is added, and the discriminator is not new`() throws {
    let small = try SmallModel(Self.yaml(Self.osm))
    let outcome = try small.importJSON(
      #"{"id":1,"type":"way","ref":70,"role":"outer"}"#,
      ["--entity", "Member", "--schema-contract", "evolve"])
    #expect(outcome.status == 0, "\(outcome.diagnostics)")
    let model = try small.folder.read("Small.yml")
    #expect(model.contains("role: String") && !model.contains("type: String"), "\(model)")
  }

  @Test func `a database gives the model back`() throws {
    for element in [
      Self.osm, "oneOf: [Node, Way], ForeignKey: element_id", "oneOf: [Node, Way], Discriminator: kind",
    ] {
      let small = try SmallModel(Self.yaml(element))
      _ = try small.importJSON("[]", ["--entity", "Member"])
      let model = try RowsmithProcess.run(["infer", "small.sqlite"], in: small.folder)
      try small.folder.write(model.output, to: "Back.yml")
      let migrated = try RowsmithProcess.run(
        ["migrate", "small.sqlite", "--model", "Back.yml", "--dry-run"], in: small.folder)
      #expect(migrated.status == 0)
      #expect(
        model.output.contains("Discriminator: ") != (element.hasSuffix("element_id")), "\(model.output)")
    }
  }
}
