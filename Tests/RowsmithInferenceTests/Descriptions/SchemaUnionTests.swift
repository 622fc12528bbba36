import RowsmithInference
import Testing

/// One of several objects: a family, a relationship, or JSON with a note.
@Suite struct SchemaUnionTests {
  /// The draft of a Thing whose member `subject` has this schema.
  private func thing(
    _ subject: String, definitions: String, at location: SourceLocation = #_sourceLocation
  ) throws -> ModelDraft {
    try Facts.draft(
      of: """
        {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "thing", "type": "object",
         "required": ["id"], "properties": {"id": {"type": "integer"}, "subject": \(subject)},
         "$defs": {\(definitions)}}
        """, at: location)
  }

  /// A definition of an object with a key of a type, and more members.
  private func object(_ name: String, key: String = "string", _ more: String = "", required: String = "")
    -> String
  {
    """
    "\(name)": {"type": "object", "required": ["id"\(required)], "properties": {"id": {"type": "\(key)"}, \
    "kind": {"type": "string"}\(more.isEmpty ? "" : ", ")\(more)}}
    """
  }

  private static func reference(_ name: String) -> String { ##"{"$ref": "#/$defs/\##(name)"}"## }

  private static func union(_ names: String..., discriminator: String? = nil) -> String {
    let told = discriminator.map { ", \"discriminator\": \($0)" } ?? ""
    return "{\"oneOf\": [\(names.map(reference).joined(separator: ", "))]\(told)}"
  }

  private static let kind = #"{"propertyName": "kind"}"#

  @Test func `a family has what all have at its root, and there too what some have, with their names`() throws
  {
    let size = #""size": {"type": "integer"}"#
    let draft = try thing(
      Self.reference("medium"),
      definitions: [
        "\"medium\": \(Self.union("image", "video", "sound", discriminator: Self.kind))",
        object("image", #""url": {"type": "string"}, \#(size)"#, required: ", \"url\", \"size\""),
        object("video", #""url": {"type": "string"}, \#(size)"#, required: ", \"url\", \"size\""),
        object(
          "sound", #""url": {"type": "string"}, "length": {"type": "number"}"#, required: ", \"length\""),
      ].joined(separator: ",\n"))
    #expect(draft.line("Thing", "subject") == "subject: Medium?")
    #expect(draft.entities.map(\.extends) == [nil, nil, "Medium", "Medium", "Medium"])
    // Two must have an address, and one may have none.
    #expect(draft.line("Medium", "url") == "url: String?")
    #expect(draft.line("Medium", "size") == "size: Int?  # of Image, Video")
    #expect(draft.line("Sound", "length") == "length: Double")
    #expect(draft.entities.map(\.primaryKey) == [["id"], ["id"], [], [], []])
  }

  @Test(
    arguments: [
      // Each has its own format, its own default, or none.
      (
        #""at": {"type": "string", "format": "date"}"#, #""at": {"type": "string", "format": "date-time"}"#,
        "at: { type: Date?, DateFormat: yyyy-MM-dd }", "videoAt: { type: Date?, ImportName: at }"
      ),
      (
        #""at": {"type": "integer"}"#, #""at": {"type": "string", "format": "int64"}"#, "at: Int?",
        "videoAt: { type: Int?, ImportName: at, coerce: true }"
      ),
      (
        #""at": {"type": "string", "default": "here"}"#, #""at": {"type": "string"}"#,
        "at: { type: String, default: here }", "videoAt: { type: String?, ImportName: at }"
      ),
      // The sound, which has none, gets no default.
      (
        #""at": {"type": "string", "default": "here"}"#, #""at": {"type": "string", "default": "here"}"#,
        "at: { type: String, default: here }", "videoAt: { type: String, ImportName: at, default: here }"
      ),
    ] as [(String, String, String, String)])
  func `a member that is not the same in all of a family has a column for each`(
    image: String, video: String, ofImage: String, ofVideo: String
  ) throws {
    let draft = try thing(
      Self.reference("medium"),
      definitions: [
        "\"medium\": \(Self.union("image", "video", "sound", discriminator: Self.kind))",
        object("image", image), object("video", video), object("sound"),
      ].joined(separator: ",\n"))
    #expect(draft.line("Image", "at") == ofImage)
    #expect(draft.line("Video", "videoAt") == ofVideo)
    #expect(draft.line("Medium", "at") == nil)
    #expect(draft.line("Sound", "at") == nil)
  }

  @Test func `a member that gets another name in its family does not get that of a third one`() throws {
    let draft = try thing(
      Self.reference("medium"),
      definitions: [
        "\"medium\": \(Self.union("image", "video", discriminator: Self.kind))",
        object("image", #""at": {"type": "string", "default": "here"}"#),
        object("video", #""at": {"type": "string"}, "video_at": {"type": "string"}"#),
      ].joined(separator: ",\n"))
    #expect(draft.line("Video", "videoAt") == "videoAt: String?")
    #expect(draft.line("Video", "videoAt2") == "videoAt2: { type: String?, ImportName: at }")
  }

  @Test func `a value that all of a family have counts once among the columns of its table`() throws {
    let parts = (1...700).map { "\"p\($0)\": {\"type\": \"string\"}" }.joined(separator: ", ")
    let size = "\"size\": \(Self.reference("size"))"
    let draft = try thing(
      Self.reference("medium"),
      definitions: [
        "\"medium\": \(Self.union("image", "video", "sound", discriminator: Self.kind))",
        object("image", size), object("video", size), object("sound", size),
        "\"size\": {\"type\": \"object\", \"properties\": {\(parts)}}",
      ].joined(separator: ",\n"))
    #expect(draft.line("Medium", "size") == "size: Size?")
    #expect(draft.values.map(\.name) == ["Size"])
    #expect(draft.line("Video", "videoSize") == nil)
  }

  @Test func `a key stays an attribute if another member of the family has the name of its record`() throws {
    let draft = try thing(
      Self.reference("medium"),
      definitions: [
        "\"medium\": \(Self.union("image", "video", discriminator: Self.kind))",
        object("image", #""owner_id": {"type": "string"}, "place_id": {"type": "string"}"#),
        object("video", #""owner": {"type": "string"}"#), object("owner"), object("place"),
      ].joined(separator: ",\n"))
    #expect(draft.line("Image", "ownerID") == "ownerID: String?")
    #expect(draft.line("Video", "owner") == "owner: String?")
    #expect(draft.line("Image", "place") == "place: Place?")
  }

  @Test(arguments: [
    (#"{"type": "integer"}"#, #"{"type": "string"}"#, "id: { type: String, coerce: true }"),
    (#"{"type": "integer"}"#, #"{"type": "string", "format": "int64"}"#, "id: { type: Int, coerce: true }"),
    (#"{"type": "string", "format": "uuid"}"#, #"{"type": "string"}"#, "id: String"),
    (#"{"type": "string", "format": "date"}"#, #"{"type": "string"}"#, "id: { type: String, coerce: true }"),
    (#"{"type": "string", "format": "uuid"}"#, #"{"type": "string", "format": "uuid"}"#, "id: UUID"),
  ])
  func `a key of several types is one that holds all of them`(image: String, video: String, line: String)
    throws
  {
    func definition(_ name: String, _ key: String) -> String {
      """
      "\(name)": {"type": "object", "required": ["id"],
        "properties": {"id": \(key), "kind": {"type": "string"}}}
      """
    }
    let draft = try thing(
      Self.reference("medium"),
      definitions: [
        "\"medium\": \(Self.union("image", "video", discriminator: Self.kind))",
        definition("image", image), definition("video", video),
      ].joined(separator: ",\n"))
    #expect(draft.line("Medium", "id") == line)
    #expect(draft.entities.map(\.primaryKey) == [["id"], ["id"], [], []])
    #expect(draft.line("Thing", "subject") == "subject: Medium?")
  }

  @Test func `variants with different keys are no family`() throws {
    let draft = try thing(
      Self.reference("medium"),
      definitions: """
        "medium": \(Self.union("image", "video", discriminator: Self.kind)),
        \(object("image")),
        "video": {"type": "object", "properties": {"uuid": {"type": "string"}, "kind": {"type": "string"}}}
        """)
    #expect(draft.line("Thing", "subject") == "subject: JSON?")
    #expect(draft.entities.map(\.extends) == [nil, nil, nil])
    #expect(
      draft.noted == [
        "#/properties/subject: is one of several objects that extend nothing in common; kept as JSON"
      ])
  }

  @Test(arguments: [
    (##""mapping": {"pic": "#/$defs/image", "film": "#/$defs/video"}"##, "{ film: Video, pic: Image }"),
    // Several values for one, and one that nothing maps to.
    (
      ##""mapping": {"pic": "#/$defs/image", "photo": "#/$defs/image"}"##,
      "{ photo: Image, pic: Image, video: Video }"
    ),
    // A value for what is not there, or not in the family, is none.
    (
      ##""mapping": {"film": "#/$defs/video", "text": "#/$defs/none", "thing": "#"}"##,
      "{ film: Video, image: Image }"
    ),
  ])
  func `the values of a discriminator are those of its mapping`(mapping: String, values: String) throws {
    let draft = try thing(
      Self.reference("medium"),
      definitions: """
        "medium": \(Self.union("image", "video", discriminator: "{\"propertyName\": \"kind\", \(mapping)}")),
        \(object("image")), \(object("video"))
        """)
    #expect(draft.yaml().contains("    Discriminator: { key: kind, values: \(values) }\n"))
  }

  @Test(arguments: [
    (#"{"type": "integer"}"#, "1", "2", "{ 1: Image, 2: Video }"),
    (#"{"type": "string"}"#, "1", "2", #"{ "1": Image, "2": Video }"#),
    (#"{"enum": [1, 2]}"#, "1", "2", "{ 1: Image, 2: Video }"),
    (#"{"enum": ["1", "2"]}"#, "1", "2", #"{ "1": Image, "2": Video }"#),
    (#"{"type": "integer"}"#, "01", "a", #"{ "01": Image, a: Video }"#),
    (#"{"type": "boolean"}"#, "false", "true", "{ false: Image, true: Video }"),
  ])
  func `the values of a mapping are numbers where the discriminator is one`(
    kind: String, image: String, video: String, values: String
  ) throws {
    let member = "\"required\": [\"id\"], \"properties\": {\"id\": {\"type\": \"string\"}, \"kind\": \(kind)}"
    let mapping = ##"{"\##(image)": "#/$defs/image", "\##(video)": "#/$defs/video"}"##
    let draft = try thing(
      Self.reference("medium"),
      definitions: """
        "medium": \(Self.union("image", "video", discriminator: "{\"propertyName\": \"kind\", \"mapping\": \(mapping)}")),
        "image": {"type": "object", \(member)}, "video": {"type": "object", \(member)}
        """)
    #expect(draft.yaml().contains("    Discriminator: { key: kind, values: \(values) }\n"))
  }

  @Test func `a union of what extends one entity is that entity`() throws {
    let draft = try thing(
      Self.union("dog", "cat"),
      definitions: """
        "animal": {"type": "object", "required": ["id"], "discriminator": \(Self.kind),
          "properties": {"id": {"type": "string"}, "kind": {"type": "string"}}},
        "dog": {"allOf": [\(Self.reference("animal")), {"properties": {"tail": {"type": "boolean"}}}]},
        "cat": {"allOf": [\(Self.reference("animal")), {"properties": {"lives": {"type": "integer"}}}]}
        """)
    #expect(draft.line("Thing", "subject") == "subject: Animal?")
    #expect(draft.line("Dog", "tail") == "tail: Bool?")
    #expect(draft.notes.isEmpty)
  }

  @Test func `what extends something that extends is in the same family`() throws {
    let draft = try thing(
      Self.reference("animal"),
      definitions: """
        "animal": {"type": "object", "required": ["id"], "discriminator": \(Self.kind), "description": "Alive.",
          "properties": {"id": {"type": "string"}, "kind": {"type": "string"}}},
        "dog": {"description": "Barks loudly.",
          "allOf": [\(Self.reference("animal")), {"properties": {"tail": {"type": "boolean"}}}]},
        "poodle": {"allOf": [\(Self.reference("dog")), {"properties": {"curls": {"type": "integer"}}}]}
        """)
    #expect(draft.entities.map(\.name) == ["Thing", "Animal", "Dog", "Poodle"])
    #expect(draft.entities.map(\.extends) == [nil, nil, "Animal", "Dog"])
    // Each says of itself only what it does not inherit.
    #expect(draft.entities.map(\.doc) == [nil, "Alive", "Barks loudly", nil])
    #expect(draft.entities.map { $0.attributes.map(\.name) } == [["id"], ["id"], ["tail"], ["curls"]])
    #expect(
      draft.yaml().contains(
        "Discriminator: { key: kind, values: { animal: Animal, dog: Dog, poodle: Poodle } }"))
  }

  @Test(
    arguments: [
      // A record, or its key.
      ("string", #"{"type": "string"}"#, "Owner?", []), ("integer", #"{"type": "integer"}"#, "Owner?", []),
      ("string", #"{"type": "string"}, {"type": "null"}"#, "Owner?", []),
      // What cannot be its key is not read.
      ("integer", #"{"type": "string"}"#, "Owner?", ["may also be string, which is not a key of Owner"]),
      (
        "string", #"{"type": "integer"}, {"type": "string"}"#, "Owner?",
        ["may also be integer, which is not a key of Owner"]
      ),
      // What no key can be makes the record any value.
      (
        "string", #"{"type": "boolean"}"#, "JSON?",
        ["is one of several objects that extend nothing in common; kept as JSON"]
      ),
      (
        "string", #"{"type": "array", "items": {"type": "string"}}"#, "JSON?",
        ["is one of several objects that extend nothing in common; kept as JSON"]
      ),
    ] as [(String, String, String, [String])])
  func `a record or its key is a relationship`(key: String, other: String, type: String, notes: [String])
    throws
  {
    let definitions = object("owner", key: key)
    for variants in ["\(other), \(Self.reference("owner"))", "\(Self.reference("owner")), \(other)"] {
      for keyword in ["anyOf", "oneOf"] {
        let draft = try thing("{\"\(keyword)\": [\(variants)]}", definitions: definitions)
        #expect(draft.line("Thing", "subject") == "subject: \(type)")
        #expect(draft.noted == notes.map { "#/properties/subject: \($0)" })
      }
    }
  }

  @Test func `of records of several kinds or their key, the first kind is read`() throws {
    let draft = try thing(
      #"{"anyOf": [{"type": "string"}, \#(Self.reference("owner")), \#(Self.reference("deleted")), \#(Self.reference("lost"))]}"#,
      definitions: "\(object("owner")), \(object("deleted")), \(object("lost"))")
    #expect(draft.line("Thing", "subject") == "subject: Owner?")
    #expect(draft.noted == ["#/properties/subject: may also be deleted, lost; only Owner is read"])
  }

  @Test func `lists of a union are lists of what it is`() throws {
    let definitions = """
      "medium": \(Self.union("image", "video", discriminator: Self.kind)), \(object("image")), \(object("video"))
      """
    func line(_ items: String) throws -> String? {
      try thing("{\"type\": \"array\", \"items\": \(items)}", definitions: definitions).line(
        "Thing", "subject")
    }
    #expect(try line(Self.reference("medium")) == "subject: [Medium]")
    #expect(try line(Self.union("image", "video")) == "subject: [Medium]")
    #expect(
      try line("{\"anyOf\": [{\"type\": \"string\"}, \(Self.reference("medium"))]}") == "subject: [Medium]")
  }
}
