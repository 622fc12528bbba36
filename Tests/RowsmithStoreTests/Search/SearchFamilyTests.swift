import RowsmithSchema
import Testing

@testable import Rowsmith

/// A family shares a table, and each kind is searched as the nearest entity that says how.
struct SearchFamilyTests {
  private static let yaml = """
    rowsmith: 1
    defaults: { MergePolicy: Merge }
    values: { Place: { city: String, country: String? } }
    entities:
      Medium:
        PrimaryKey: id
        Discriminator: kind
        attributes: { id: Int, title: String, at: Place? }
        search: [title, at.city]
      Film: { extends: Medium, attributes: { plot: String? } }
      Book: { extends: Medium, attributes: { blurb: String?, link: URL? }, search: [blurb, title, link] }

    """

  @Test func `records of other kinds are not found`() throws {
    let file = try SearchFile(Self.yaml)
    try file.importJSON(
      """
      [{"kind": "Film", "id": 1, "title": "Tin", "plot": "drum", "at": {"city": "Danzig", "country": "Drum"}},
       {"kind": "Book", "id": 2, "title": "Tin", "blurb": "drum", "link": "https://example.com/danzig?q=snare"},
       {"kind": "Medium", "id": 3, "title": "tin"}]
      """, "Medium")
    #expect(try file.found("Medium", "tin") == [1, 2, 3])
    #expect(try file.found("Film", "tin") == [1])
    #expect(try file.found("Book", "tin") == [2])
    #expect(try file.found("Medium", "drum") == [])
    #expect(try file.found("Film", "drum") == [])
    #expect(try file.found("Book", "drum") == [2])
    #expect(try file.found("Medium", "danzig") == [1])
    #expect(try file.found("Book", "snare") == [2])
    try file.runElsewhere(
      "UPDATE Medium SET blurb = 'x' WHERE id = 2; UPDATE Medium SET title = 'Drum' WHERE id = 1")
    #expect(try file.found("Book", "drum") == [])
    #expect(try file.found("Film", "drum") == [1])
    for entity in ["Medium", "Book"] { #expect(try file.isRight(entity)) }
  }

  @Test func `one that has no search is refused in words`() throws {
    let file = try SearchFile(Self.yaml.replacing("    search: [title, at.city]\n", with: ""))
    do {
      _ = try file.found("Film", "tin")
      Issue.record("it was searched")
    } catch let error as StoreError {
      #expect(
        error.message
          == "'Film' cannot be searched; write the searched attributes in the model, such as `search: [title]`"
      )
    }
  }
}
