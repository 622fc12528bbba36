import RowsmithModel

/// Makes the `query` setting.
struct QueryDrafting {
  private let index: EntityIndex
  private let translator: SchemaTranslator

  init(_ index: EntityIndex, _ translator: SchemaTranslator) {
    self.index = index
    self.translator = translator
  }

  /// The parameters of an operation, without those of paging; `nil` if there are none.
  func query(_ operation: Operation, items: String?, without paging: Set<String>) -> YAMLDraft? {
    var entries: [YAMLEntryDraft] = []
    var names: Set<String> = []
    for parameter in operation.parameters {
      switch parameter.location {
      case "query":
        guard !paging.contains(parameter.name), names.insert(parameter.name).inserted else { continue }
        if let type = type(of: parameter, items: items) {
          entries.append(YAMLEntryDraft(parameter.name, .plain(type)))
        } else {
          translator.library.note(parameter.place, "'\(parameter.name)' takes several values; left out")
        }
      case "path": continue
      default:
        let header = parameter.name.lowercased()
        if ["accept", "authorization", "content-type"].contains(header) { continue }
        translator.library.note(
          parameter.place,
          "the \(parameter.location) '\(parameter.name)' is given by the app or under 'headers'; left out")
      }
    }
    if entries.isEmpty { return nil }
    // A plain name takes the type of the attribute with the same name, otherwise String.
    let areTexts = entries.allSatisfy { entry in
      entry.value == .plain("String") && items.flatMap { index.attribute(entry.key, of: $0) } == nil
    }
    return areTexts ? .list(entries.map { .text($0.key) }) : .inline(entries)
  }

  /// The type of a parameter; `nil` if it takes several values.
  func type(of parameter: Operation.Parameter, items: String? = nil) -> String? {
    let facts = parameter.schema.map(translator.facts(of:))
    if let facts {
      let isSeveral = facts.items != nil || ["array", "object"].contains(facts.types.first) || facts.isObject
      if isSeveral || parameter.isDeep { return nil }
    }
    if let items, let attribute = index.attribute(parameter.name, of: items),
      !["URL", "Decimal"].contains(attribute.type)
    {
      return attribute.type
    }
    guard let facts else { return "String" }
    if let allowed = facts.allowed?.compactMap(\.text), let name = index.enumeration(of: allowed) {
      return name
    }
    switch (facts.types.first, facts.format) {
    case ("integer", _) where facts.types.count == 1: return facts.exceedsInt ? "String" : "Int"
    case ("number", _) where facts.types.count == 1: return "Double"
    case ("boolean", _): return "Bool"
    case (_, "date-time"): return "Date"
    case (_, "uuid"): return "UUID"
    default: return "String"
    }
  }
}
