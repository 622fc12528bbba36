import Foundation
import RowsmithModel

/// Translates OpenAPI 3.0 or 3.1 into a draft: schemas become entities, paths become routes.
enum OpenAPIReader {
  static func draft(at path: String, _ value: DescriptionValue) throws(DescriptionError) -> ModelDraft {
    try checkVersion(value, path)
    let library = SchemaLibrary(path: path, value: value)
    let translator = SchemaTranslator(library)
    let schemas = library.root["components"]?.members("schemas") ?? []
    let operations = OperationReader(library).operations()
    translator.pathKeys = pathKeys(operations, translator)
    translator.name(schemas, unions: unions(operations))
    let answers = AnswerReader(translator)
    let calls = operations.map { operation in
      let records = operation.answer.map { answers.records(in: $0, called: operation.answerName) } ?? []
      return OpenAPICall(operation: operation, records: records)
    }
    let isSilent = calls.allSatisfy(\.records.isEmpty)
    // If no answer has records, every schema with an identity becomes an entity.
    for (_, node) in schemas where isSilent {
      let facts = translator.facts(of: node)
      guard facts.place == node.place, facts.isObject, !translator.key(of: facts).isEmpty else { continue }
      _ = translator.entity(facts, called: "Record")
    }
    translator.describe()
    var draft = translator.draft()
    guard !draft.entities.isEmpty else {
      throw DescriptionError(
        path,
        "no schema has an identity (id, uuid or the like) by which records could be recognised, so there is no "
          + "entity to make")
    }
    noteUnused(schemas, translator, isSilent: isSilent)
    let routes = RouteDrafting(draft, translator)
    draft.routes = routes.routes(calls)
    draft.documents = routes.documents
    ReadOnlyMembers.settle(&draft, sent: routes.sent)
    draft.api = APIDrafting(library).entries(operations)
    draft.comments = ["From the OpenAPI description of \(title(value, path))."]
    draft.notes = library.notes
    return draft
  }

  private static func checkVersion(_ value: DescriptionValue, _ path: String) throws(DescriptionError) {
    if let old = value["swagger"]?.scalarText {
      throw DescriptionError(
        path, "this is Swagger \(old), expected OpenAPI 3.0 or 3.1; convert it to OpenAPI 3 first")
    }
    guard let version = value["openapi"]?.scalarText, version.hasPrefix("3.") else {
      let found = value["openapi"]?.scalarText ?? "nothing"
      throw DescriptionError(path, "the version of 'openapi' must be 3.0 or 3.1, found \(found)")
    }
    for key in ["paths", "components"]
    where value[key] != nil && value[key]?.object == nil && value[key] != .null {
      throw DescriptionError(path, "'\(key)' must be an object with keys")
    }
  }

  private static func title(_ value: DescriptionValue, _ path: String) -> String {
    let title = value["info"]?["title"]?.text?.firstSentence ?? (path as NSString).lastPathComponent
    return value["info"]?["version"]?.scalarText.map { "\(title) \($0)" } ?? title
  }

  /// The keys in paths such as `/users/{username}`, for schemas without an `id`.
  private static func pathKeys(_ operations: [Operation], _ translator: SchemaTranslator) -> [SchemaPlace:
    String]
  {
    var keys: [SchemaPlace: String] = [:]
    for operation in operations where operation.method == "get" {
      guard let answer = operation.answer, let last = operation.path.split(separator: "/").last,
        last.hasPrefix("{"),
        last.hasSuffix("}")
      else { continue }
      let name = String(last.dropFirst().dropLast())
      let facts = translator.facts(of: answer)
      let property = facts.properties.first {
        $0.key == name || Words.of(DraftNames.memberName($0.key)) == Words.of(DraftNames.memberName(name))
      }
      if let property, keys[facts.place] == nil { keys[facts.place] = property.key }
    }
    return keys
  }

  /// The unnamed schemas of answers with several alternatives.
  private static func unions(_ operations: [Operation]) -> [SchemaNode] {
    var found: [SchemaNode] = []
    for answer in operations.compactMap(\.answer) {
      let items = answer["items"].map { [$0] } ?? []
      for node in [answer] + items where node.value["$ref"] == nil {
        if node.value["oneOf"] != nil || node.value["anyOf"] != nil { found.append(node) }
      }
    }
    return found
  }

  private static func noteUnused(
    _ schemas: [(key: String, node: SchemaNode)], _ translator: SchemaTranslator, isSilent: Bool
  ) {
    for (_, node) in schemas where !isSilent {
      let facts = translator.facts(of: node)
      guard facts.place == node.place, facts.isObject, !translator.key(of: facts).isEmpty,
        translator.role(at: node.place) == nil, !translator.lifted.contains(node.place)
      else { continue }
      translator.library.note(node.place, "is in no answer; left out")
    }
  }
}

/// An operation with the records in its answer.
struct OpenAPICall {
  var operation: Operation
  var records: [AnswerReader.Found]
}
