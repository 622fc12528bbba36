/// The entries of a mapping with a fixed set of keys.
struct Fields {
  private var entries: [String: YAMLEntry]
  /// The place of the mapping.
  let range: SourceRange

  init(_ entries: [YAMLEntry], range: SourceRange) {
    self.entries = Dictionary(entries.map { ($0.key.value, $0) }) { first, _ in first }
    self.range = range
  }

  /// Removes the value of a key and returns it; `nil` if there is none.
  mutating func take(_ key: String) -> YAMLNode? { entries.removeValue(forKey: key)?.value }

  /// The place of a key that has not been taken.
  func range(of key: String) -> SourceRange? { entries[key]?.key.range }
}

extension ModelParser {
  /// Reads a mapping and reports unknown keys.
  mutating func fields(of node: YAMLNode, in place: Vocabulary.Place, called what: String) -> Fields? {
    guard let entries = node.entries else {
      diagnostics.append(.wrongKind(what, expected: "a mapping", found: node.kindDescription, at: node.range))
      return nil
    }
    for entry in entries where !place.keys.contains(entry.key.value) {
      diagnostics.append(.unknownKey(entry.key.value, in: place, at: entry.key.range))
    }
    return Fields(entries, range: node.range)
  }

  /// Whether an unknown key of a mapping is probably meant to be one of these keys.
  func isMisspelled(_ keys: Set<String>, of node: YAMLNode, in place: Vocabulary.Place) -> Bool {
    let known = place.keys
    return node.entries?.contains { entry in
      guard !known.contains(entry.key.value) else { return false }
      return Suggestion.nearest(to: entry.key.value, in: known).map(keys.contains) ?? false
    } ?? false
  }

  /// Whether a value is the long form of an attribute or relationship, rather than a type such as `{Label}`.
  func isLongForm(_ node: YAMLNode, _ place: Vocabulary.Place) -> Bool {
    guard let entries = node.entries else { return false }
    guard entries.count == 1, entries[0].value.isAbsent else { return true }
    return place.keys.contains(entries[0].key.value)
  }
}
