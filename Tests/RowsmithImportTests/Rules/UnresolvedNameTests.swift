import Rowsmith
import RowsmithModel
import Testing

/// The report names what waits by the relationship that stood in the JSON, wherever the link is stored.
struct UnresolvedNameTests {
  private func unresolved(_ relationships: String, _ json: String, into entity: String) throws -> [String:
    Int]
  {
    let yaml = """
      rowsmith: 1
      entities:
        User: { PrimaryKey: id, attributes: { id: Int }, relationships: { \(relationships.split(separator: "|")[0]) } }
        Card: { PrimaryKey: id, attributes: { id: Int }, relationships: { \(relationships.split(separator: "|")[1]) } }
      """
    let model = ModelCompiler.compile([ModelSource(path: "T.yml", text: yaml)], name: "T")
    let store = try Store(.memory, schema: try #require(model.schema, "\(model.diagnostics)"))
    return try store.importJSON(.string(json), into: .entity(entity)).unresolved
  }

  @Test(arguments: [
    "card: { to: Card?, inverse: user }|user: { to: User?, inverse: card }",
    "card: { to: [Card], inverse: user }|user: { to: User?, inverse: card }",
    "card: { to: Card?, inverse: user }|user: { to: [User], inverse: card }",
    "card: { to: [Card], inverse: user }|user: { to: [User], inverse: card }",
    "card: { to: [Card], ordered: true, inverse: user }|user: { to: [User], inverse: card }",
  ])
  func `it is the relationship of the document, whichever side has the column`(relationships: String) throws {
    let sides = relationships.split(separator: "|").map { $0.contains("[") }
    let user = #"{"id": 1, "card": \#(sides[0] ? "[7]" : "7")}"#
    #expect(try unresolved(relationships, user, into: "User") == ["User.card": 1])
    let card = #"{"id": 1, "user": \#(sides[1] ? "[7]" : "7")}"#
    #expect(try unresolved(relationships, card, into: "Card") == ["Card.user": 1])
  }
}
