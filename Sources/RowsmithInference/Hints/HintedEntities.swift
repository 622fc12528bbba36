import RowsmithModel
import RowsmithSchema

/// Finds the entities of a draft that the model already has, possibly under other names.
struct HintedEntities {
  private let draft: ModelDraft
  private let schema: Schema
  private let graph: SchemaGraph
  private let seen: [SeenValues]
  /// The names in the model, by the names in the draft.
  private(set) var names: [String: String] = [:]

  /// - Parameters:
  ///   - seen: the values of members that may say what a record is.
  ///   - root: the entity of the records at the top, in the draft.
  ///   - given: the name that a person gave it.
  init(_ draft: ModelDraft, _ schema: Schema, seen: [SeenValues], root: String?, given: String?) {
    self.draft = draft
    self.schema = schema
    self.seen = seen
    graph = SchemaGraph(schema)
    if let root, let given { _ = match(root, given) }
    matchDocuments()
    _ = matchKinds()
    matchNames(root)
    if let root { matchTop(root) }
    repeat {} while followRelationships() || matchKinds()
    matchMembers()
    repeat {} while followRelationships() || matchKinds()
  }

  private mutating func match(_ name: String, _ other: String) -> Bool {
    guard names[name] == nil, draft.entities.contains(where: { $0.name == name }),
      schema.entities.contains(where: { $0.name == other })
    else { return false }
    names[name] = other
    return true
  }

  /// Matches entities at the same path of a document.
  private mutating func matchDocuments() {
    for member in draft.documents.flatMap(\.members) {
      guard
        let other = schema.documents.flatMap(\.members).first(where: {
          "\(Schema.ImportPath.keys($0.path))" == member.key
        })
      else { continue }
      switch (member.value, other.oneOf) {
      case (.plain(let type), let oneOf):
        let name = MemberDraft.bare(type)
        if let entity = oneOf.map({ kind(of: name, $0) }) ?? other.entity { _ = match(name, entity) }
      case (.inline(let entries), let oneOf?): matchKinds(entries, oneOf)
      default: continue
      }
    }
  }

  /// Matches the kinds of records in one collection by the values that say what they are.
  private mutating func matchKinds(_ entries: [YAMLEntryDraft], _ oneOf: Schema.OneOf) {
    guard case .inline(let kinds)? = entries.first(where: { $0.key == "oneOf" })?.value else { return }
    for kind in kinds {
      guard case .plain(let name) = kind.value,
        let entity = oneOf.values.first(where: { $0.name == kind.key })?.entity
      else { continue }
      _ = match(name, entity)
    }
  }

  /// The entity that the samples say a draft's records are; `nil` if they say several, or one that is not listed.
  private func kind(of name: String, _ oneOf: Schema.OneOf) -> String? {
    let paths = oneOf.discriminator.map { "\($0)" }
    guard let values = seen.first(where: { $0.entity == name && paths.contains($0.path) })?.values else {
      return nil
    }
    let kinds = Set(values.map { value in oneOf.values.first { $0.name == value }?.entity })
    return kinds.count == 1 ? kinds.first ?? nil : nil
  }

  /// Matches the kinds of a family by the values that say what they are.
  private mutating func matchKinds() -> Bool {
    var isChanged = false
    for entity in draft.entities {
      guard let root = schema.entities.first(where: { $0.name == names[entity.name] }) else { continue }
      for (value, name) in entity.kinds {
        guard let other = root.discriminatorValues.first(where: { $0.name == value })?.entity else {
          continue
        }
        if match(name, other) { isChanged = true }
      }
    }
    return isChanged
  }

  /// Matches entities of the same name. What is in the records at the top is not their entity if they are more like it.
  private mutating func matchNames(_ root: String?) {
    let top = root.flatMap { names[$0] ?? (isKnown($0) ? $0 : best(for: $0)) }
    for entity in draft.entities {
      if let root, let top, entity.name == top, entity.name != root,
        common(root, top) > common(entity.name, top)
      {
        continue
      }
      _ = match(entity.name, entity.name)
    }
  }

  private func isKnown(_ name: String) -> Bool { schema.entities.contains { $0.name == name } }

  /// The paths of an entity of the draft.
  private func paths(of name: String) -> [String] {
    guard let entity = draft.entities.first(where: { $0.name == name }) else { return [] }
    return (entity.attributes + entity.relationships).map { $0.readPath(draft.casing) }
  }

  /// How many paths of an entity of the draft one of the model reads.
  private func common(_ name: String, _ other: String) -> Int {
    let known = HintedPaths(other, graph)
    return paths(of: name).count { known.reads($0) }
  }

