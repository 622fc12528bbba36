import RowsmithModel
import RowsmithSchema

// Values of several parts: new members go to the type that the model declares.
extension HintAdditions {
  /// Chooses the names of the draft's values in the model: the type at the same place, otherwise a type of the same name that
  /// reads mostly the same paths, otherwise a new name.
  mutating func nameGroups() {
    let groups = Dictionary(draft.values.map { ($0.name, $0.members) }) { first, _ in first }
    let graph = graph
    func match(_ members: [MemberDraft], _ typeAt: (String) -> String?) {
      for member in members {
        let name = member.bareType
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

  /// The value type that an entity reads from a path.
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

  /// The new members of an entity or a value.
  ///
  /// - Parameters:
  ///   - known: the paths that it reads.
  ///   - typeAt: the value type that it reads from a path; `nil` if there is none.
  ///   - name: returns a name for a new member.
  mutating func new(
    _ members: [MemberDraft], _ known: HintedPaths, _ typeAt: (String) -> String?,
    name: (MemberDraft) -> String
  ) -> [MemberDraft] {
    var new: [MemberDraft] = []
    for var member in members where member.importName != "$key" {
      let path = member.readPath(draft.casing)
      let inner = groups[member.bareType]
      if let inner, let type = typeAt(path) {
        add(inner, to: type)
      } else if let inner, !member.type.hasPrefix("["), known.readsInside(path) {
        // The model has key paths into this object, so new members get key paths too.
        new += self.new(parts(of: member, inner), known, typeAt, name: name)
      } else if !known.reads(path) {
        member.name = name(member)
        new.append(member)
      }
    }
    return new
  }

  /// The members of a value, with key paths from what is around it.
  private func parts(of member: MemberDraft, _ inner: [MemberDraft]) -> [MemberDraft] {
    inner.map { part in
      var part = part
      part.importName = "\(member.readPath(draft.casing)).\(part.readPath(draft.casing))"
      part.name = SwiftNames.property(besideKey: "\(member.name)_\(part.name)")
      return part
    }
  }

  /// An attribute of an entity of the model or, if it is a value into which this has key paths, the members of it.
  func withoutGroup(_ member: MemberDraft, of entity: String, _ known: HintedPaths) -> [MemberDraft] {
    let path = member.readPath(draft.casing)
    guard let inner = groups[member.type], known.readsInside(path),
      Self.valueType(at: path, of: entity, graph) == nil
    else { return [member] }
    return parts(of: member, inner).flatMap { withoutGroup($0, of: entity, known) }
  }

  /// Adds new members to a type of the model.
  private mutating func add(_ members: [MemberDraft], to type: String) {
    guard let known = graph.valueType(type) else { return }
    // Members added from another place are known by now.
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

  /// The members to add to a type.
  struct GroupAddition {
    var known: (HintedPaths, NameChoice)
    var members: [MemberDraft]
  }

  /// Writes the new values that are used, and the new members of existing ones.
  ///
  /// - Parameter used: the types of the added attributes; the types of their members are added.
  mutating func addGroups(_ used: inout Set<String>) throws {
    // A value with the name of an existing type, at a place unknown to the model: its members go to that type.
    for group in draft.values {
      guard let name = groupNames[group.name], used.contains(name), let members = groups[name] else {
        continue
      }
      add(members, to: name)
    }
    for type in additionOrder {
      let members = additions[type]?.members ?? []
      used.formUnion(members.map(\.bareType))
      try put(members.map { spelled.entry(forAttribute: $0, of: nil) }, under: ["values", type])
    }
    // From outer to inner, because outer values use inner ones.
    var new: [ValueGroupDraft] = []
    for group in draft.values.reversed() {
      guard let name = groupNames[group.name], used.contains(name), graph.valueType(name) == nil,
        let members = groups[name], !new.contains(where: { $0.name == name })
      else { continue }
      used.formUnion(members.map(\.bareType))
      new.insert(ValueGroupDraft(name: name, members: members), at: 0)
    }
    for group in new { try put([spelled.entry(for: group)], under: ["values"], isSpaced: true) }
  }
}
