import RowsmithModel
import Testing

@testable import Rowsmith
@testable import RowsmithInference

/// The text of a model that allows more.
@Suite struct ModelWideningTests {
  private static let sign = "# Made from samples\n"

  /// The model, widened by what an import of a document ends with.
  private func widened(_ model: String, by json: String) throws -> ModelWidening {
    let compiled = ModelCompiler.compile([ModelSource(path: "Model.yml", text: model)], name: "Model")
    let store = try Store(.memory, schema: try #require(compiled.schema))
    let error = try #require(
      throws: ImportError.self, performing: { try store.importJSON(.string(json), into: .entity("Thing")) })
    var widening = ModelWidening(text: model, path: "Model.yml")
    _ = widening.widen([error])
    return widening
  }

  private func model(_ attributes: String) -> String {
    "\(Self.sign)rowsmith: 1\nentities:\n  Thing:\n    attributes:\n\(attributes)\n"
  }

  @Test(arguments: [
    (
      "      size: Int  # of the thing\n      id: Int\n", #"{"id": 1, "size": null}"#,
      "      size: Int?  # of the thing\n      id: Int\n"
    ),
    (
      "      size: {type: Int, index: true}\n      id: Int\n", #"{"id": 1, "size": 1.5}"#,
      "      size: {type: Decimal, index: true}\n      id: Int\n"
    ),
    (
      "      id: Int\n      size:\n        type: Int\n        coerce: true # so\n        index: true\n",
      #"{"id": 1, "size": 1.5}"#,
      "      id: Int\n      size:\n        type: Decimal\n        coerce: true # so\n        index: true\n"
    ),
    (
      "      day: { DateFormat: yyyy-MM-dd, type: Date, index: true }\n      id: Int\n",
      #"{"id": 1, "day": "soon"}"#, "      day: { type: String, index: true }\n      id: Int\n"
    ),
    (
      "      size: \"Int\"\n      id: Int\n", #"{"id": 1, "size": null}"#, "      size: Int?\n      id: Int\n"
    ),
    (
      "      größe: [ Int ]   # 🙂\n      id: Int\n", #"{"id": 1, "größe": null}"#,
      "      größe: \"[Int]?\"   # 🙂\n      id: Int\n"
    ),
  ])
  func `the type is written in its place, and everything else stays`(
    _ before: String, _ json: String, _ after: String
  ) throws {
    #expect(try widened(model(before), by: json).text == model(after))
    let windows = model(before).replacing("\n", with: "\r\n")
    #expect(try widened(windows, by: json).text == model(after).replacing("\n", with: "\r\n"))
  }

