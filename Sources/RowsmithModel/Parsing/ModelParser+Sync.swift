import RowsmithAPI

// The section `sync` of a model.
extension ModelParser {
  /// Reads the section `sync`.
  mutating func sync(_ node: YAMLNode, at range: SourceRange) -> SyncDeclaration {
    var sync = SyncDeclaration(range: range)
    guard let entries = node.entries else {
      let expected = "a mapping such as { server: kinto, bucket: notes }"
      diagnostics.append(
        .wrongKind("'sync'", expected: expected, found: node.kindDescription, at: node.range))
      return sync
    }
    if let entry = entries.first(where: { $0.key.value == "server" }) {
      sync.server = name(entry.value, "'server'")
    } else {
      diagnostics.append(.missingPart("server", of: "'sync'", write: "server: kinto", at: range))
    }
    let known = sync.server.flatMap { KnownSyncServer(rawValue: $0.value) }
    for entry in entries {
      switch entry.key.value {
      case "server": break
      case "conflict": sync.conflict = conflictPolicy(entry.value)?.value
      case "deleteConflict": sync.deleteConflict = deleteConflict(entry.value)?.value
      case let key:
        if let known, !known.keys.contains(key) {
          let keys = ["server", "conflict", "deleteConflict"] + known.keys
          diagnostics.append(.unknownSyncKey(key, keys, of: known.rawValue, at: entry.key.range))
        } else if let value = setting(entry.value, key, isKnown: known != nil) {
          sync.settings.append(SyncPlan.Setting(key, value.value))
        }
      }
    }
    if known == .kinto, !entries.contains(where: { $0.key.value == "bucket" }) {
      diagnostics.append(.missingPart("bucket", of: "'sync'", write: "bucket: notes", at: range))
    }
    return sync
  }

  /// Reads a setting of an adapter. Settings of built-in adapters are checked.
  private mutating func setting(_ node: YAMLNode, _ key: String, isKnown: Bool) -> Located<String>? {
    if isKnown, key == "changes" { return changes(node) }
    if isKnown, key == "overlap", wholeNumber(node, "'overlap'", atLeast: 0) == nil { return nil }
    guard let value = scalar(node, "'\(key)'") else { return nil }
    if isKnown, let problem = SyncSettingText.problem(key, value) { diagnostics.append(problem) }
    return value
  }

  private mutating func changes(_ node: YAMLNode) -> Located<String>? {
    guard let path = path(node, "'changes'") else { return nil }
    if let placeholder = path.value.placeholders.first {
      diagnostics.append(.placeholderInChanges(placeholder, at: path.range))
    }
    return Located(value: "\(path.value)", range: path.range)
  }

  /// Any text, number or truth value.
  mutating func scalar(_ node: YAMLNode, _ what: String) -> Located<String>? {
    if let scalar = node.scalar, !scalar.text.isEmpty, scalar.value != .null {
      return Located(value: scalar.text, range: node.range)
    }
    let expected = "a text, number or truth value"
    diagnostics.append(.wrongKind(what, expected: expected, found: node.kindDescription, at: node.range))
    return nil
  }

  /// Reads how conflicts are resolved.
  mutating func conflictPolicy(_ node: YAMLNode) -> Located<ConflictPolicy>? {
    word(node, "'conflict'", ConflictPolicy.self, called: "policy")
  }

  /// Reads what happens to a record that was deleted on one side and changed on the other.
  mutating func deleteConflict(_ node: YAMLNode) -> Located<DeleteConflictPolicy>? {
    word(node, "'deleteConflict'", DeleteConflictPolicy.self, called: "policy")
  }

  /// Reads one of a fixed set of words.
  mutating func word<Value>(
    _ node: YAMLNode, _ what: String, _: Value.Type, called kind: String
  ) -> Located<Value>? where Value: RawRepresentable<String> & CaseIterable & Sendable {
    guard let word = name(node, what) else { return nil }
    if let value = Value(rawValue: word.value) { return Located(value: value, range: word.range) }
    diagnostics.append(.notOneOf(word.value, kind, Value.allCases.map(\.rawValue), at: word.range))
    return nil
  }
}
