import RowsmithInference
import Testing

/// Attributes that are local, composite, or read from several places.
@Suite struct CoreDataValueTests {
  private func draft(_ content: String, at location: SourceLocation = #_sourceLocation) throws -> ModelDraft {
    try Facts.draft(of: "<?xml version=\"1.0\"?>\n<model>\(content)</model>", at: location)
  }

  private static let key = "<attribute name=\"id\" attributeType=\"String\"/>"

  private static func info(_ entries: (String, String)...) -> String {
    let lines = entries.map { "<entry key=\"\($0.0)\" value=\"\($0.1)\"/>" }
    return "<userInfo>\(lines.joined())</userInfo>"
  }

  /// The line of an attribute of a Thing.
  private func line(
    _ settings: String, _ info: (String, String)..., at location: SourceLocation = #_sourceLocation
  ) throws -> String? {
    let entries = info.map { "<entry key=\"\($0.0)\" value=\"\($0.1)\"/>" }.joined()
    return try draft(
      """
      <entity name="Thing">\(Self.key)<attribute name="seen" \(settings)><userInfo>\(entries)</userInfo>\
      </attribute></entity>
      """, at: location
    ).line("Thing", "seen")
  }

  @Test(arguments: [
    ("attributeType=\"Date\" optional=\"YES\"", "{ type: Date?, local: true }"),
    (
      "attributeType=\"Integer 16\" defaultValueString=\"3\"", "{ type: Int, default: 3, local: true }"
    ),
    (
      "attributeType=\"Date\" defaultDateTimeInterval=\"0\"",
      "{ type: Date, default: \"2001-01-01T00:00:00Z\", local: true }"
    ),
    // Where the JSON has no value and the model none either, there need not be one.
    ("attributeType=\"String\"", "{ type: String?, local: true }  # was required"),
    (
      "attributeType=\"Integer 16\" defaultValueString=\"x\"", "{ type: Int?, local: true }  # was required"
    ),
    (
      "attributeType=\"Transformable\" defaultValueString=\"x\"",
      "{ type: JSON?, local: true }  # was required"
    ),
  ])
  func `an attribute that JSON never has is local`(settings: String, line: String) throws {
    #expect(try self.line(settings, ("JSONKeyPath", "null")) == "seen: \(line)")
  }

