/// Collects the entries of a mapping. Reports duplicate keys, and merges `<<`.
struct YAMLEntries {
  private(set) var diagnostics: [Diagnostic] = []
  private var entries: [YAMLEntry] = []
  private var places: [String: SourceRange] = [:]
  private var merges: [YAMLNode] = []

  /// Adds a key and its value.
  mutating func append(_ key: YAMLNode, _ value: YAMLNode) {
    guard let scalar = key.scalar else {
      diagnostics.append(.keyIsNoWord(key.kindDescription, at: key.range))
      return
    }
    if scalar.isPlain, scalar.text == "<<" {
      merges.append(value)
      return
    }
    if let first = places[scalar.text] {
      diagnostics.append(.duplicateKey(scalar.text, first: first, at: key.range))
      return
    }
    places[scalar.text] = key.range
    entries.append(
      YAMLEntry(
        key: Located(value: scalar.text, range: key.range), isBareKey: scalar.isNumberOrTruthValue,
        value: value))
  }

  /// All entries: those of this mapping, then those of the merged mappings whose keys it does not have.
  mutating func merged() -> [YAMLEntry] {
    for node in merges.flatMap({ $0.items ?? [$0] }) {
      guard let others = node.entries else {
        diagnostics.append(.mergeNeedsMapping(node.kindDescription, at: node.range))
        continue
      }
      for entry in others where places[entry.key.value] == nil {
        places[entry.key.value] = entry.key.range
        entries.append(entry)
      }
    }
    return entries
  }
}
