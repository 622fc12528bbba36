import RowsmithInference
import Testing

/// The user info of libraries that import JSON, and the settings of attributes, as the model has them.
@Suite struct CoreDataUserInfoTests {
  private func draft(_ entities: String, at location: SourceLocation = #_sourceLocation) throws -> ModelDraft
  {
    try Facts.draft(
      of:
        "<?xml version=\"1.0\"?>\n<model type=\"com.apple.IDECoreDataModeler.DataModel\">\(entities)</model>",
      at: location)
  }

  /// A Thing with an attribute of a type, settings and user info.
  private func thing(
    _ type: String, _ settings: String = "", _ info: [(String, String)] = [],
    at location: SourceLocation = #_sourceLocation
  ) throws -> ModelDraft {
    let entries = info.map { "<entry key=\"\($0.0)\" value=\"\($0.1)\"/>" }.joined()
    return try draft(
      """
      <entity name="Thing"><attribute name="id" attributeType="Integer 64"/>\
      <attribute name="value" attributeType="\(type)" \(settings)><userInfo>\(entries)</userInfo></attribute></entity>
      """, at: location)
  }

  @Test(
    arguments: [
      // Alternates in their order, whatever the order of the entries.
      ([("mappedKeyName.1", "b"), ("mappedKeyName.0", "a")], "{ type: String, ImportName: [a, b] }"),
      (
        [("mappedKeyName.9", "j"), ("mappedKeyName", "a"), ("mappedKeyName.2", "c")],
        "{ type: String, ImportName: [a, c, j] }"
      ),
      ([("sync.remoteKey", "a")], "{ type: String, ImportName: a }"),
      // Of several libraries, ours first.
      ([("JSONKeyPath", "b"), ("ImportName", "a")], "{ type: String, ImportName: a }"),
      ([("hyper.remoteKey", "b"), ("mappedKeyName", "a")], "{ type: String, ImportName: a }"),
      ([("hyper.remoteKey", "b"), ("JSONKeyPath", "a")], "{ type: String, ImportName: a }"),
    ] as [([(String, String)], String)])
  func `the paths of an attribute are tried in the order of their numbers`(
    info: [(String, String)], line: String
  ) throws {
    #expect(try thing("String", "", info).line("Thing", "value") == "value: \(line)")
  }

  @Test func `a tenth alternate is user info that is not known`() throws {
    let draft = try thing("String", "", [("mappedKeyName.10", "a"), ("zebra", "b")])
    #expect(draft.line("Thing", "value") == "value: String")
    #expect(
      draft.noted == ["entity Thing, value: user info that is not known: mappedKeyName.10, zebra"])
  }

