import RowsmithModel

/// Looks up entities and their members, including inherited ones.
struct EntityIndex {
  private var entities: [String: EntityDraft] = [:]
  private let names: [[String]: String]
  private let enums: [String: [String]]

  init(_ draft: ModelDraft) {
    names = Dictionary(draft.entities.map { (Words.of($0.name), $0.name) }) { first, _ in first }
    enums = Dictionary(draft.enums.map { ($0.name, $0.values) }) { first, _ in first }
    entities = Dictionary(draft.entities.map { ($0.name, $0) }) { first, _ in first }
  }

  /// The entity and those it extends, nearest first.
  func lineage(of name: String) -> [EntityDraft] {
    var line: [EntityDraft] = []
    var next: String? = name
    while let current = next, let entity = entities[current], line.count < 100 {
      line.append(entity)
      next = entity.extends
    }
    return line
  }

  /// Whether an entity has a primary key.
  func hasKey(_ name: String) -> Bool { lineage(of: name).last?.primaryKey.isEmpty == false }

  func attributes(of name: String) -> [MemberDraft] { lineage(of: name).flatMap(\.attributes) }
  func relationships(of name: String) -> [MemberDraft] { lineage(of: name).flatMap(\.relationships) }

  /// The attribute that is the primary key, if the key is a single one.
  func key(of name: String) -> MemberDraft? {
    guard let root = lineage(of: name).last, root.primaryKey.count == 1 else { return nil }
    return root.attributes.first { $0.name == root.primaryKey[0] }
  }

  /// An attribute that can be part of a URL, by its JSON key or its name.
  func attribute(_ key: String, of name: String) -> MemberDraft? {
    let words = Words.of(DraftNames.memberName(key))
    return attributes(of: name).first { attribute in
      isWord(attribute.type)
        && (attribute.importName == ImportName.escaped(key) || Words.of(attribute.name) == words)
    }
  }

  /// The entity for a segment of a path: Pet for `pets`.
  func entity(named segment: String) -> String? {
    names[Words.of(Singular.of(DraftNames.memberName(segment)))]
  }

  /// Whether values of a type are single words.
  func isWord(_ type: String) -> Bool {
    ["Int", "Double", "Bool", "String", "Date", "UUID", "URL", "Decimal"].contains(type) || enums[type] != nil
  }

  /// The enum with these values.
  func enumeration(of values: [String]) -> String? {
    enums.filter { $0.value == values }.map(\.key).min()
  }
}
