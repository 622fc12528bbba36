import RowsmithModel
import RowsmithSchema

extension ModelText {
  /// Changes the type of a member, wherever its declaration has it.
  ///
  /// - Parameters:
  ///   - keys: the keys that lead to the member.
  ///   - settings: settings to remove because the new type does not support them.
  ///   - change: returns the new type for the old one.
  /// - Returns: `false` if the declaration cannot be changed in place.
  mutating func retype(_ keys: [String], without settings: Set<String> = [], _ change: (String) -> String)
    -> Bool
  {
    guard let member = node(at: keys), let type = Self.typeNode(of: member),
      let text = Self.typeText(type)
    else { return false }
    guard replace(type.range.start, to: type.range.end, with: Self.spelled(change(text))) else {
      return false
    }
    while let member = node(at: keys), Self.typeNode(of: member) != nil,
      let index = member.entries?.firstIndex(where: { settings.contains($0.key.value) })
    {
      guard remove(index, of: member) else { return false }
    }
    return settings.isEmpty || shorten(keys)
  }

  /// Writes the primary keys that follow from a name, where a new attribute's name would come before it.
  ///
  /// - Parameter schema: the model without the new attributes.
  /// - Returns: `false` if there is no place for one.
  mutating func keepPrimaryKeys(of schema: Schema) -> Bool {
    for entity in schema.entities where entity.parent == nil && entity.primaryKey.count == 1 {
      let earlier = ImpliedKeys.names(of: entity.name).prefix { $0 != entity.primaryKey[0] }
      let keys = ["entities", entity.name]
      guard earlier.count < 3, let declared = node(at: keys)?.entries,
        !declared.contains(where: { ["PrimaryKey", "PrimaryAttribute"].contains($0.key.value) }),
        earlier.contains(where: { node(at: keys + ["attributes", $0]) != nil })
      else { continue }
      guard add([YAMLEntryDraft("PrimaryKey", .plain(entity.primaryKey[0]))], under: keys) else {
        return false
      }
    }
    return true
  }

  /// Writes a setting of a relationship that does not declare it.
  ///
  /// - Returns: `false` if it does, or if its declaration cannot be changed in place.
  mutating func state(_ setting: String, _ value: YAMLDraft, of keys: [String]) -> Bool {
    guard let member = node(at: keys) else { return false }
    let isLong = member.entries?.contains { ["to", "oneOf"].contains($0.key.value) } ?? false
    if isLong {
      if member.entries?.contains(where: { $0.key.value == setting }) ?? true { return false }
      return add([YAMLEntryDraft(setting, value)], under: keys)
    }
    let start = member.range.start
    guard lines.indices.contains(start.line - 1), start.line == member.range.end.line else { return false }
    let line = Array(lines[start.line - 1].unicodeScalars)
    guard member.range.end.column - 1 <= line.count, start.column < member.range.end.column else {
      return false
    }
    var type = String.UnicodeScalarView()
    type.append(contentsOf: line[(start.column - 1)..<(member.range.end.column - 1)])
    let stated = "{ to: \(String(type)), \(setting): \(YAMLWriter.inline(value)) }"
    return replace(start, to: member.range.end, with: stated)
  }

  /// Replaces a member in braces by its type alone if nothing else is left in it.
  private mutating func shorten(_ keys: [String]) -> Bool {
    guard let member = node(at: keys), isFlow(member), member.entries?.count == 1,
      let type = Self.typeNode(of: member), let text = Self.typeText(type)
    else { return true }
    return replace(member.range.start, to: member.range.end, with: Self.spelled(text))
  }

  /// The type of a member: its value, or the value of a key in it.
  private static func typeNode(of member: YAMLNode) -> YAMLNode? {
    guard let entries = member.entries else { return member }
    return entries.first { ["type", "to"].contains($0.key.value) && $0.value.scalar?.text != "" }?.value
  }

  /// A type in the notation of the model.
  private static func typeText(_ node: YAMLNode) -> String? {
    if let items = node.items { return items.count == 1 ? items[0].scalar.map { "[\($0.text)]" } : nil }
    return node.scalar?.text
  }

  /// Quotes a question mark after a bracket.
  static func spelled(_ type: String) -> String {
    type.hasPrefix("[") && type.hasSuffix("?") ? YAMLText.quoted(type) : type
  }
}
