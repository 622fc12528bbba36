import RowsmithSchema
import Testing

@testable import Rowsmith

/// What is the app's own is in no JSON.
struct LocalExportTests {
  private static let model = """
    entities:
      Post:
        attributes: { id: Int, seen: { type: Bool, local: true, default: true }, note: { type: String?, local: true } }
        relationships: { tags: { to: [Tag], inverse: none } }
      Tag:
        PrimaryKey: name
        attributes: { name: { type: String, ImportName: $value }, seen: { type: Int?, local: true } }
    """

  @Test
  func `a local attribute is not produced, by no option`() throws {
    let model = try ModelStore(Self.model)
    try model.importJSON(#"{"id":1,"seen":false,"note":"n","tags":["a"]}"#, "Post")
    #expect(try model.export("Post") { $0.nulls = .written } == #"[{"id":1,"tags":["a"]}]"#)
    let error = #expect(throws: ExportError.self) { try model.export("Post") { $0.only = [["note"]] } }
    #expect(error?.message == "'Post.note' cannot be written: the model has `local: true`")
  }

  @Test
  func `what falls back where a record is overwritten whole is noted, but for what is local`() throws {
    let model = try ModelStore(
      """
      entities:
        Post: { attributes: { id: Int }, relationships: { user: User?, editors: { to: [User], inverse: none } } }
        User:
          attributes:
            id: Int
            secret: { type: String?, export: false }
            seen: { type: Int?, local: true }
            place: { type: Int?, ImportName: $index }
      """, policy: "Replace")
    try model.importJSON(#"{"id":1,"user":{"id":2}}"#, "Post")
    let notes = try model.exportAndReport("Post") { $0.embedded = [["user"], ["editors"]] }.report.notes
    #expect(
      notes == [
        "an import resets User.secret where it is embedded in Post.user, whose policy is Replace: "
          + "the JSON does not have it",
        "an import resets User.place where it is embedded in Post.user, whose policy is Replace: "
          + "the JSON does not have it",
        "an import resets User.secret where it is embedded in Post.editors, whose policy is Replace: "
          + "the JSON does not have it",
        "an import changes User.place: it is the place of the record in Post.editors",
      ])
    #expect(try model.exportAndReport("Post").report.notes == [])
  }

  @Test
  func `a record that is a bare value stays one beside a local attribute`() throws {
    let model = try ModelStore(Self.model)
    try model.importJSON(#"["a","b"]"#, "Tag")
    #expect(try model.export("Tag") == #"["a","b"]"#)
  }

  @Test
  func `a local attribute that changed is not in a patch`() throws {
    let producer = try JSONProducer(schema: try ModelStore(Self.model).store.schema)
    #expect(
      try producer.patch(
        "Post", ["id", "seen", "note"], [.integer(1), .integer(1), .text("n")],
        changedFrom: [.integer(1), .integer(0), .null]
      ).text == #"{"id":1}"#)
  }
}
