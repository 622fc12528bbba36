import Rowsmith
import Testing

/// Attributes whose JSON only the app can spell.
struct TransformExportTests {
  private static let yaml =
    "entities: { Thing: { attributes: { id: Int, size: { type: Int, Transform: words } } } }"
  private static let words = AttributeTransform(
    decoding: { json in json.string == "one" ? 1 : 2 },
    encoding: { (value: Int) in
      struct TooMuch: Error {}
      if value > 2 { throw TooMuch() }
      return .string(value == 1 ? "one" : "two")
    })

  private func model() throws -> ModelStore {
    try ModelStore(Self.yaml, customizations: Customizations(transforms: ["Thing.size": Self.words]))
  }

  @Test
  func `the app's transform writes the value`() throws {
    let json = #"[{"id":1,"size":"one"},{"id":2,"size":"two"}]"#
    let model = try model()
    try model.importJSON(json, "Thing")
    #expect(try model.export("Thing") == json)
  }

  private static let halves = AttributeTransform(
    decoding: { json in json.int.map { $0 / 2 } }, encoding: { (value: Int) in JSONValue(value * 2) })

  @Test(arguments: [
    ("words", "$key", #"{"one":{"note":"a"},"two":{"note":"b"}}"#),
    ("halves", "$key", #"{"2":{"note":"a"},"4":{"note":"b"}}"#),
    ("words", "size", #"{"one":{"size":"one","note":"a"},"two":{"size":"two","note":"b"}}"#),
  ])
  func `the key of a map goes through it, too`(transform: String, place: String, json: String) throws {
    let model = try ModelStore(
      """
      entities:
        Thing:
          PrimaryKey: size
          attributes: { size: { type: Int, ImportName: \(place), Transform: words }, note: String? }
      """,
      customizations: Customizations(
        transforms: ["Thing.size": transform == "words" ? Self.words : Self.halves]))
    // The key alone gives the value.
    let given = json.replacing(#""size":"one","#, with: "").replacing(#""size":"two","#, with: "")
    try model.importMap(given, "Thing")
    let rows = try model.store.fetch(.sql("SELECT size, note FROM Thing ORDER BY 1")).map(\.values)
    #expect(rows == [[.integer(1), .text("a")], [.integer(2), .text("b")]])
    #expect(try model.export("Thing") { $0.layout = .map } == json)
  }

  @Test
  func `a position in an array does not go through it`() throws {
    let model = try ModelStore(
      """
      entities:
        Thing: { attributes: { id: Int, place: { type: Int, ImportName: $index, Transform: words } } }
      """, customizations: Customizations(transforms: ["Thing.place": Self.words]))
    try model.importJSON(#"[{"id":1},{"id":2}]"#, "Thing")
    let rows = try model.store.fetch(.sql("SELECT place FROM Thing ORDER BY id")).map(\.values)
    #expect(rows == [[.integer(0)], [.integer(1)]])
  }

  @Test
  func `without the app the value is written as it is stored, and that is said`() throws {
    let model = try ModelStore(Self.yaml)
    let (json, report) = try model.exportAndReport("Thing")
    #expect(json == "[]")
    #expect(
      report.notes == [
        "Thing.size is written as it is stored: the transform 'words' is implemented by the app, and is not available here"
      ])
  }
}
