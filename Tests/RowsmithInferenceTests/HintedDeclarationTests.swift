import Rowsmith
import RowsmithInference
import Testing

/// What is new in enums and documents that a person has written.
@Suite struct HintedDeclarationTests {
  private func adding(_ json: String, to model: String, entity: String? = nil) throws -> String {
    var options = Inference.Options()
    options.entity = entity
    let inferred = try Inference.infer([.string(json)], options)
    return try HintedModel(text: model, path: "Things.yml").adding(inferred, entity: entity).text
  }

  @Test(arguments: [
    ("  Size: [small, large]", "  Size: [small, large, huge]"),
    ("  Size: { values: [small, large] }", "  Size: { values: [small, large, huge] }"),
    ("  Size:\n    - small\n    - large", "  Size:\n    - small\n    - large\n    - huge"),
    ("  Size:\n    -   small\n    -   large", "  Size:\n    -   small\n    -   large\n    -   huge"),
    (
      "  Size:\n  -  'small'\n  -  large  # the most",
      "  Size:\n  -  'small'\n  -  large  # the most\n  -  huge"
    ),
    (
      "  Size:\n    - small\n    -  # the most\n      large",
      "  Size:\n    - small\n    -  # the most\n      large\n    - huge"
    ),
    (
      "  Size:\n    doc: How large.\n    values:\n      - small\n      - large",
      "  Size:\n    doc: How large.\n    values:\n      - small\n      - large\n      - huge"
    ),
  ])
  func `a value that an enum does not list is added as the others are written`(
    before: String, after: String
  ) throws {
    let model =
      "rowsmith: 1\nenums:\n\(before)\nentities:\n  Thing: { attributes: { id: Int, size: Size } }\n"
    let sizes = ["small", "huge", "small", "large", "large", "small"]
    let rows = sizes.enumerated().map { #"{"id": \#($0.offset), "size": "\#($0.element)"}"# }
    let result = try adding("[\(rows.joined(separator: ","))]", to: model, entity: "Thing")
    #expect(result == model.replacing(before, with: after))
  }

  private static let document = """
    {"bands": [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}],
     "venues": [{"id": 1, "city": "x", "size": 3}, {"id": 2, "city": "y", "size": 4}]}
    """

  @Test func `a document that reads one list is given the other`() throws {
    let model = """
      rowsmith: 1
      documents:
        everything:
          bands: [Group]
      entities:
        Group: { attributes: { id: Int, name: String } }

      """
    let result = try adding(Self.document, to: model)
    #expect(
      result
        == model.replacing("bands: [Group]\n", with: "bands: [Group]\n    venues: [Venue]\n") + """

            Venue:
              attributes:
                id: Int
                city: String
                size: Int

          """)
  }
}