  /// Matches the records at the top with the entity that has the most paths in common; the first if there are several.
  private mutating func matchTop(_ name: String) {
    guard names[name] == nil, let best = best(for: name) else { return }
    _ = match(name, best)
  }

  private func best(for name: String) -> String? {
    let paths = paths(of: name)
    var best: (name: String, common: Int)?
    for other in schema.entities where other.parent == nil && !names.values.contains(other.name) {
      let known = HintedPaths(other.name, graph)
      let common = paths.count { known.reads($0) }
      let own = other.attributes.count + other.relationships.count
      if 2 * common >= min(paths.count, own), common > (best?.common ?? 0) { best = (other.name, common) }
    }
    return best?.name
  }

  /// Matches the targets of the same relationship.
  private mutating func followRelationships() -> Bool {
    var isChanged = false
    for entity in draft.entities {
      guard let other = names[entity.name] else { continue }
      for relationship in entity.relationships {
        let path = relationship.readPath(draft.casing)
        guard
          let known = graph.relationships(of: other).first(where: { candidate in
            (candidate.importPaths + candidate.foreignKeyPaths).contains { "\($0)" == path }
          })
        else { continue }
        let name = relationship.bareType
        let target = known.choice.map { kind(of: name, $0.oneOf) } ?? known.target
        if let target, match(name, target) { isChanged = true }
      }
    }
    return isChanged
  }

  /// Matches entities with mostly the same members.
  private mutating func matchMembers() {
    for entity in draft.entities where names[entity.name] == nil {
      let paths = (entity.attributes + entity.relationships).map { $0.readPath(draft.casing) }
      guard paths.count > 2 else { continue }
      var best: (name: String, common: Int)?
      for other in schema.entities where !names.values.contains(other.name) {
        let known = HintedPaths(other.name, graph)
        let common = paths.count { known.reads($0) }
        if 5 * common >= 3 * paths.count, common > (best?.common ?? 2) { best = (other.name, common) }
      }
      if let best { _ = match(entity.name, best.name) }
    }
  }
}

/// The paths that an entity reads.
struct HintedPaths {
  private var paths: Set<String> = []

  init(_ entity: String, _ graph: SchemaGraph) {
    self.init(graph.lineage(of: entity) + graph.descendants(of: entity))
  }

  /// The paths that the entities of a family read.
  ///
  /// - Parameter left: the name of a relationship that does not count.
  init(_ relatives: [Schema.Entity], besides left: String? = nil) {
    var all: [Schema.ImportPath] = []
    for relative in relatives {
      all += relative.attributes.flatMap(\.importPaths) + relative.discriminator
      all += relative.relationships.filter { $0.name != left }.flatMap {
        $0.importPaths + $0.foreignKeyPaths + ($0.choice?.typePaths ?? [])
      }
    }
    self.init(all)
  }

  /// The paths that a value of several parts reads.
  init(_ type: Schema.ValueType) { self.init(type.attributes.flatMap(\.importPaths)) }

  private init(_ all: [Schema.ImportPath]) {
    for path in all {
      paths.insert("\(path)")
      guard case .keys(let keys) = path else { continue }
      // The objects around it are read in part. A draft must not add them as a whole.
      for count in 1..<max(1, keys.count) {
        around.insert("\(Schema.ImportPath.keys(Array(keys.prefix(count))))")
      }
    }
  }

  private var around: Set<String> = []

  /// Adds a path that is read from now on.
  mutating func insert(_ path: String) { paths.insert(path) }

  /// Removes a path that is no longer read.
  mutating func remove(_ path: String) { paths.remove(path) }

  /// Whether only parts of the value at a path are read.
  func readsInside(_ path: String) -> Bool { around.contains(path) && !paths.contains(path) }

  /// Whether a path, or something around or inside it, is read.
  func reads(_ path: String) -> Bool {
    if paths.contains(path) || around.contains(path) { return true }
    guard let keys = try? ImportName.keys(path) else { return false }
    return (1..<max(1, keys.count)).contains {
      paths.contains("\(Schema.ImportPath.keys(Array(keys.prefix($0))))")
    }
  }
}

extension MemberDraft {
  /// The member with its path written out, if it does not have one.
  func saying(_ path: String) -> MemberDraft {
    guard importName == nil, !settings.contains(where: { ["ForeignKey", "ImportName"].contains($0.key) })
    else {
      return self
    }
    var member = self
    member.importName = path
    return member
  }

  /// The first path that a member is read from.
  func readPath(_ casing: Casing) -> String {
    for setting in settings where ["ForeignKey", "ImportName"].contains(setting.key) {
      if case .text(let path) = setting.value, importName == nil { return path }
      if case .list(let paths) = setting.value, case .text(let path)? = paths.first { return path }
    }
    return importName ?? casing.key(for: name)
  }
}
