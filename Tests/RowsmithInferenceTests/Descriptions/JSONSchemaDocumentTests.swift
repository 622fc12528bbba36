import Foundation
import RowsmithInference
import RowsmithModel
import Testing

/// What the records of a document are, by its schema.
@Suite struct JSONSchemaDocumentTests {
  private static let post = """
    {"title": "post", "type": "object", "required": ["id"], "properties": {"id": {"type": "string"}, "body": {"type": "string"}}}
    """
  private static let note = """
    {"title": "note", "type": "object", "required": ["id"], "properties": {"id": {"type": "string"}, "text": {"type": "string"}}}
    """

  @Test(arguments: [
    #""type": "array", "items": {"anyOf": [POST, NOTE]}"#,
    #""anyOf": [{"type": "array", "items": POST}, {"type": "array", "items": NOTE}]"#,
    #""oneOf": [POST, {"type": "array", "items": {"oneOf": [NOTE, {"type": "string"}, {"type": "integer"}]}}]"#,
  ])
  func `a document that is one of several things has the records of each`(root: String) throws {
    let root = root.replacing("POST", with: Self.post).replacing("NOTE", with: Self.note)
    let draft = try Facts.draft(
      of: #"{"$schema": "http://json-schema.org/draft-07/schema#", "title": "entries", \#(root)}"#)
    #expect(draft.entities.map(\.name) == ["Post", "Note"])
    #expect(draft.line("Post", "body") == "body: String?")
    #expect(draft.line("Note", "text") == "text: String?")
    #expect(draft.documents.isEmpty)
  }

  @Test func `a document that is a list or an envelope of one has the path of the envelope`() throws {
    let draft = try Facts.draft(
      of: """
        {"$schema": "http://json-schema.org/draft-07/schema#", "title": "feed", "definitions": {"Post": \(Self.post)},
         "anyOf": [{"type": "array", "items": {"$ref": "#/definitions/Post"}},
           {"type": "object", "properties": {"data": {"type": "array", "items": {"$ref": "#/definitions/Post"}}}}]}
        """)
    #expect(draft.entities.map(\.name) == ["Post"])
    #expect(draft.documents.map { $0.members.map(\.key) } == [["data"]])
  }
}
