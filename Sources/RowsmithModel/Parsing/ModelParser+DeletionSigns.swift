import RowsmithSchema

// Signs that the server has deleted a record.
extension ModelParser {
  /// Reads `DeletedWhen`: a key path, key paths with values that mean deletion, or a list of these.
  mutating func deletedWhen(_ node: YAMLNode) -> Located<[Schema.DeletionSign]>? {
    var signs: [Schema.DeletionSign] = []
    if let items = node.items {
      if items.isEmpty { diagnostics.append(.emptyList("'DeletedWhen'", at: node.range)) }
      for item in items { signs += self.signs(item, "an item of 'DeletedWhen'") }
    } else {
      signs = self.signs(node, "'DeletedWhen'")
    }
    return signs.isEmpty ? nil : Located(value: signs, range: node.range)
  }

  private mutating func signs(_ node: YAMLNode, _ what: String) -> [Schema.DeletionSign] {
    if let entries = node.entries {
      if entries.isEmpty { diagnostics.append(.emptyList(what, at: node.range)) }
      return entries.compactMap { entry in
        let values = self.values(entry.value, of: entry.key.value)
        guard let keys = keys(entry.key), let values else { return nil }
        return Schema.DeletionSign(path: keys, values: values)
      }
    }
    guard node.items == nil else {
      let expected = "a key, or keys with values such as { status: [removed, gone] }"
      diagnostics.append(.wrongKind(what, expected: expected, found: node.kindDescription, at: node.range))
      return []
    }
    return name(node, what).flatMap { keys($0) }.map { [Schema.DeletionSign(path: $0)] } ?? []
  }

  private mutating func keys(_ path: Located<String>) -> [String]? {
    do {
      return try ImportName.keys(path.value)
    } catch {
      diagnostics.append(.badPath(path.value, error, at: path.range))
      return nil
    }
  }

  /// The values that mean deletion, at least one.
  private mutating func values(_ node: YAMLNode, of key: String) -> [StoredValue]? {
    if node.items?.isEmpty == true {
      diagnostics.append(.emptyList("the list of '\(key)'", at: node.range))
      return nil
    }
    var values: [StoredValue] = []
    for item in node.items ?? [node] {
      switch item.scalar?.value {
      case .text(let text): values.append(.text(text))
      case .integer(let number): values.append(.integer(number))
      case .number(let number) where number.isFinite: values.append(.real(number))
      case .bool(let isTrue): values.append(.integer(isTrue ? 1 : 0))
      case .number, .null, nil:
        diagnostics.append(.badDeletionValue(key, item.kindDescription, at: item.range))
      }
    }
    return values.isEmpty ? nil : values
  }
}
