import RowsmithSchema

/// What the engine knows of a value of several parts, which is several columns of an entity that are replaced together.
final class GroupMapping {
  /// One of the columns, not of a value inside.
  struct Part {
    var slot: Int
    let attribute: AttributeMapping
    /// Whether a value without it is none.
    var isRequired: Bool
    /// What it is where the object does not have it.
    var fallback: Cell
  }

  /// `address.geo`.
  let path: String
  let type: String
  let isOptional: Bool
  /// Where the JSON holds the object.
  let importPaths: [Schema.ImportPath]
  let exportPath: [String]?
  /// Its columns, those of values inside included.
  let slots: [Int]
  let parts: [Part]
  /// The values inside.
  let inner: [GroupMapping]
  /// For each of `slots`, which of `importPaths` each of its own places is in.
  private let alternatives: [[UInt8]]

  /// - Parameter attributes: those of the entity, by name.
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
    let mappings = group.attributes.compactMap { attributes[$0.name] }
    alternatives = slots.map { slot in
      let own = mappings.first { $0.slot == slot }?.schema.importPaths ?? []
      return own.map { path in UInt8(clamping: paths.firstIndex { $0.leads(to: path) } ?? 0) }
    }
  }

  /// Itself and the values inside.
  var all: [GroupMapping] { [self] + inner.flatMap(\.all) }

  /// In which of its places a value of one of its columns was found.
  func alternative(of cell: Cell, at index: Int) -> UInt8 {
    let own = alternatives[index]
    return Int(cell.priority) < own.count ? own[Int(cell.priority)] : 0
  }

  /// The first place of a column in one of the group's.
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
