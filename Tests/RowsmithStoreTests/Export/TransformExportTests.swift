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
