extension ModelParser {
  /// Reads one entry of `documents`: key paths with their types.
  mutating func document(_ entry: YAMLEntry) -> DocumentDeclaration {
    var document = DocumentDeclaration(name: entry.key)
    document.isIncomplete = entry.value.entries?.isEmpty != true
    for entry in section(entry.value, "the document '\(entry.key.value)'") {
      guard let (type, oneOf) = member(entry) else { continue }
      do {
        let keys = Located(value: try ImportName.keys(entry.key.value), range: entry.key.range)
        document.members.append(DocumentDeclaration.Member(path: keys, type: type, oneOf: oneOf))
      } catch {
        diagnostics.append(.badPath(entry.key.value, error, at: entry.key.range))
      }
    }
    return document
  }

  /// Reads the type at a key path of a document, or the entities of a mixed array.
  private mutating func member(_ entry: YAMLEntry) -> (type: TypeReference, oneOf: OneOfDeclaration?)? {
    let path = entry.key.value
    if let type = TypeReference(entry.value) {
      if type.isOptional { diagnostics.append(.optionalMember(path, "\(type)", at: type.range)) }
      return (type, nil)
    }
    guard let entries = entry.value.entries, entries.count > 1 || entries.first?.value.scalar == nil,
      !entries.isEmpty
    else {
      diagnostics.append(.malformedMember(entry.value.kindDescription, of: path, at: entry.value.range))
      return nil
    }
    guard var fields = fields(of: entry.value, in: .member, called: "'\(path)'") else { return nil }
    guard fields.range(of: "oneOf") != nil else {
      diagnostics.append(
        .missingPart("oneOf", of: "'\(path)'", write: "oneOf: [Person, Comment]", at: entry.value.range))
      return nil
    }
    guard let oneOf = oneOf(&fields), let first = oneOf.values.first?.entity else { return nil }
    return (TypeReference(listOf: first), oneOf)
  }
}
