import Foundation
import RowsmithGenerator
import RowsmithModel
import RowsmithSchema
import Testing

/// Generates from a model in YAML; what a test compares is the text of one file without its header.
struct Snippets {
  var files: [GeneratedFile]

  /// The model is given without its first line and with warnings allowed.
  init(_ yaml: String, module: String = "Shop", access: AccessLevel = .internal) throws {
    var options = GeneratorOptions(module: module)
    options.access = access
    let model = Snippets.model(yaml, module: module)
    let schema = try #require(model.schema, "\(model.diagnostics)")
    files = try Generator(options: options).generate(schema, api: model.api)
  }

  static func schema(_ yaml: String, module: String = "Shop") throws -> Schema {
    let model = model(yaml, module: module)
    return try #require(model.schema, "\(model.diagnostics)")
  }

  private static func model(_ yaml: String, module: String) -> CompiledModel {
    let source = ModelSource(path: "Shop.yml", text: "rowsmith: 1\n" + yaml)
    return ModelCompiler.compile([source], name: module)
  }

  /// All records.
  var records: String { body(files.filter { $0.name.contains("Records") }.map(\.text)) }
  /// The schema literal.
  var schema: String { body(files.filter { $0.name.contains("Schema") }.map(\.text)) }
  /// The enumerations.
  var enumerations: String { body(files.filter { $0.name.contains("Enumerations") }.map(\.text)) }
  /// The model's type with its protocols.
  var model: String { body(files.filter { $0.name.contains("Model") }.map(\.text)) }

  /// The client with its routes.
  var client: String { body(files.filter { $0.name.contains("Client") }.map(\.text)) }

  /// The declaration that starts with the text, to the end of its braces.
  func declaration(_ start: String) throws -> String {
    let lines = files.flatMap { $0.text.split(separator: "\n", omittingEmptySubsequences: false) }
    let first = try #require(
      lines.firstIndex { $0.trimmingPrefix { $0 == " " }.hasPrefix(start) }, "\(start)")
    let indent = String(lines[first].prefix { $0 == " " })
    let last =
      lines[first].hasSuffix("}") || !["{", "("].contains(where: lines[first].hasSuffix)
      ? first : try #require(lines[first...].firstIndex { $0 == indent + "}" })
    return lines[first...last].map { $0.dropFirst(indent.count) }.joined(separator: "\n")
  }

  private func body(_ texts: [String]) -> String {
    texts.map { text in
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      return lines.drop { $0.hasPrefix("//") && !$0.hasPrefix("///") || $0.isEmpty || $0.contains("import ") }
        .joined(separator: "\n")
    }.joined().trimmingCharacters(in: .newlines)
  }
}
