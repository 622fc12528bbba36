import Foundation
import RowsmithAPI
import RowsmithSchema
import Testing

@testable import RowsmithModel

/// The schema that editors complete and check models with agrees with the parser.
struct EditorSchemaTests {
  private static let path = Repository.path("Schemas/rowsmith.schema.json")

  private func tree(_ text: String) throws -> YAMLNode {
    var builder = YAMLTreeBuilder(ModelSource(path: "Model.yml", text: text))
    return try #require(try builder.document())
  }

  /// Whether the parser finds nothing wrong before names are looked up.
  private func parses(_ node: YAMLNode) -> Bool {
    var parser = ModelParser()
    parser.parse(node)
    return !parser.diagnostics.hasErrors
  }

  @Test(arguments: StructureFixtures.good + RouteFixtures.good + SyncFixtures.good + HistoryFixtures.good)
  func `both accept what is right`(yaml: String) throws {
    let node = try tree(yaml)
    #expect(parses(node))
    #expect(try JSONSchema(path: Self.path).accepts(node))
  }

  @Test(arguments: StructureFixtures.bad + RouteFixtures.bad + SyncFixtures.bad + HistoryFixtures.bad)
  func `both refuse what is wrong`(yaml: String) throws {
    let node = try tree(yaml)
    #expect(!parses(node))
    #expect(try !JSONSchema(path: Self.path).accepts(node))
  }

  @Test(arguments: ["Bands", "Shop", "GitHub"])
  func `the schema accepts the example models`(name: String) throws {
    let text = try String(contentsOfFile: Repository.path("Schemas/\(name).yml"), encoding: .utf8)
    #expect(text.hasPrefix("# yaml-language-server: $schema=rowsmith.schema.json\n"))
    #expect(try JSONSchema(path: Self.path).accepts(tree(text)))
  }

  @Test func `the schema has the keys of the language, no more and no fewer`() throws {
    let root = try JSONSchema(path: Self.path).root
    func keys(_ node: YAMLNode?) -> Set<String> { Set(node?["properties"]?.entries?.map(\.key.value) ?? []) }
    func longForm(_ name: String) -> YAMLNode? {
      root["definitions"]?[name]?["anyOf"]?.items?.first { $0["properties"] != nil }
    }
    #expect(keys(root) == Set(Vocabulary.Place.model.keys))
    #expect(keys(root["properties"]?["defaults"]) == Set(Vocabulary.Place.defaults.keys))
    #expect(keys(longForm("enumeration")) == Set(Vocabulary.Place.enumeration.keys))
    #expect(keys(longForm("value")) == Set(Vocabulary.Place.value.keys))
    #expect(keys(root["definitions"]?["entity"]) == Set(Vocabulary.Place.entity.keys))
    #expect(keys(longForm("attribute")) == Set(Vocabulary.Place.attribute.keys))
    #expect(keys(longForm("relationship")) == Set(Vocabulary.Place.relationship.keys))
    let discriminator = root["definitions"]?["entity"]?["properties"]?["Discriminator"]?["anyOf"]?.items
    #expect(keys(discriminator?.last) == Set(Vocabulary.Place.discriminator.keys))
    let members = root["definitions"]?["document"]?["additionalProperties"]?["anyOf"]?.items
    #expect(keys(members?.last) == Set(Vocabulary.Place.member.keys))
    let api = root["properties"]?["api"]
    #expect(keys(api) == Set(Vocabulary.Place.api.keys))
    #expect(keys(api?["properties"]?["error"]) == Set(Vocabulary.Place.error.keys))
    #expect(keys(api?["properties"]?["batch"]) == Set(Vocabulary.Place.batch.keys))
    let sync = root["properties"]?["sync"]?["anyOf"]?.items ?? []
    #expect(Set(sync.flatMap(keys)) == Set(Vocabulary.Place.sync.keys))
    for (server, node) in zip(KnownSyncServer.allCases, sync) {
      #expect(keys(node) == Set(["server", "conflict", "deleteConflict"] + server.keys))
    }
    let history = root["properties"]?["history"]?["anyOf"]?.items
    #expect(keys(history?.last) == Set(Vocabulary.Place.history.keys))
    #expect(keys(longForm("entitySync")) == Set(Vocabulary.Place.entitySync.keys))
    let route = root["definitions"]?["route"]
    #expect(keys(route) == Set(Vocabulary.Place.route.keys))
    #expect(keys(route?["properties"]?["pages"]?["anyOf"]?.items?.last) == Set(Vocabulary.Place.paging.keys))
    #expect(keys(route?["properties"]?["incremental"]) == Set(Vocabulary.Place.incremental.keys))
  }

  @Test func `every key is described, and every keyword is one that is checked here`() throws {
    let root = try JSONSchema(path: Self.path).root
    func visit(_ schema: YAMLNode) {
      for entry in schema.entries ?? [] {
        let keyword = entry.key.value
        #expect(
          JSONSchema.keywords.contains(keyword) || JSONSchema.annotations.contains(keyword), "\(keyword)")
        switch keyword {
        case "properties":
          for property in entry.value.entries ?? [] {
            let target = property.value["$ref"]?.scalar?.text.split(separator: "/").last.map(String.init)
            let described =
              property.value["description"] ?? target.flatMap { root["definitions"]?[$0]?["description"] }
            #expect(described != nil, "\(property.key.value) has no description")
            visit(property.value)
          }
        case "definitions": for definition in entry.value.entries ?? [] { visit(definition.value) }
        case "anyOf", "allOf", "oneOf": entry.value.items?.forEach(visit)
        case "items", "not", "additionalProperties", "propertyNames": visit(entry.value)
        case "patternProperties": for pattern in entry.value.entries ?? [] { visit(pattern.value) }
        default: break
        }
      }
    }
    visit(root)
  }

  @Test func `lists of words are those of the language`() throws {
    let text = try String(contentsOfFile: Self.path, encoding: .utf8)
    let lists: [[String]] = [
      Casing.allCases.map(\.rawValue), Schema.MergePolicy.allCases.map(\.rawValue),
      Schema.DeleteRule.allCases.map(\.rawValue), Schema.Prune.allCases.map(\.rawValue),
      Schema.Hook.allCases.map(\.rawValue), DateFormatName.names, RoutePolicy.allCases.map(\.rawValue),
      ResourceStyle.allCases.map(\.rawValue), OfflineRule.allCases.map(\.rawValue),
      ConflictPolicy.allCases.map(\.rawValue), DeleteConflictPolicy.allCases.map(\.rawValue),
      SyncPlan.Direction.allCases.map(\.rawValue), Schema.ScalarType.names.flatMap { [$0, "\($0)?"] },
      ImportName.places.keys.sorted { $0 < $1 },
    ]
    let compact = text.filter { !$0.isWhitespace }
    for words in lists {
      let variants = [words, words.sorted(), ["$key", "$index", "$value", "$rest", "$record"]]
      let found = variants.contains { variant in
        Set(variant) == Set(words)
          && compact.contains("[" + variant.map { "\"\($0)\"" }.joined(separator: ",") + "]")
      }
      #expect(found, "\(words)")
    }
  }
}
