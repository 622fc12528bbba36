import RowsmithModel

/// Translates operations into routes.
///
/// A class because routes share names, documents and the set of sent entities.
final class RouteDrafting {
  let index: EntityIndex
  let translator: SchemaTranslator
  private(set) var documents: [DocumentDraft] = []
  /// The entities whose records are sent.
  private(set) var sent: Set<String> = []
  private var names = DraftNames()
  private var documentNames = DraftNames()
  private var told: Set<String> = []
  /// The operations, by their path without the names of placeholders.
  private(set) var calls: [String: [OpenAPICall]] = [:]

  init(_ draft: ModelDraft, _ translator: SchemaTranslator) {
    index = EntityIndex(draft)
    self.translator = translator
    for name in ["api", "client", "init", "self", "Type", "Protocol"] { names.take(name) }
  }

  /// The routes of all operations, in order.
  func routes(_ calls: [OpenAPICall]) -> [YAMLEntryDraft] {
    self.calls = Dictionary(grouping: calls) { $0.operation.blankPath }
    return calls.compactMap { route($0) }
  }

  private func route(_ call: OpenAPICall) -> YAMLEntryDraft? {
    let operation = call.operation
    // Two routes with placeholders in the same positions cannot be distinguished.
    guard told.insert("\(operation.method) \(operation.blankPath)").inserted else {
      translator.library.note(operation.place, "has the path of another route; left out")
      return nil
    }
    var result = self.result(call)
    var deleted: String?
    if operation.method == "delete" { deleted = deletedEntity(call) }
    let sends = sentEntity(call)
    let pages = result.isList ? PagingDrafting(index).pages(operation, of: result.items, translator) : nil
    if pages == nil, let relationship = relationship(result, operation) {
      result = relationship
    }
    let entity = sends?.entity ?? deleted ?? result.entity
    let paths = PathDrafting(index, translator)
    guard var path = paths.path(operation, entity: entity, isOne: result.isOne || deleted != nil) else {
      return nil
    }
    // A route can delete a record only if its path has the record's key.
    if let name = deleted, index.key(of: name).map({ !path.placeholders.contains($0.name) }) ?? true {
      deleted = nil
      path = paths.path(operation, entity: result.entity, isOne: false) ?? path
    }
    var entries = [YAMLEntryDraft(operation.method, .text(path.text))]
    if !path.arguments.isEmpty { entries.append(YAMLEntryDraft("arguments", .inline(path.arguments))) }
    if let query = QueryDrafting(index, translator).query(
      operation, items: result.items, without: pages?.parameters ?? [])
    {
      entries.append(YAMLEntryDraft("query", query))
    }
    if let sends {
      entries.append(YAMLEntryDraft("sends", .plain(sends.entity)))
      if let key = sends.under { entries.append(YAMLEntryDraft("under", .text(key))) }
      sent.insert(sends.entity)
    }
    if let type = result.type { entries.append(YAMLEntryDraft("returns", .plain(type))) }
    if let at = result.at { entries.append(YAMLEntryDraft("at", .text(at))) }
    if let deleted { entries.append(YAMLEntryDraft("deletes", .plain(deleted))) }
    if let pages { entries.append(YAMLEntryDraft("pages", pages.value)) }
    if let summary = operation.summary { entries.append(YAMLEntryDraft("doc", .text(summary))) }
    return YAMLEntryDraft(names.unique(name(operation)), .inline(entries))
  }

  /// The answer of a route.
  struct Result {
    /// The value of `returns`; `nil` if the answer has no records.
    var type: String?
    var at: String?
    /// The entity whose attributes the path has.
    var entity: String?
    /// The entity of the records.
    var items: String?
    var isList = false
    var isOne = false
  }

  private func result(_ call: OpenAPICall) -> Result {
    var result = Result()
    let records = call.records.filter { !$0.isKeyed || index.hasKey($0.entity) }
    guard let first = records.first else {
      if let answer = call.operation.answer, call.operation.method == "get" {
        translator.library.note(
          answer.place, "has no record with a key; the route returns nothing")
      }
      return result
    }
    if records.count > 1 || first.isKeyed {
      let name = documentNames.unique(documentName(call.operation))
      let members = records.map { YAMLEntryDraft($0.path, .plain($0.type)) }
      guard !first.path.isEmpty else {
        translator.library.note(
          call.operation.place, "a document is not a record; the route returns nothing")
        return result
      }
      documents.append(DocumentDraft(name: name, members: members))
      result.type = name
      return result
    }
    result.type = first.type
    result.entity = first.entity
    result.items = first.entity
    result.isList = first.type.hasPrefix("[")
    result.isOne = !result.isList
    result.at = first.path.isEmpty ? nil : first.path
    return result
  }

  private func documentName(_ operation: Operation) -> String {
    if let answer = operation.answer, let name = translator.titles[translator.facts(of: answer).place] {
      return DraftNames.memberName(name)
    }
    return operation.literals.last.map(DraftNames.memberName) ?? "answer"
  }

  /// The relationship that a path returns: `Owner.pets` for `/owners/{ownerId}/pets`.
  private func relationship(_ result: Result, _ operation: Operation) -> Result? {
    let segments = operation.path.split(separator: "/").map(String.init)
    guard operation.method == "get", result.isList, let items = result.items, segments.count >= 3,
      let last = segments.last, !last.contains("{"), segments[segments.count - 2].hasPrefix("{"),
      let parent = index.entity(named: segments[segments.count - 3]), index.key(of: parent) != nil,
      segments.filter({ $0.contains("{") }).count == 1
    else { return nil }
    let family = Set(index.lineage(of: items).map(\.name))
    let words = Words.of(DraftNames.memberName(last))
    let found = index.relationships(of: parent).first { relationship in
      Words.of(relationship.name) == words && relationship.type.hasPrefix("[")
        && family.contains(relationship.bareType)
    }
    guard let found else { return nil }
    var result = result
    result.type = "\(parent).\(found.name)"
    result.entity = parent
    result.isList = false
    return result
  }

  private func name(_ operation: Operation) -> String {
    if let identifier = operation.identifier, identifier.contains(where: \.isLetter) {
      return DraftNames.memberName(identifier.replacing("/", with: " "))
    }
    let words = operation.literals.map(DraftNames.memberName)
    guard let last = words.last else { return DraftNames.memberName("\(operation.method) root") }
    let before = words.dropLast().map { Singular.of($0) }.joined(separator: " ")
    let isOne = operation.path.hasSuffix("}")
    let noun = operation.method == "get" && !isOne ? last : Singular.of(last)
    let verb =
      ["get": "", "post": "create", "put": "replace", "patch": "update", "delete": "remove"][operation.method]
      ?? ""
    return DraftNames.memberName("\(verb) \(before) \(noun)")
  }
}
