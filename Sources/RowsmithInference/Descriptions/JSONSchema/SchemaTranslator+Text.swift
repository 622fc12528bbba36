import RowsmithModel

extension SchemaTranslator {
  /// The member for a text, by its format.
  func text(_ facts: SchemaFacts, _ owner: String, _ key: String) -> SchemaMember {
    if let allowed = facts.allowed { return enumeration(allowed, facts, owner, key) }
    switch facts.format {
    case "date-time", "datetime", "rfc3339": return SchemaMember("Date")
    case "date", "full-date": return SchemaMember("Date", [YAMLEntryDraft("DateFormat", .text("yyyy-MM-dd"))])
    case "uuid", "guid": return SchemaMember("UUID")
    case "uri", "url", "iri": return SchemaMember("URL")
    case "byte", "binary", "base64": return SchemaMember("Data")
    case "decimal", "money", "bigdecimal": return SchemaMember("Decimal")
    // Numbers as text, because they exceed the range of JSON numbers in many languages.
    case let format? where Self.wholeFormats.contains(format):
      // A Decimal reads text as it is.
      return facts.exceedsInt ? SchemaMember("Decimal") : SchemaMember("Int", [Self.coerced])
    case "double", "float", "number": return SchemaMember("Double", [Self.coerced])
    default: return SchemaMember("String")
    }
  }

  private static let coerced = YAMLEntryDraft("coerce", .plain("true"))

  private func enumeration(
    _ allowed: [DescriptionValue], _ facts: SchemaFacts, _ owner: String, _ key: String
  ) -> SchemaMember {
    let values = allowed.compactMap(\.scalarText)
    let cases = Set(values.map(SwiftNames.foldedCase))
    let areNames =
      values.count == allowed.count && values.allSatisfy { $0.contains { $0.isLetter || $0.isNumber } }
    if values.count == 1 { return SchemaMember("String", comment: "always \(values[0])") }
    guard areNames, cases.count == values.count, !values.isEmpty, values.count <= 1000 else {
      let some = values.prefix(8).map { $0.isEmpty ? "an empty text" : $0 }.joined(separator: ", ")
      return SchemaMember(
        "String", comment: values.isEmpty ? nil : "one of \(some)\(values.count > 8 ? ", …" : "")")
    }
    let doc = facts.description?.firstSentence
    return SchemaMember(
      enums.type(
        for: values, named: named[facts.place], doc: doc, owner: owner, member: DraftNames.memberName(key)))
  }
}
