import RowsmithSchema

/// How a value type is mapped: to several columns of an entity that are replaced together.
final class GroupMapping {
  /// One of the columns, not of a nested value.
  struct Part {
    var slot: Int
    let attribute: AttributeMapping
    /// Whether the value is invalid without it.
    var isRequired: Bool
    /// The value if the object does not have it.
    var fallback: Cell
  }

  /// `address.geo`.
  let path: String
  let type: String
  let isOptional: Bool
  /// Where the JSON has the object.
  let importPaths: [Schema.ImportPath]
  let exportPath: [String]?
  /// Its columns, including those of nested values.
  let slots: [Int]
  let parts: [Part]
  /// The nested values.
  let inner: [GroupMapping]
  /// For each of `slots` and each of its import paths: the index of the group's path that leads to it.
  private let alternatives: [[UInt8]]

  /// - Parameter attributes: the entity's attributes, by name.
  init?(_ group: ValueParts, attributes: [String: AttributeMapping], arena: Arena) {
    path = group.path.joined(separator: ".")
    type = group.group.type
    isOptional = group.group.isOptional
    importPaths = group.group.importPaths
    exportPath = group.group.exportPath
    var parts: [Part] = []
    var inner: [GroupMapping] = []
    for part in group.parts {
      switch part {
      case .attribute(let attribute, let member):
        guard let mapping = attributes[attribute.name] else { return nil }
        parts.append(
          Part(
            slot: mapping.slot, attribute: mapping, isRequired: !member.isOptional,
            fallback: member.defaultValue.map { arena.cell($0) } ?? .null))
      case .group(let group):
        guard let mapping = GroupMapping(group, attributes: attributes, arena: arena) else { return nil }
        inner.append(mapping)
      }
    }
    (self.parts, self.inner) = (parts, inner)
    slots = parts.map(\.slot) + inner.flatMap(\.slots)
    let paths = importPaths
    let mappings = Dictionary(
      group.attributes.compactMap { attributes[$0.name] }.map { ($0.slot, $0) },
      uniquingKeysWith: { first, _ in first })
    alternatives = slots.map { slot in
      let own = mappings[slot]?.schema.importPaths ?? []
      return own.map { path in UInt8(clamping: paths.firstIndex { $0.leads(to: path) } ?? 0) }
    }
  }

  /// The columns that are not NULL if there is a value, including those of nested values that are required.
  var requiredSlots: [Int] {
    parts.filter(\.isRequired).map(\.slot) + inner.filter { !$0.isOptional }.flatMap(\.requiredSlots)
  }

  /// Itself and the nested values.
  var all: [GroupMapping] { [self] + inner.flatMap(\.all) }

  /// The index of the group's path under which the value of a column was found.
  func alternative(of cell: Cell, at index: Int) -> UInt8 {
    let own = alternatives[index]
    return Int(cell.priority) < own.count ? own[Int(cell.priority)] : 0
  }

  /// The index of a column's first path inside one of the group's paths.
  func priority(of index: Int, in alternative: UInt8) -> UInt8 {
    UInt8(clamping: alternatives[index].firstIndex(of: alternative) ?? 0)
  }
}

extension Schema.ImportPath {
  /// Whether the other path begins with this one.
  fileprivate func leads(to other: Schema.ImportPath) -> Bool {
    guard case .keys(let own) = self, case .keys(let keys) = other else { return false }
    return keys.starts(with: own)
  }
}
