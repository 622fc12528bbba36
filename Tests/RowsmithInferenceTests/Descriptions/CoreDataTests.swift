import Foundation
import RowsmithInference
import Testing

/// The rules by which a Core Data model becomes a model.
@Suite struct CoreDataTests {
  private func draft(_ entities: String, at location: SourceLocation = #_sourceLocation) throws -> ModelDraft
  {
    try Facts.draft(
      of:
        "<?xml version=\"1.0\"?>\n<model type=\"com.apple.IDECoreDataModeler.DataModel\">\(entities)</model>",
      at: location)
  }

  /// The draft of an entity Thing with an attribute `id` and more.
  private func thing(_ members: String, at location: SourceLocation = #_sourceLocation) throws -> ModelDraft {
    try draft(
      "<entity name=\"Thing\"><attribute name=\"id\" attributeType=\"Integer 64\"/>\(members)</entity>",
      at: location)
  }

  @Test(arguments: [
    ("Integer 16", "Int"), ("Integer 32", "Int"), ("Integer 64", "Int"), ("Decimal", "Decimal"),
    ("Double", "Double"),
    ("Float", "Double"), ("String", "String"), ("Boolean", "Bool"), ("Date", "Date"), ("Binary", "Data"),
    ("UUID", "UUID"),
    ("URI", "URL"), ("Transformable", "JSON"),
  ])
  func `each type of attribute has one of ours`(theirs: String, ours: String) throws {
    #expect(
      try thing("<attribute name=\"size\" attributeType=\"\(theirs)\"/>").line("Thing", "size")
        == "size: \(ours)")
    #expect(
      try thing("<attribute name=\"size\" optional=\"YES\" attributeType=\"\(theirs)\"/>").line(
        "Thing", "size") == "size: \(ours)?")
  }

  @Test(arguments: [
    ("Integer 16", "defaultValueString=\"-3\"", "{ type: Int, default: -3 }"),
    ("Boolean", "defaultValueString=\"NO\"", "{ type: Bool, default: false }"),
    ("String", "defaultValueString=\"yes\"", "{ type: String, default: \"yes\" }"),
    ("String", "defaultValueString=\"\"", "{ type: String, default: \"\" }"),
    ("Integer 16", "defaultValueString=\"\"", "Int"),
    ("Decimal", "defaultValueString=\"1.50\"", "{ type: Decimal, default: 1.50 }"),
    ("Date", "defaultDateTimeInterval=\"0\"", "{ type: Date, default: \"2001-01-01T00:00:00Z\" }"),
    ("Date", "defaultDateTimeInterval=\"1e300\"", "{ type: Date, default: \"9999-12-31T23:59:59.999Z\" }"),
    ("Date", "defaultDateTimeInterval=\"-1e300\"", "{ type: Date, default: \"0001-01-01T00:00:00Z\" }"),
    ("Date", "defaultDateTimeInterval=\"nan\"", "Date"),
    ("String", "elementID=\"old\"", "{ type: String, RenamedFrom: old }"),
    ("String", "indexed=\"YES\"", "{ type: String, index: true }"),
  ])
  func `a setting of an attribute becomes a key`(type: String, setting: String, line: String) throws {
    #expect(
      try thing("<attribute name=\"size\" attributeType=\"\(type)\" \(setting)/>").line("Thing", "size")
        == "size: \(line)")
  }

  @Test(arguments: [
    ("ImportName", "a.b", "{ type: String, ImportName: a.b }"),
    ("ImportName", "a,b.c", "{ type: String, ImportName: [a, b.c] }"),
    ("mappedKeyName", "a.b", "{ type: String, ImportName: a.b }"),
    ("JSONKeyPath", "a.b", "{ type: String, ImportName: a.b }"),
    ("hyper.remoteKey", "a", "{ type: String, ImportName: a }"), ("ImportName", "size", "String"),
  ])
  func `user info says where JSON has an attribute`(key: String, value: String, line: String) throws {
    let draft = try thing(
      "<attribute name=\"size\" attributeType=\"String\"><userInfo><entry key=\"\(key)\" value=\"\(value)\"/></userInfo></attribute>"
    )
    #expect(draft.line("Thing", "size") == "size: \(line)")
  }

  @Test(arguments: [
    ("DateFormat", "yyyy-MM-dd", "{ type: Date, DateFormat: yyyy-MM-dd }"),
    ("dateFormat", "UnixTime", "{ type: Date, DateFormat: epochSeconds }"),
    ("dateFormat", "nonsense", "Date"),
  ])
  func `user info says how JSON writes a date`(key: String, value: String, line: String) throws {
    let draft = try thing(
      "<attribute name=\"made\" attributeType=\"Date\"><userInfo><entry key=\"\(key)\" value=\"\(value)\"/></userInfo></attribute>"
    )
    #expect(draft.line("Thing", "made") == "made: \(line)")
    #expect(draft.noted.contains { $0.contains("is not understood") } == (value == "nonsense"))
  }

  @Test(arguments: [
    "PrimaryKey", "PrimaryAttribute", "identityAttributes", "relatedByAttribute", "primaryKeyAttribute",
    "distinctAttribute",
  ])
  func `the user info of an entity names its key`(key: String) throws {
    let draft = try draft(
      "<entity name=\"Thing\"><attribute name=\"code\" optional=\"YES\" attributeType=\"String\"/><userInfo><entry key=\"\(key)\" value=\"code\"/></userInfo></entity>"
    )
    #expect(draft.entities[0].primaryKey == ["code"])
    #expect(draft.line("Thing", "code") == "code: String  # was optional")
  }

  @Test func `a member that JSON never has is local`() throws {
    let draft = try draft(
      """
      <entity name="Thing"><attribute name="code" attributeType="String"/><attribute name="seen" optional="YES" \
      attributeType="Date"><userInfo><entry key="JSONKeyPath" value="null"/></userInfo></attribute>
      <relationship name="part" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Thing">\
      <userInfo><entry key="identityAttributeRelated" value="true"/></userInfo></relationship></entity>
      """)
    #expect(draft.line("Thing", "seen") == "seen: { type: Date?, local: true }")
    #expect(!draft.noted.contains { $0.contains("user info") })
  }

  @Test func `a key of two attributes is a list`() throws {
    let draft = try draft(
      """
      <entity name="Seat"><attribute name="row" attributeType="Integer 16"/><attribute name="number" attributeType="Integer 16"/>
      <userInfo><entry key="identityAttributes" value="row, number"/></userInfo></entity>
      """)
    #expect(draft.entities[0].primaryKey == ["row", "number"])
  }

  @Test func `a flag at an attribute makes it the key, and so does what is unique`() throws {
    let flagged = try draft(
      "<entity name=\"Thing\"><attribute name=\"code\" attributeType=\"String\"><userInfo><entry key=\"DC.isIdentifier\" value=\"YES\"/></userInfo></attribute></entity>"
    )
    #expect(flagged.entities[0].primaryKey == ["code"])
    let unique = try draft(
      """
      <entity name="Thing"><attribute name="code" attributeType="String"/><attribute name="mail" attributeType="String"/>
      <uniquenessConstraints><uniquenessConstraint><constraint value="code"/></uniquenessConstraint>
      <uniquenessConstraint><constraint value="mail"/></uniquenessConstraint></uniquenessConstraints></entity>
      """)
    #expect(unique.entities[0].primaryKey == ["code"])
    #expect(unique.line("Thing", "mail") == "mail: { type: String, unique: true }")
  }

  @Test func `a key that is no attribute is noted`() throws {
    let draft = try thing("<userInfo><entry key=\"PrimaryKey\" value=\"none\"/></userInfo>")
    #expect(draft.noted.contains("entity Thing: the key 'none' is not an attribute; left out"))
    #expect(draft.entities[0].primaryKey == ["id"])
  }

  private func pair(_ forth: String, _ back: String) throws -> ModelDraft {
    try draft(
      """
      <entity name="A"><attribute name="id" attributeType="String"/><relationship name="bs" toMany="YES" destinationEntity="B" \(forth)</entity>
      <entity name="B"><attribute name="id" attributeType="String"/><relationship name="a" maxCount="1" destinationEntity="A" \(back)</entity>
      """)
  }

  @Test func `inverses are said where they would not be seen`() throws {
    let plain = try pair(
      "inverseName=\"a\" deletionRule=\"Cascade\" ordered=\"YES\"/>", "inverseName=\"bs\" optional=\"YES\"/>")
    #expect(plain.line("A", "bs") == "bs: { to: [B], ordered: true, DeleteRule: Cascade }")
    #expect(plain.line("B", "a") == "a: A?")
    let none = try pair("deletionRule=\"Deny\"/>", "optional=\"YES\"/>")
    #expect(none.line("A", "bs") == "bs: { to: [B], DeleteRule: Deny, inverse: none }")
    let two = try pair(
      "inverseName=\"a\"/><relationship name=\"others\" toMany=\"YES\" destinationEntity=\"B\"/>",
      "inverseName=\"bs\"/>")
    #expect(two.line("A", "bs") == "bs: { to: [B], inverse: a }")
  }

  @Test(arguments: [
    ("Merge", "[B]"), ("MergeAndPrune", "{ to: [B], MergePolicy: MergeAndPrune }"),
    ("Replace", "{ to: [B], MergePolicy: Replace }"),
    ("Nonsense", "[B]"),
  ])
  func `policies of WTAData are ours`(policy: String, line: String) throws {
    let draft = try pair(
      "inverseName=\"a\"><userInfo><entry key=\"MergePolicy\" value=\"\(policy)\"/></userInfo></relationship>",
      "optional=\"YES\" inverseName=\"bs\"/>")
    #expect(draft.line("A", "bs") == "bs: \(line)")
    #expect(
      draft.noted.contains("entity A, bs: there is no MergePolicy 'Nonsense'; it merges")
        == (policy == "Nonsense"))
  }

  @Test(arguments: [
    ("bID", "Integer 64", "b", "{ to: B?, ForeignKey: b }"),
    ("b_id", "Boolean", "b", "{ to: B?, ForeignKey: b }"),
    ("bID", "String", "b", "B?"), ("bID", "Transformable", "b", "B?"), ("bNumber", "Integer 64", "b", "B?"),
  ])
  func `a relationship does not read what is no key from an attribute`(
    name: String, type: String, relationship: String, line: String
  ) throws {
    let draft = try draft(
      """
      <entity name="Thing"><attribute name="id" attributeType="String"/>
      <attribute name="\(name)" optional="YES" attributeType="\(type)"/>
      <relationship name="\(relationship)" optional="YES" maxCount="1" destinationEntity="B"/></entity>
      <entity name="B"><attribute name="id" attributeType="String"/></entity>
      """)
    #expect(draft.line("Thing", relationship) == "\(relationship): \(line)")
  }

  @Test func `records that cannot be unlinked are deleted when they are pruned`() throws {
    let draft = try pair(
      "inverseName=\"a\"><userInfo><entry key=\"MergePolicy\" value=\"MergeAndPrune\"/></userInfo></relationship>",
      "inverseName=\"bs\"/>")
    #expect(draft.line("A", "bs") == "bs: { to: [B], MergePolicy: MergeAndPrune, Prune: Delete }")
  }

  @Test func `an entity extends its parent, and a name that a sibling has is another one`() throws {
    let draft = try draft(
      """
      <entity name="A" isAbstract="YES" elementID="Old"><attribute name="id" attributeType="String"/></entity>
      <entity name="B" parentEntity="A"><attribute name="size" optional="YES" attributeType="String"/></entity>
      <entity name="C" parentEntity="A"><attribute name="size" optional="YES" attributeType="Float"/></entity>
      """)
    #expect(draft.entities.map(\.extends) == [nil, "A", "A"])
    #expect(
      draft.line("C", "cSize") == "cSize: { type: Double?, ImportName: size }"
        || draft.line("C", "cSize") == "cSize: Double?")
    #expect(
      draft.yaml().contains(
        "  # Abstract: all records belong to what extends it.\n  A:\n    RenamedFrom: Old\n"))
  }

  @Test func `entities that extend each other, or what is not there, extend nothing`() throws {
    let draft = try draft(
      """
      <entity name="A" parentEntity="B"><attribute name="id" attributeType="String"/></entity>
      <entity name="B" parentEntity="A"><attribute name="id" attributeType="String"/></entity>
      <entity name="C" parentEntity="None"><attribute name="id" attributeType="String"/></entity>
      <entity name="C"><attribute name="id" attributeType="String"/></entity>
      """)
    #expect(draft.entities.map(\.extends) == [nil, nil, nil])
    #expect(draft.noted.contains("entity C: there is another entity of this name; left out"))
    #expect(
      draft.noted.contains("entity A: its parent 'B' is missing, or leads back to it; it extends nothing"))
  }

  @Test func `what is not stored, or not known, is noted`() throws {
    let draft = try thing(
      """
      <attribute name="a" attributeType="String" transient="YES"/><attribute name="b" attributeType="String" derived="YES" derivationExpression="x"/>
      <attribute name="c" attributeType="Mystery"/><relationship name="d" destinationEntity="None"/>
      <attribute name="e" attributeType="String" maxValueString="3"/>
      """)
    #expect(draft.entities[0].attributes.map(\.name) == ["id", "e"])
    #expect(
      draft.notes.map(\.place) == [
        "entity Thing, a", "entity Thing, b", "entity Thing, c", "entity Thing, e", "entity Thing, d",
      ])
  }

  @Test func `the current version of a model is read`() throws {
    let draft = try Facts.draft(at: Facts.path("Bands.xcdatamodeld"))
    #expect(draft.entities.map(\.name).contains("Musician"))
    let first = try Facts.draft(at: Facts.path("Bands.xcdatamodeld/Bands.xcdatamodel"))
    #expect(first.entities.map(\.name) == ["Group"])
  }

  @Test func `of versions without a current one, the last is read`() throws {
    let folder = NSTemporaryDirectory() + "model-\(UUID().uuidString).xcdatamodeld"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for number in [2, 10] {
      try FileManager.default.createDirectory(
        atPath: "\(folder)/M \(number).xcdatamodel", withIntermediateDirectories: true)
      let xml =
        "<model><entity name=\"V\(number)\"><attribute name=\"id\" attributeType=\"String\"/></entity></model>"
      try Data(xml.utf8).write(to: URL(fileURLWithPath: "\(folder)/M \(number).xcdatamodel/contents"))
    }
    let draft = try Facts.draft(at: folder)
    #expect(draft.entities.map(\.name) == ["V10"])
    #expect(
      draft.noted == [
        "M 10.xcdatamodel: no file says which of 2 versions is the current one; this one was taken"
      ])
  }
}
