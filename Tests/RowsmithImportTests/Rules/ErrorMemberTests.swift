import Rowsmith
import Testing

/// Which attribute or relationship an error of an import is about.
@Suite struct ErrorMemberTests {
  private static let yaml = """
    entities:
      Author:
        PrimaryKey: id
        attributes: { id: Int, name: String }
        relationships: { books: { to: [Book], inverse: author, MergePolicy: Merge } }
      Book:
        PrimaryKey: isbn
        attributes: { isbn: { type: String, ImportName: code }, title: String }
        relationships: { author: { to: Author, inverse: books, MergePolicy: Merge } }
    """

  @Test(arguments: [
    (#"{"name": "a"}"#, "Author", "id"),
    (#"{"id": "?", "name": "a"}"#, "Author", "id"),
    (#"{"id": 1}"#, "Author", "name"),
    (#"{"id": 1, "name": null}"#, "Author", "name"),
    (#"{"id": 1, "name": "a", "books": 7}"#, "Author", "books"),
    (#"{"id": 1, "name": "a", "books": [{"code": 7, "title": "t"}]}"#, "Book", "isbn"),
    (#"{"id": 1, "name": "a", "books": [{"code": "x", "title": null}]}"#, "Book", "title"),
    (#"[{"id": 1, "name": "a"}, 7]"#, "Author", nil),
    ("{", nil, nil),
  ])
  func `an error names its entity and the attribute or relationship`(
    text: String, entity: String?, member: String?
  ) throws {
    let error = try ImportScenario(Self.yaml).failure(text, into: "Author")
    #expect(error.entity == entity)
    #expect(error.member == member)
  }

  @Test func `a link that is missing is named`() throws {
    let error = try ImportScenario(Self.yaml).failure(#"{"code": "x", "title": "t"}"#, into: "Book")
    #expect([error.entity, error.member] == ["Book", "author"])
  }

  @Test func `what stands in the way of a deletion is named`() throws {
    let yaml = Self.yaml.replacing("inverse: author, ", with: "inverse: author, DeleteRule: Deny, ")
    let scenario = try ImportScenario(yaml)
    try scenario.importJSON(
      #"{"id": 1, "name": "a", "books": [{"code": "x", "title": "t"}]}"#, into: "Author")
    let error = try scenario.failure("[]", into: "Author") { $0.policy = .mergeAndPrune }
    #expect([error.entity, error.member] == ["Author", "books"])
  }
}
