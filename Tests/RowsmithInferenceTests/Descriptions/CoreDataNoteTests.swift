import RowsmithInference
import Testing

/// What a Core Data model says and ours cannot, with a note, and what follows without one.
@Suite struct CoreDataNoteTests {
  private func draft(_ entities: String, at location: SourceLocation = #_sourceLocation) throws -> ModelDraft
  {
    try Facts.draft(
      of:
        "<?xml version=\"1.0\"?>\n<model type=\"com.apple.IDECoreDataModeler.DataModel\">\(entities)</model>",
      at: location)
  }

  private static let key = "<attribute name=\"id\" attributeType=\"String\"/>"

  private static func info(_ key: String, _ value: String) -> String {
    "<userInfo><entry key=\"\(key)\" value=\"\(value)\"/></userInfo>"
  }

  @Test(arguments: [
    ("deletionRule=\"No Action\"", "the deletion rule 'No Action' becomes Nullify"),
    ("deletionRule=\"Cascade\" maxCount=\"5\"", "at most 5 is not checked"),
    ("maxCount=\"2\"", "at most 2 is not checked"),
  ])
  func `what a relationship says and no model can is noted`(settings: String, note: String) throws {
    let draft = try draft(
      """
      <entity name="A">\(Self.key)<relationship name="bs" toMany="YES" destinationEntity="B" \(settings)/></entity>
      <entity name="B">\(Self.key)</entity>
      """)
    #expect(draft.noted == ["entity A, bs: \(note)"])
  }

  @Test(arguments: [
    "deletionRule=\"Nullify\"", "deletionRule=\"Cascade\"", "maxCount=\"1\" minCount=\"1\"",
    "ordered=\"YES\"",
  ])
  func `what a model can say needs no note`(settings: String) throws {
    let draft = try draft(
      """
      <entity name="A">\(Self.key)<relationship name="bs" toMany="YES" destinationEntity="B" \(settings)/></entity>
      <entity name="B">\(Self.key)</entity>
      """)
    #expect(draft.noted == [])
  }

  @Test func `records without a key are replaced, and cannot be pruned`() throws {
    let draft = try draft(
      """
      <entity name="A">\(Self.key)<relationship name="bs" toMany="YES" destinationEntity="B">\
      \(Self.info("MergePolicy", "MergeAndPrune"))</relationship>
      <relationship name="cs" toMany="YES" destinationEntity="B">\(Self.info("MergePolicy", "Merge"))</relationship></entity>
      <entity name="B"><attribute name="size" attributeType="Float"/></entity>
      """)
    #expect(draft.line("A", "bs") == "bs: { to: [B], MergePolicy: Replace }")
    #expect(draft.line("A", "cs") == "cs: { to: [B], MergePolicy: Replace }")
    #expect(
      draft.noted.first
        == "entity A, bs: MergeAndPrune needs a primary key to recognise records by; it replaces")
  }

  @Test(arguments: [("Cascade", true), ("Nullify", false), ("Deny", false)])
  func `Replace deletes what nothing else keeps`(rule: String, replaces: Bool) throws {
    let draft = try draft(
      """
      <entity name="A">\(Self.key)<relationship name="bs" toMany="YES" destinationEntity="B" inverseName="a">\
      \(Self.info("MergePolicy", "Replace"))</relationship></entity>
      <entity name="B">\(Self.key)<relationship name="a" optional="YES" maxCount="1" destinationEntity="A" inverseName="bs"/>
      <relationship name="cs" toMany="YES" destinationEntity="C" inverseName="b" deletionRule="\(rule)"/></entity>
      <entity name="C">\(Self.key)<relationship name="b" optional="YES" maxCount="1" destinationEntity="B" inverseName="cs"/></entity>
      """)
    #expect(draft.line("A", "bs") == (replaces ? "bs: { to: [B], MergePolicy: Replace }" : "bs: [B]"))
    #expect(
      draft.noted.filter { $0.hasPrefix("entity") }
        == (replaces
          ? []
          : ["entity A, bs: Replace would not delete records as long as their 'cs' refer to them; it merges"])
    )
  }

  @Test(arguments: [
    (
      "<attribute name=\"size\" attributeType=\"String\" elementID=\"length\"/>",
      "{ type: String, RenamedFrom: length }"
    ),
    ("<attribute name=\"size\" attributeType=\"String\" elementID=\"size\"/>", "String"),
    (
      "<attribute name=\"size\" attributeType=\"String\" elementID=\"length\"/><attribute name=\"length\" attributeType=\"String\"/>",
      "String"
    ),
  ])
  func `a former name is written if it is another one, and free`(attributes: String, line: String) throws {
    #expect(
      try draft("<entity name=\"A\">\(Self.key)\(attributes)</entity>").line("A", "size") == "size: \(line)")
  }

  @Test(arguments: [("YES", "YES", true), ("NO", "NO", true), ("YES", "NO", false)])
  func `two relationships of one entity are inverses by themselves if one is to-many`(
    one: String, other: String, isSaid: Bool
  ) throws {
    let draft = try draft(
      """
      <entity name="Page">\(Self.key)<relationship name="a" optional="YES" \(one == "YES" ? "toMany=\"YES\"" : "maxCount=\"1\"") \
      destinationEntity="Page" inverseName="b"/><relationship name="b" optional="YES" \
      \(other == "YES" ? "toMany=\"YES\"" : "maxCount=\"1\"") destinationEntity="Page" inverseName="a"/></entity>
      """)
    let lines = [draft.line("Page", "a") ?? "", draft.line("Page", "b") ?? ""]
    #expect(lines.contains { $0.contains("inverse:") } == isSaid, "\(lines)")
    #expect(draft.noted == [])
  }
}
