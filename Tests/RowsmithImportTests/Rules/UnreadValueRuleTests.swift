import Rowsmith
import Testing

/// Values on the way of a key path that are no object: nothing inside them can be read.
@Suite struct UnreadValueRuleTests {
  private static let model = """
    values: { Place: { lat: { type: Double?, ImportName: geo.lat }, name: String? } }
    entities:
      Item:
        attributes:
          id: Int
          a: { type: Int?, ImportName: fields.a }
          deep: { type: Int?, ImportName: fields.more.b }
          first: { type: String?, ImportName: images.0.url }
          both: { type: String?, ImportName: [either, either.text] }
          places: "[Place]?"
    """

  private func scenario() throws -> ImportScenario {
    try ImportScenario(Self.model, comparingReference: false)
  }

  /// A member of a record, the name that counts it, and its place.
  static let cases = [
    (#""fields":"gone""#, "Item.fields", "$[0].fields"),
    (#""fields":7"#, "Item.fields", "$[0].fields"),
    (#""fields":false"#, "Item.fields", "$[0].fields"),
    (#""fields":[{"a":1}]"#, "Item.fields", "$[0].fields"),
    (#""fields":{"a":5,"more":"x"}"#, "Item.fields.more", "$[0].fields.more"),
    (#""images":"x""#, "Item.images", "$[0].images"),
    (#""images":["x"]"#, "Item.images.0", "$[0].images[0]"),
    (#""places":[{"geo":"north"}]"#, "Place.geo", "$[0]"),
    (#""places":[{"geo":[1]}]"#, "Place.geo", "$[0]"),
  ]

  @Test(arguments: cases)
  func `a value on the way of a key path that is no object counts as an unknown key`(
    _ member: String, _ name: String, _ place: String
  ) throws {
    let scenario = try scenario()
    try scenario.importJSON(#"{"id":1,"fields":{"a":5,"more":{"b":6}}}"#, into: "Item")
    let report = try scenario.importJSON("[{\"id\":1,\(member)}]", into: "Item")
    #expect(report.unknownKeys == [name: .init(count: 1, example: place)])
    try scenario.expect("SELECT a, deep FROM Item", "5 | 6")
    // What a document had is not remembered for the next.
    #expect(try scenario.importJSON(#"[{"id":1}]"#, into: "Item").unknownKeys == [:])
  }

  @Test(arguments: [
    #""fields":null"#, #""fields":{}"#, #""fields":[]"#, #""images":[]"#, #""images":[{"url":"u"},3]"#,
    #""either":"x""#, #""places":[{"geo":null},{"geo":{}},{"geo":[]}]"#,
  ])
  func `null, an object, an empty array, and what another path reads are not counted`(_ member: String) throws
  {
    let report = try scenario().importJSON("[{\"id\":1,\(member)}]", into: "Item")
    #expect(report.unknownKeys == [:])
  }

  @Test(arguments: [
    (
      #""fields":"gone""#, "$[1].fields",
      #"expected an object, found "gone"; the model reads only what is inside 'fields'"#
    ),
    (
      #""fields":{"more":[7]}"#, "$[1].fields.more",
      "expected an object, found an array [7]; the model reads only what is inside 'fields.more'"
    ),
    (
      #""places":[{"geo":"north"}]"#, "$[1].places",
      "expected only keys that the model mentions, found 'geo' in Place"
    ),
  ])
  func `where unknown keys are refused, it makes its record a bad one`(
    _ member: String, _ path: String, _ message: String
  ) throws {
    let json = "[{\"id\":1},{\"id\":2,\(member)}]"
    let scenario = try scenario()
    let error = try #require(
      throws: ImportError.self,
      performing: { try scenario.importJSON(json, into: "Item") { $0.refusesUnknownKeys = true } })
    #expect(error.message == message)
    #expect(error.path == path)
    let report = try scenario.importJSON(json, into: "Item") {
      ($0.refusesUnknownKeys, $0.onInvalid) = (true, .skip)
    }
    #expect(report.skippedCount == 1 && report.skipped.first?.path == path)
    try scenario.expect("SELECT id FROM Item", "1")
  }
}
