import Testing

@testable import Rowsmith

/// Links that become attributes with their keys, and the reverse.
@Suite struct LinkAttributeTests {
  private static let link = """
    entities:
      Band: { PrimaryKey: name, attributes: { name: String } }
      Album: { attributes: { id: Int }, relationships: { band: Band? } }
    """

  @Test func `an attribute that holds keys becomes a relationship, and back`() throws {
    let attribute = """
      entities:
        Band: { PrimaryKey: name, attributes: { name: String } }
        Album: { attributes: { id: Int, band: String? } }
      """
    let trial = try Trial(attribute, "Album", #"[{"id": 1, "band": "Can"}, {"id": 2}]"#)
    try trial.migrate(Self.link)
    #expect(try trial.rows("SELECT * FROM Album ORDER BY 1") == ["1|Can", "2|-"])
    #expect(try trial.rows("SELECT * FROM _rowsmith_unresolved") == ["Album.band|Can"])
    try trial.migrate(attribute)
    #expect(try trial.rows("SELECT * FROM Album ORDER BY 1") == ["1|Can", "2|-"])
  }

  @Test func `a link that becomes a required attribute is its default where there is none`() throws {
    let trial = try Trial(Self.link, "Album", #"[{"id": 1, "band": "Can"}, {"id": 2}]"#)
    try trial.migrate(
      """
      entities:
        Band: { PrimaryKey: name, attributes: { name: String } }
        Album: { attributes: { id: Int, band: { type: String, default: unknown } } }
      """)
    #expect(try trial.rows("SELECT * FROM Album ORDER BY 1") == ["1|Can", "2|unknown"])
  }

  @Test func `the plan says which link becomes an attribute, and which attribute a link`() throws {
    let attribute = """
      entities:
        Band: { PrimaryKey: name, attributes: { name: String } }
        Album: { attributes: { id: Int, label: { type: String?, RenamedFrom: band } } }
      """
    let trial = try Trial(Self.link, "Album", #"[{"id": 1, "band": "Can"}, {"id": 2}]"#)
    #expect(
      try trial.migrate(attribute).plan.steps[0]
        == "rebuild the table Album: band becomes label, label becomes an attribute")
    #expect(
      try trial.plan(Self.link.replacing("Band?", with: "{ to: Band?, RenamedFrom: label }")).steps[0]
        == "rebuild the table Album: label becomes a relationship")
  }
}
