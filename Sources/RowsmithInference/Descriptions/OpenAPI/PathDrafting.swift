import RowsmithModel

/// Translates paths: `/pets/{petId}` to `pets/:id`.
struct PathDrafting {
  private let index: EntityIndex
  private let translator: SchemaTranslator

  init(_ index: EntityIndex, _ translator: SchemaTranslator) {
    self.index = index
    self.translator = translator
  }

  /// A path in the notation of the model.
  struct Path {
    var text: String
    var placeholders: [String]
    var arguments: [YAMLEntryDraft]
  }

  /// The path of an operation; `nil`, with a note, if the model cannot express it.
  func path(_ operation: Operation, entity: String?, isOne: Bool) -> Path? {
    let segments = operation.path.split(separator: "/").map(String.init)
    if segments.isEmpty {
      translator.library.note(
        operation.place, "the path '\(operation.path)' has no segment to name it by; left out")
      return nil
    }
    var parts: [[String]] = []
    var path = Path(text: "", placeholders: [], arguments: [])
    var used: Set<String> = []
    // In reverse: the last placeholder identifies the record, earlier ones its owners.
    for (place, segment) in segments.enumerated().reversed() {
      var pieces: [String] = []
      for piece in Self.pieces(of: segment) {
        guard piece.isPlaceholder else {
          if !piece.text.allSatisfy(Self.isAllowed) {
            translator.library.note(operation.place, "'\(piece.text)' cannot be used in a path; left out")
            return nil
          }
          pieces.append(Self.literal(piece.text, followsName: !pieces.isEmpty))
          continue
        }
        let before = place > 0 && !segments[place - 1].contains("{") ? segments[place - 1] : nil
        var name = member(piece.text, entity, before, isLast: isOne && place == segments.count - 1)
        if let found = name, used.contains(found) { name = nil }
        if name == nil { name = argument(piece.text, operation, &path, used) }
        guard let name else { continue }
        used.insert(name)
        path.placeholders.append(name)
        pieces.append(":\(name)")
      }
      parts.insert(pieces, at: 0)
    }
    path.arguments.reverse()
    path.text = parts.map { $0.joined() }.joined(separator: "/")
    return path
  }

  /// The attribute, or the key of a to-one relationship, for a placeholder.
  private func member(_ name: String, _ entity: String?, _ before: String?, isLast: Bool) -> String? {
    guard let entity else { return nil }
    let key = index.key(of: entity)
    let words = Words.of(DraftNames.memberName(name))
    let owner = before.flatMap(index.entity(named:))
    let isOwn = owner.map { owner in index.lineage(of: entity).contains { $0.name == owner } } ?? isLast
    if let attribute = index.attribute(name, of: entity), isOwn || attribute.name != key?.name {
      return attribute.name
    }
    // `issue_number` is the number of an Issue.
    let own = Words.of(entity)
    let isPrefixed = words.count > own.count && Array(words.prefix(own.count)) == own
    if isPrefixed, let found = index.attribute(words.dropFirst(own.count).joined(separator: "_"), of: entity)
    {
      return found.name
    }
    if let key, index.isWord(key.type) {
      let isKey = ["id", "uuid", "guid", "key"].contains { words == own + [$0] }
      if isKey || isOwn && (words.last == "id" || words == own) { return key.name }
    }
    let stem = ["id", "uuid"].contains(words.last) ? Array(words.dropLast()) : words
    let relationship = index.relationships(of: entity).first { relationship in
      guard !relationship.type.hasPrefix("["), !relationship.type.hasPrefix("{") else { return false }
      return Words.of(relationship.name) == stem || owner == relationship.type && stem.isEmpty
    }
    guard let relationship, let target = index.key(of: relationship.type), index.isWord(target.type) else {
      return nil
    }
    return "\(relationship.name).\(target.name)"
  }

  /// The name of an argument that is declared beside the path.
  private func argument(
    _ name: String, _ operation: Operation, _ path: inout Path, _ used: Set<String>
  ) -> String {
    let plain = String(DraftNames.memberName(name).filter { $0.isLetter || $0.isNumber || $0 == "_" })
    var result = plain
    var number = 2
    while used.contains(result) {
      result = "\(plain)\(number)"
      number += 1
    }
    let parameter = operation.parameters.first { $0.name == name && $0.location == "path" }
    let type = parameter.map { QueryDrafting(index, translator).type(of: $0) ?? "String" } ?? "String"
    path.arguments.append(YAMLEntryDraft(result, .plain(type)))
    return result
  }

  private static func pieces(of segment: String) -> [(text: String, isPlaceholder: Bool)] {
    var pieces: [(String, Bool)] = []
    var rest = segment[...]
    while !rest.isEmpty {
      if rest.first == "{", let end = rest.firstIndex(of: "}") {
        pieces.append((String(rest[rest.index(after: rest.startIndex)..<end]), true))
        rest = rest[rest.index(after: end)...]
      } else {
        let end = rest.dropFirst().firstIndex(of: "{") ?? rest.endIndex
        pieces.append((String(rest[..<end]), false))
        rest = rest[end...]
      }
    }
    return pieces
  }

  /// Literal text of a path. A backslash ends the name before it.
  private static func literal(_ text: String, followsName: Bool) -> String {
    let escaped = text.map { $0 == ":" ? "\\:" : String($0) }.joined()
    return followsName && !escaped.hasPrefix("\\") ? "\\" + escaped : escaped
  }

  private static func isAllowed(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "-._~!$&'()*+,;=:@".contains(character))
  }
}
