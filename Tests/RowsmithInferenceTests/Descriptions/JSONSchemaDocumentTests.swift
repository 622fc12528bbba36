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

  @Test func `what is beside the records of a document is noted, whatever it is called`() throws {
    let draft = try Facts.draft(
      of: """
        {"$schema": "http://json-schema.org/draft-07/schema#", "title": "feed", "type": "object", "properties": {
          "post": {"type": "string"}, "posts": {"type": "array", "items": \(Self.post)},
          "more": {"type": "object", "properties": {"notes": {"type": "array", "items": \(Self.note)}}},
          "mo": {"type": "integer"}}}
        """)
    #expect(draft.documents.map { $0.members.map(\.key) } == [["posts", "more.notes"]])
    #expect(
      draft.noted
        == ["post", "mo"].map {
          "#/properties/\($0): belongs to no record; values outside of records are not read"
        })
  }

  @Test func `alternatives that lead back to each other are read once each`() throws {
    let names = (1...40).map { "Part\($0)" }
    let references = names.map { ##"{"$ref": "#/$defs/\##($0)"}"## }.joined(separator: ", ")
    let parts = names.map { "\"\($0)\": {\"anyOf\": [\(references)]}" }.joined(separator: ", ")
    let draft = try Facts.draft(
      of: ##"""
        {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "parts",
         "anyOf": [\##(references), {"type": "array", "items": {"$ref": "#/$defs/Note"}}],
         "$defs": {\##(parts), "Note": \##(Self.note)}}
        """##)
    #expect(draft.entities.map(\.name) == ["Note"])
  }

  private static let breed = #""required": ["breed"], "properties": {"breed": {"type": "string"}}"#

  @Test(arguments: [
    ##""$ref": "#/$defs/Animal", \##(breed)"##, ##""allOf": [{"$ref": "#/$defs/Animal"}], \##(breed)"##,
    ##""$ref": "#/$defs/Animal", "allOf": [{\##(breed)}]"##,
  ])
  func `members beside a reference are added to what it refers to`(dog: String) throws {
    let draft = try Facts.draft(
      of: """
        {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "zoo", "type": "object",
         "properties": {"dogs": {"type": "array", "items": {"$ref": "#/$defs/Dog"}}}, "$defs": {
           "Dog": {\(dog)},
           "Animal": {"type": "object", "required": ["id"],
             "properties": {"id": {"type": "integer"}, "name": {"type": "string"}}}}}
        """)
    #expect(draft.line("Dog", "breed") == "breed: String")
    #expect(draft.documents.flatMap(\.members).map(\.key) == ["dogs"])
    #expect(Set(draft.entities.map(\.name)) == ["Animal", "Dog"])
  }

  @Test func `a schema that adds members to itself is read once`() throws {
    let draft = try Facts.draft(
      of: """
        {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "dog", "$ref": "#", "type": "object",
         "required": ["id"], "properties": {"id": {"type": "integer"}, "name": {"type": "string"}}}
        """)
    #expect(draft.entities.map(\.name) == ["Dog"])
    #expect(draft.line("Dog", "name") == "name: String?")
  }
}