  @Test func `how JSON is read is of no account where it never has the attribute`() throws {
    let date = "attributeType=\"Date\" optional=\"YES\""
    #expect(
      try line(date, ("JSONKeyPath", "null"), ("dateFormat", "yyyy-MM-dd"), ("JSONTransformerName", "Day"))
        == "seen: { type: Date?, local: true }")
    // Another library says where it is.
    #expect(
      try line(date, ("JSONKeyPath", "null"), ("ImportName", "last.seen"), ("DateFormat", "yyyy-MM-dd"))
        == "seen: { type: Date?, ImportName: last.seen, DateFormat: yyyy-MM-dd }")
  }

  @Test func `the key is in the JSON, whatever is said`() throws {
    let draft = try draft(
      """
      <entity name="Thing"><attribute name="id" attributeType="String">\(Self.info(("JSONKeyPath", "null")))\
      </attribute></entity>
      """)
    #expect(draft.line("Thing", "id") == "id: String")
  }

  @Test(arguments: [
    ("a,b.c", "[a, b.c]"), ("a, b.c", "[a, b.c]"), (" a ,, b.c,", "[a, b.c]"), ("a,", "a"),
    ("last seen", "last seen"),
  ])
  func `alternates stand between commas, with or without spaces`(text: String, paths: String) throws {
    #expect(
      try line("attributeType=\"String\"", ("ImportName", text))
        == "seen: { type: String, ImportName: \(paths) }")
  }

  @Test(arguments: [
    // One that is read already, one that follows from a name, one that is no path.
    ("x", "a: { type: String, ImportName: x }", "b: String", "the path 'x' is that of another member"),
    ("c", "a: { type: String, ImportName: x }", "b: String", "the path 'c' is that of another member"),
    (
      "x,y", "a: { type: String, ImportName: x }", "b: { type: String, ImportName: y }",
      "the path 'x' is that of another member"
    ),
    ("x..y", "a: { type: String, ImportName: x }", "b: String", "the path 'x..y' has an empty key"),
    (
      ".y, z", "a: { type: String, ImportName: x }", "b: { type: String, ImportName: z }",
      "the path '.y' has an empty key"
    ),
  ])
  func `a path that no member can have is noted`(path: String, first: String, second: String, note: String)
    throws
  {
    let draft = try draft(
      """
      <entity name="Thing">\(Self.key)<attribute name="a" attributeType="String">\(Self.info(("ImportName", "x")))\
      </attribute><attribute name="b" attributeType="String">\(Self.info(("ImportName", path)))</attribute>\
      <attribute name="c" attributeType="String"/></entity>
      """)
    #expect(draft.line("Thing", "a") == first)
    #expect(draft.line("Thing", "b") == second)
    #expect(draft.noted.first == "entity Thing, b: \(note); left out")
  }

  @Test func `an alternate may be the path of another member`() throws {
    let draft = try draft(
      """
      <entity name="Thing">\(Self.key)<attribute name="a" attributeType="String">\(Self.info(("ImportName", "x")))\
      </attribute><attribute name="b" attributeType="String">\(Self.info(("ImportName", "y,x")))</attribute></entity>
      """)
    #expect(draft.line("Thing", "b") == "b: { type: String, ImportName: [y, x] }")
  }

  @Test(arguments: [
    ("JSONTransformerName", "MYDateTransformer", "Transform: myDateTransformer"),
    ("JSONTransformerName", "make_louder", "Transform: makeLouder"),
  ])
  func `a transformer is the app's`(key: String, name: String, setting: String) throws {
    #expect(
      try line("attributeType=\"String\"", (key, name)) == "seen: { type: String, \(setting) }")
  }

  @Test func `a date has its default beside its format`() throws {
    #expect(
      try line(
        "attributeType=\"Date\" defaultDateTimeInterval=\"86400.5\"", ("DateFormat", "yyyy-MM-dd"))
        == "seen: { type: Date, DateFormat: yyyy-MM-dd, default: \"2001-01-02T00:00:00.500Z\" }")
  }

  private func composite(_ attributes: String, at location: SourceLocation = #_sourceLocation) throws
    -> ModelDraft
  {
    try draft(
      """
      <composite name="Place">\(attributes)</composite>
      <entity name="Shop">\(Self.key)<attribute name="place" optional="YES" attributeType="Composite" \
      compositeName="Place"/><attribute name="lost" attributeType="Composite" compositeName="None"/></entity>
      """, at: location)
  }

  @Test(arguments: [
    ("attributeType=\"String\" optional=\"YES\"", "", "String?"),
    ("attributeType=\"Double\" defaultValueString=\"1.5\"", "", "{ type: Double, default: 1.5 }"),
    ("attributeType=\"String\"", info(("ImportName", "a.b")), "{ type: String, ImportName: a.b }"),
    ("attributeType=\"Date\"", info(("dateFormat", "UnixTime")), "{ type: Date, DateFormat: epochSeconds }"),
    ("attributeType=\"String\" elementID=\"road\"", "", "{ type: String, RenamedFrom: road }"),
    // What no part of a value can be.
    ("attributeType=\"String\" optional=\"YES\"", info(("JSONKeyPath", "null")), "String?"),
  ])
  func `a composite is a value, and its attributes the parts`(settings: String, info: String, line: String)
    throws
  {
    let draft = try composite("<attribute name=\"street\" \(settings)>\(info)</attribute>")
    #expect(draft.line("Shop", "place") == "place: Place?")
    #expect(draft.line(ofValue: "Place") == "street: \(line)")
    #expect(draft.noted.contains("entity Shop, lost: its type 'Composite' is not known; left out"))
  }

  @Test func `what a composite has and no value can is noted`() throws {
    let draft = try composite(
      """
      <attribute name="a" attributeType="String">\(Self.info(("JSONTransformerName", "upper")))</attribute>
      <attribute name="b" attributeType="String" transient="YES"/>
      <attribute name="c" attributeType="String" maxValueString="3"/>
      """)
    #expect(draft.values.map { $0.members.map(\.name) } == [["a", "c"]])
    #expect(
      draft.noted.filter { $0.hasPrefix("composite") } == [
        "composite Place, a: the transformer 'upper' is left out",
        "composite Place, b: is transient, so nothing stores it; make it a computed property of the record",
        "composite Place, c: its limits (maxValueString) are not checked",
      ])
  }

  @Test func `a composite in a composite is a value in a value`() throws {
    let draft = try draft(
      """
      <composite name="Place"><attribute name="geo" attributeType="Composite" compositeName="Geo"/></composite>
      <composite name="Geo"><attribute name="lat" attributeType="Double"/></composite>
      <entity name="Shop">\(Self.key)<attribute name="place" attributeType="Composite" compositeName="Place"/></entity>
      """)
    #expect(draft.line("Shop", "place") == "place: Place")
    #expect(draft.line(ofValue: "Place") == "geo: Geo")
    #expect(draft.line(ofValue: "Geo") == "lat: Double")
  }
}
