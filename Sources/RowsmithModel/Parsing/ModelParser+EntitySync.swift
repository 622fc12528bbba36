import RowsmithAPI

// `sync` of an entity.
extension ModelParser {
  /// Reads `sync` of an entity: `true`, `false`, `pull`, or a mapping.
  mutating func entitySync(_ node: YAMLNode, at range: SourceRange) -> EntitySyncDeclaration {
    var sync = EntitySyncDeclaration(range: range)
    guard let entries = node.entries else {
      sync.range = node.range
      switch node.scalar?.value {
      case .bool(let isOn): sync.isOn = isOn
      case .text("pull"): sync.direction = .pull
      default:
        sync.isReadable = false
        let expected = "true, false, pull, or a mapping such as { collection: notes }"
        diagnostics.append(
          .wrongKind("'sync'", expected: expected, found: node.kindDescription, at: node.range))
      }
      return sync
    }
    for entry in entries {
      switch entry.key.value {
      case "collection": sync.collection = name(entry.value, "'collection'")
      case "direction":
        sync.direction =
          word(entry.value, "'direction'", SyncPlan.Direction.self, called: "direction")?.value ?? .both
      case "conflict" where entry.value.entries != nil:
        sync.memberConflicts = memberConflicts(entry.value)
      case "conflict": sync.conflict = conflictPolicy(entry.value)
      case "deleteConflict": sync.deleteConflict = deleteConflict(entry.value)
      case let key:
        guard let value = scalar(entry.value, "'\(key)'") else { continue }
        sync.settings.append(SyncSettingDeclaration(key: entry.key, value: value))
      }
    }
    return sync
  }

  /// Reads the policies of attributes and relationships.
  private mutating func memberConflicts(_ node: YAMLNode) -> [MemberConflictDeclaration] {
    let entries = node.entries ?? []
    if entries.isEmpty { diagnostics.append(.emptyList("'conflict'", at: node.range)) }
    return entries.compactMap { entry in
      let what = "the policy of '\(entry.key.value)'"
      return word(entry.value, what, ConflictPolicy.self, called: "policy").map {
        MemberConflictDeclaration(member: entry.key, policy: $0)
      }
    }
  }

  /// Reads `sync` of an attribute or relationship: `false`, or a word.
  mutating func memberSync<Value>(_ node: YAMLNode, _: Value.Type) -> Located<Value>?
  where Value: RawRepresentable<String> & CaseIterable & Sendable {
    var word: String?
    switch node.scalar?.value {
    case .bool(false): word = "false"
    // A quoted `false` is not a truth value.
    case .text(let text) where text != "false": word = text
    default: break
    }
    if let value = word.flatMap(Value.init) { return Located(value: value, range: node.range) }
    let expected = Value.allCases.map(\.rawValue).listed("or")
    diagnostics.append(.wrongKind("'sync'", expected: expected, found: node.kindDescription, at: node.range))
    return nil
  }
}
