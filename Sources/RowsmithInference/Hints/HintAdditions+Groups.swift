import RowsmithModel
import RowsmithSchema

// Values of several parts: what is new in one goes to where a person has declared it.
extension HintAdditions {
  /// The names of the draft's values in the model: that of the type that stands at their place, else of one that is called
  /// so and reads mostly the same, else one of their own.
  mutating func nameGroups() {
    let groups = Dictionary(draft.values.map { ($0.name, $0.members) }) { first, _ in first }
    let graph = graph
    func match(_ members: [MemberDraft], _ typeAt: (String) -> String?) {
      for member in members {
        let name = member.type.filter { !"[]".contains($0) }
        guard let inner = groups[name], let type = typeAt(member.readPath(draft.casing)),
          groupNames[name] == nil
        else { continue }
        groupNames[name] = type
        match(inner) { Self.valueType(at: $0, in: graph.valueType(type)?.attributes ?? []) }
      }
    }
    for entity in draft.entities {
      guard let known = entities.names[entity.name] else { continue }
      match(entity.attributes) { Self.valueType(at: $0, of: known, graph) }
    }
    for group in draft.values where groupNames[group.name] == nil {
      let paths = group.members.map { $0.readPath(draft.casing) }
      if let type = graph.valueType(group.name),
        2 * paths.count(where: { HintedPaths(type).reads($0) }) >= paths.count
      {
        groupNames[group.name] = group.name
      } else {
        groupNames[group.name] = types.take([group.name, "\(group.name)Value"])
      }
    }
  }

  /// The type of what an entity reads from a path.
  static func valueType(at path: String, of entity: String, _ graph: SchemaGraph) -> String? {
    for relative in graph.lineage(of: entity) + graph.descendants(of: entity) {
      if let group = relative.groups.first(where: { $0.importPaths.contains { "\($0)" == path } }) {
        return group.type
      }
      if let type = valueType(at: path, in: relative.attributes) { return type }
    }
    return nil
  }

  private static func valueType(at path: String, in attributes: [Schema.Attribute]) -> String? {
    attributes.first { $0.type.valueType != nil && $0.importPaths.contains { "\($0)" == path } }?.type
      .valueType
  }

  /// What is new among the members of an entity or a value.
  ///
  /// - Parameters:
  ///   - known: what it reads.
  ///   - typeAt: the type of what it reads from a path, where that is a value.
  ///   - name: a name for a member that has none yet.
  mutating func new(
    _ members: [MemberDraft], _ known: HintedPaths, _ typeAt: (String) -> String?,
    name: (MemberDraft) -> String
  ) -> [MemberDraft] {
    var new: [MemberDraft] = []
    for var member in members where member.importName != "$key" {
      let path = member.readPath(draft.casing)
      let inner = groups[member.type.filter { !"[]".contains($0) }]
      if let inner, let type = typeAt(path) {
        add(inner, to: type)
      } else if let inner, !member.type.hasPrefix("["), known.readsInside(path) {
        // A person has written key paths here: what is new is written so, too.
        let taken = inner.map { part in
          var part = part
          part.importName = "\(path).\(part.readPath(draft.casing))"
          part.name = SwiftNames.property(besideKey: "\(member.name)_\(part.name)")
          return part
        }
        new += self.new(taken, known, typeAt, name: name)
      } else if !known.reads(path) {
        member.name = name(member)
        new.append(member)
      }
    }
    return new
  }

  /// Adds what is new to a type that the model has.
  private mutating func add(_ members: [MemberDraft], to type: String) {
    guard let known = graph.valueType(type) else { return }
    // What has been added from another place is there now.
    var (paths, names) = additions[type]?.known ?? (HintedPaths(known), NameChoice())
    if additions[type] == nil { names.reserve(known.attributes.map(\.name)) }
    var found = additions[type]?.members ?? []
    let new = self.new(
      members, paths, { Self.valueType(at: $0, in: known.attributes) }, name: { names.take([$0.name]) })
    for var member in new {
      member.isOptional = true
      paths.insert(member.readPath(draft.casing))
      found.append(member)
    }
    if found.isEmpty { return }
    if additions[type] == nil { additionOrder.append(type) }
    additions[type] = GroupAddition(known: (paths, names), members: found)
  }

  /// What is to be added to a type.
  struct GroupAddition {
    var known: (HintedPaths, NameChoice)
    var members: [MemberDraft]
  }

  /// Writes the values that are new and used, and the members that are new in others.
  ///
  /// - Parameter used: the types of the attributes that were added; those of the members are put into it.
  mutating func addGroups(_ used: inout Set<String>) throws {
    // A value that is called as one of the model, at a place that the model does not have: its members are added there.
    for group in draft.values {
      guard let name = groupNames[group.name], used.contains(name), let members = groups[name] else {
        continue
      }
      add(members, to: name)
    }
    for type in additionOrder {
      let members = additions[type]?.members ?? []
      used.formUnion(members.map { $0.type.filter { !"[]".contains($0) } })
      try put(members.map { spelled.entry(forAttribute: $0, of: nil) }, under: ["values", type])
    }
    // From the outer to the inner, as the one uses the other.
    var new: [ValueGroupDraft] = []
    for group in draft.values.reversed() {
      guard let name = groupNames[group.name], used.contains(name), graph.valueType(name) == nil,
        let members = groups[name], !new.contains(where: { $0.name == name })
      else { continue }
      used.formUnion(members.map { $0.type.filter { !"[]".contains($0) } })
      new.insert(ValueGroupDraft(name: name, members: members), at: 0)
    }
    for group in new { try put([spelled.entry(for: group)], under: ["values"], isSpaced: true) }
  }
}