  @Test func `what an inherited member says is written where it is declared`() throws {
    let model = """
      \(Self.sign)rowsmith: 1
      entities:
        Base: { attributes: { id: Int, name: String } }
        Thing: { extends: Base, attributes: { size: Int } }

      """
    let widening = try widened(model, by: #"{"id": 1, "size": 1}"#)
    #expect(widening.text == model.replacing("name: String", with: "name: String?"))
    #expect(widening.notes == ["Base.name is now optional (missing at $)"])
  }

  @Test func `a primary key stays, also of a relationship that is a part of one`() throws {
    let model = """
      \(Self.sign)rowsmith: 1
      entities:
        Order: { attributes: { id: Int } }
        Thing:
          PrimaryKey: [order, position]
          attributes: { position: Int }
          relationships: { order: Order }

      """
    for json in [
      #"{"order": {"id": 1}, "position": 1.5}"#, #"{"order": {"id": 1}, "position": null}"#,
      #"{"order": null, "position": 1}"#, #"{"position": 1}"#,
    ] {
      let widening = try widened(model, by: json)
      #expect(widening.text == model && widening.notes.isEmpty)
    }
  }

  @Test(arguments: [
    ("# Made from samples\nrowsmith: 1\n", true),
    ("\n# Mine.\n#\n#  Made from samples: so\nrowsmith: 1\n", true),
    ("rowsmith: 1\n# Made from samples\n", false), ("# Mine, made from samples\nrowsmith: 1\n", false),
    ("", false),
  ])
  func `a comment before the first key says that a model may be widened`(_ text: String, _ isAllowed: Bool) {
    #expect(ModelWidening(text: text, path: "Model.yml").isAllowed == isAllowed)
  }

  @Test func `what is new leaves each relationship of a model made from samples its inverse`() throws {
    let model = """
      \(Self.sign)rowsmith: 1
      entities:
        Blog:
          attributes: { id: Int }
          relationships:
            posts: [Post]   # mine
        Post:
          attributes: { id: Int, title: String }
          relationships:
            blog: { to: Blog?, export: false }

      """
    let json = #"[{"id": 1, "posts": [{"id": 2, "title": "a"}], "top": {"id": 2, "title": "a"}}]"#
    let inferred = try Inference.infer([.string(json)], { $0.entity = "Blog" })
    let text = try HintedModel(text: model, path: "Model.yml").adding(inferred, entity: "Blog").text
    #expect(
      text
        == model.replacing(
          "posts: [Post]   # mine\n",
          with: """
            posts: { to: [Post], inverse: blog }   # mine
                  top: { to: Post?, MergePolicy: Merge, inverse: none }

            """))
    let ours = model.dropFirst(Self.sign.count)
    #expect(throws: HintFailure.self) {
      try HintedModel(text: String(ours), path: "Model.yml").adding(inferred, entity: "Blog")
    }
  }

  @Test func `keys without number are added at once, but for those that make no model`() throws {
    var widening = ModelWidening(text: model("      id: Int\n      size: Int\n"), path: "Model.yml")
    let names = (0..<400).map { "key\($0)" }
    var keys = names.map { NewKeys.Key(entity: "Thing", keys: [$0], path: "$.\($0)") }
    // Read already; of no entity; no name for a path.
    keys.insert(.init(entity: "Thing", keys: ["size"], path: "$.size"), at: 300)
    keys.insert(.init(entity: "Other", keys: ["a"], path: "$.a"), at: 3)
    keys.insert(.init(entity: "Thing", keys: ["$key"], path: "$[\"$key\"]"), at: 0)
    let isChanged = widening.add(keys, like: nil)
    #expect(isChanged)
    let compiled = ModelCompiler.compile([ModelSource(path: "Model.yml", text: widening.text)], name: "Model")
    let attributes = try #require(compiled.schema).entities[0].attributes
    #expect(attributes.map(\.name) == ["id", "size"] + names)
    let isChangedAgain = widening.add([keys[0], keys[3]], like: nil)
    #expect(!isChangedAgain)
  }

  @Test func `keys that differ only in their spelling are all added`() throws {
    var widening = ModelWidening(text: model("      id: Int\n"), path: "Model.yml")
    let keys = ["fooBar", "foo_bar", "FooBar", "foo.bar", "foo"]
    let isChanged = widening.add(
      keys.map { NewKeys.Key(entity: "Thing", keys: [$0], path: "$.\($0)") }, like: nil)
    #expect(isChanged)
    let compiled = ModelCompiler.compile([ModelSource(path: "Model.yml", text: widening.text)], name: "Model")
    #expect(compiled.diagnostics.isEmpty)
    let attributes = try #require(compiled.schema).entities[0].attributes
    #expect(attributes.dropFirst().map { $0.importPaths.first } == keys.map { .keys([$0]) })
  }

  @Test func `keys that make no model leave the others theirs`() throws {
    // An alias: what is added there is added to both, of which one reads it already.
    let text = """
      \(Self.sign)rowsmith: 1
      entities:
        Thing: { PrimaryKey: id, attributes: &common { id: Int, name: String } }
        Part: { PrimaryKey: id, attributes: *common }
        Page: { PrimaryKey: id, attributes: { id: Int } }

      """
    var widening = ModelWidening(text: text, path: "Model.yml")
    let keys = ["Thing", "Part", "Page", "Part", "Thing"].enumerated().map {
      NewKeys.Key(entity: $1, keys: ["size\($1 == "Page" ? $0 : 0)"], path: "$")
    }
    let isChanged = widening.add(keys, like: nil)
    #expect(isChanged)
    #expect(
      widening.text
        == text.replacing(
          "Page: { PrimaryKey: id, attributes: { id: Int }",
          with: "Page: { PrimaryKey: id, attributes: { id: Int, size2: JSON? }"))
  }
}

extension Inference {
  fileprivate static func infer(_ sources: [JSONSource], _ change: (inout Options) -> Void) throws
    -> InferredModel
  {
    var options = Options()
    change(&options)
    return try infer(sources, options)
  }
}