  @Test(
    arguments: [
      (
        [("dateFormat.1", "dd.MM.yyyy"), ("dateFormat.0", "yyyy-MM-dd")],
        "{ type: Date, DateFormat: [yyyy-MM-dd, dd.MM.yyyy] }"
      ),
      (
        [("dateFormat", "yyyy-MM-dd"), ("dateFormat.9", "unixtime")],
        "{ type: Date, DateFormat: [yyyy-MM-dd, epochSeconds] }"
      ),
      ([("DateFormat", "UNIXTIME")], "{ type: Date, DateFormat: epochSeconds }"),
      ([("DateFormat", "rfc1123")], "{ type: Date, DateFormat: rfc1123 }"),
      ([("DateFormat", "epochMilliseconds")], "{ type: Date, DateFormat: epochMilliseconds }"),
      // What is not understood leaves the others.
      (
        [("dateFormat.0", "nonsense"), ("dateFormat.1", "yyyy-MM-dd")],
        "{ type: Date, DateFormat: yyyy-MM-dd }"
      ),
    ] as [([(String, String)], String)])
  func `the formats of a date are tried in the order of their numbers`(
    info: [(String, String)], line: String
  ) throws {
    let draft = try thing("Date", "", info)
    #expect(draft.line("Thing", "value") == "value: \(line)")
    let isNoted = info.contains { $0.1 == "nonsense" }
    #expect(
      draft.noted.filter { !$0.hasPrefix("model: ") }
        == (isNoted
          ? ["entity Thing, value: the date format 'nonsense' is not understood; left out"] : []))
  }

  @Test func `a date format of what is no date is of no account`() throws {
    #expect(
      try thing("String", "", [("dateFormat", "yyyy-MM-dd")]).line("Thing", "value") == "value: String")
  }

  @Test(
    arguments: [
      ("Integer 16", "12", "{ type: Int, default: 12 }", nil), ("Integer 64", "1.5", "Int", "1.5"),
      ("Integer 64", "x", "Int", "x"), ("Double", "2.5", "{ type: Double, default: 2.5 }", nil),
      ("Double", "inf", "Double", "inf"), ("Float", "nan", "Double", "nan"),
      ("Decimal", "-1.50", "{ type: Decimal, default: -1.50 }", nil), ("Decimal", "1e3", "Decimal", "1e3"),
      ("Boolean", "yes", "{ type: Bool, default: true }", nil),
      ("Boolean", "1", "{ type: Bool, default: true }", nil),
      ("Boolean", "true", "{ type: Bool, default: true }", nil),
      ("Boolean", "0", "{ type: Bool, default: false }", nil), ("UUID", "x", "UUID", "x"),
      ("URI", "https://example.com/a", "URL", "https://example.com/a"), ("Binary", "AA==", "Data", "AA=="),
      ("Transformable", "x", "JSON", "x"),
    ] as [(String, String, String, String?)])
  func `a default is one of its type, or left out with a note`(
    type: String, text: String, line: String, left: String?
  ) throws {
    let draft = try thing(type, "defaultValueString=\"\(text)\"")
    #expect(draft.line("Thing", "value") == "value: \(line)")
    #expect(
      draft.noted.filter { $0.contains("default") }
        == (left.map { ["entity Thing, value: the default '\($0)' is left out"] } ?? []))
  }

  @Test(arguments: ["[String]", "[Int]", "[Double]", "[Bool]", "[Date]", "[URL]", "[UUID]"])
  func `a transformable of a list of values is that list`(name: String) throws {
    let plain = try thing("Transformable", "customClassName=\"\(name)\"")
    #expect(plain.line("Thing", "value") == "value: \(name)")
    #expect(plain.notes.isEmpty)
    // What the user info says goes before the class.
    let said = try thing(
      "Transformable", "customClassName=\"NSArray\"", [("attributeValueClassName", name)])
    #expect(said.line("Thing", "value") == plain.line("Thing", "value"))
  }

  @Test func `any other transformable is JSON, and a note says of what`() throws {
    let named = try thing("Transformable", "customClassName=\"UIColor\"")
    #expect(named.line("Thing", "value") == "value: JSON")
    #expect(
      named.noted == [
        "entity Thing, value: is transformable (UIColor): kept as JSON, of which the app makes its value"
      ])
    #expect(
      try thing("Transformable").noted == [
        "entity Thing, value: is transformable: kept as JSON, of which the app makes its value"
      ])
  }

  @Test(arguments: [
    ("minValueString=\"1\"", "minValueString"),
    ("maxValueString=\"9\" minValueString=\"1\"", "minValueString, maxValueString"),
    ("regularExpressionString=\"a\" maxValueString=\"9\"", "maxValueString, regularExpressionString"),
  ])
  func `limits are noted with their names`(settings: String, names: String) throws {
    #expect(
      try thing("String", settings).noted == ["entity Thing, value: its limits (\(names)) are not checked"])
  }

  @Test func `what is not stored is noted with what to do`() throws {
    #expect(
      try thing("String", "transient=\"YES\"").noted == [
        "entity Thing, value: is transient, so nothing stores it; make it a computed property of the record"
      ])
    #expect(
      try thing("String", "derived=\"YES\" derivationExpression=\"now()\"").noted == [
        "entity Thing, value: is derived (now()); make it a computed property of the record"
      ])
    #expect(
      try thing("String", "derived=\"YES\"").noted == [
        "entity Thing, value: is derived (an expression); make it a computed property of the record"
      ])
    #expect(
      try thing("Mystery").noted == ["entity Thing, value: its type 'Mystery' is not known; left out"])
  }

  @Test func `a default for missing keys is noted`() throws {
    #expect(
      try thing("String", "", [("useDefaultValueWhenNotPresent", "YES")]).noted == [
        "entity Thing, value: a key that is missing leaves the value as it is; the default is for new records"
      ])
  }

  @Test(arguments: ["DC.isIdentifier", "JC.isIdentifier", "hyper.isPrimaryKey", "sync.isPrimaryKey"])
  func `a flag makes an attribute the key, in each of its spellings, and no other value does`(_ key: String)
    throws
  {
    for value in ["true", "YES", "1", "True"] {
      #expect(try thing("String", "", [(key, value)]).entities[0].primaryKey == ["value"], "\(value)")
    }
    for value in ["false", "NO", "0", ""] {
      #expect(try thing("String", "", [(key, value)]).entities[0].primaryKey == ["id"], "\(value)")
    }
  }

  @Test func `MagicalRecord says at the relationship by which attribute its records are known`() throws {
    let draft = try draft(
      """
      <entity name="Album"><attribute name="id" attributeType="String"/>\
      <relationship name="band" optional="YES" maxCount="1" destinationEntity="Band"><userInfo>\
      <entry key="relatedByAttribute" value="slug"/></userInfo></relationship></entity>\
      <entity name="Band"><attribute name="id" attributeType="String"/>\
      <attribute name="slug" attributeType="String"/></entity>
      """)
    #expect(draft.entities.map(\.primaryKey) == [["id"], ["slug"]])
  }

  @Test func `records without a key are replaced, whatever is said`() throws {
    func band(_ policy: String) throws -> ModelDraft {
      try draft(
        """
        <entity name="Band"><attribute name="id" attributeType="String"/>\
        <relationship name="notes" toMany="YES" optional="YES" deletionRule="Cascade" destinationEntity="Note">\
        <userInfo><entry key="MergePolicy" value="\(policy)"/></userInfo></relationship></entity>\
        <entity name="Note"><attribute name="text" attributeType="String"/></entity>
        """)
    }
    let pruned = try band("MergeAndPrune")
    #expect(pruned.line("Band", "notes")?.contains("MergePolicy: Replace") == true)
    #expect(
      pruned.noted.contains(
        "entity Band, notes: MergeAndPrune needs a primary key to recognise records by; it replaces"))
    let merged = try band("Merge")
    #expect(merged.line("Band", "notes") == pruned.line("Band", "notes"))
  }

  @Test func `WTAData replaces where nothing is said, which is noted once`() throws {
    let note =
      "model: WTAData replaces related records where no MergePolicy is named, and deletes the old ones; this "
      + "model merges them. Write 'MergePolicy: Replace' under 'defaults' to keep that"
    #expect(try thing("String", "", [("ImportName", "a")]).noted == [note])
    #expect(try thing("String", "", [("mappedKeyName", "a")]).noted == [])
  }

  @Test(arguments: ["DC.isIdentifier", "JC.isIdentifier"])
  func `DataCache has the spelling of keys in code, which is noted once`(key: String) throws {
    let note =
      "model: DataCache has the spelling of keys and the format of dates in code; this model expects the names of "
      + "the members and iso8601. Write 'casing: snake_case' or a 'DateFormat' under 'defaults' where the app set one"
    #expect(try thing("String", "", [(key, "YES")]).noted == [note])
    #expect(try thing("String", "", [("hyper.isPrimaryKey", "YES")]).noted == [])
  }
}
