import RowsmithModel

/// Finds the paging of a list, from parameters or headers.
struct PagingDrafting {
  private let index: EntityIndex

  init(_ index: EntityIndex) { self.index = index }

  /// The `pages` setting, and the parameters that it covers.
  struct Pages {
    var value: YAMLDraft
    var parameters: Set<String>
  }

  func pages(_ operation: Operation, of entity: String?, _ translator: SchemaTranslator) -> Pages? {
    guard operation.method == "get" else { return nil }
    let parameters = operation.parameters.filter { $0.location == "query" }
    let names = parameters.map(\.name)
    let numbers = parameters.filter { mayBeNumber($0, translator) }.map(\.name)
    func first(_ wanted: [String]) -> String? { wanted.first(where: names.contains) }
    func firstNumber(_ wanted: [String]) -> String? { wanted.first(where: numbers.contains) }
    if operation.hasLinks { return Pages(value: .plain("link"), parameters: []) }
    let sizes = ["per_page", "perPage", "page_size", "pageSize", "limit", "size"]
    if let page = firstNumber(["page", "page_number", "pageNumber"]) {
      return pages("parameter", page, firstNumber(sizes))
    }
    if let offset = firstNumber(["offset", "start", "skip"]) {
      return pages("offset", offset, firstNumber(sizes))
    }
    if let cursor = first(["cursor", "page_token", "pageToken", "continuation_token", "after"]),
      let place = next(operation, translator)
    {
      let entries = [YAMLEntryDraft("cursor", .text(place)), YAMLEntryDraft("parameter", .text(cursor))]
      return Pages(value: .inline(entries), parameters: [cursor])
    }
    if let after = first(["starting_after", "after_id"]), let key = entity.flatMap(index.key(of:)),
      index.isWord(key.type)
    {
      let entries = [YAMLEntryDraft("after", .text(key.name)), YAMLEntryDraft("parameter", .text(after))]
      return Pages(value: .inline(entries), parameters: [after])
    }
    return nil
  }

  /// Whether a parameter may be a number, also as text: `start` may be a day, `size` a word, and `page` an object.
  private func mayBeNumber(_ parameter: Operation.Parameter, _ translator: SchemaTranslator) -> Bool {
    guard let facts = parameter.schema.map(translator.facts(of:)) else { return !parameter.isDeep }
    if parameter.isDeep || facts.isObject || facts.items != nil { return false }
    if facts.types.contains("integer") || facts.types.contains("number") { return true }
    let isListed = facts.allowed?.contains { $0.text.map { Double($0) == nil } ?? false } ?? false
    let isOther = facts.format.map { !SchemaTranslator.wholeFormats.contains($0) } ?? false
    return (facts.types.isEmpty || facts.types == ["string"]) && !isListed && !isOther
  }

  private func pages(_ key: String, _ parameter: String, _ size: String?) -> Pages {
    var entries = [YAMLEntryDraft(key, .text(parameter))]
    if let size { entries.append(YAMLEntryDraft("size", .text(size))) }
    return Pages(value: .inline(entries), parameters: Set([parameter] + (size.map { [$0] } ?? [])))
  }

  /// The path of the next cursor in the answer.
  private func next(_ operation: Operation, _ translator: SchemaTranslator) -> String? {
    guard let answer = operation.answer else { return nil }
    let names = [
      "next_cursor", "nextCursor", "next_page_token", "nextPageToken", "continuation_token", "end_cursor",
      "endCursor", "next",
    ]
    let facts = translator.facts(of: answer)
    if let key = names.first(where: { facts.property($0) != nil }) { return key }
    for property in facts.properties {
      let inner = translator.facts(of: property.schema)
      if let key = names.first(where: { inner.property($0) != nil }) {
        return "\(ImportName.escaped(property.key)).\(key)"
      }
    }
    return nil
  }
}
