import RowsmithAPI
import RowsmithSchema

// Conflict policies.
extension Resolver {
  /// The policies of single attributes and relationships.
  mutating func memberConflicts(
    _ family: SyncFamily, _ entity: SyncPlan.Entity, _ context: SyncContext
  ) -> [SyncPlan.MemberConflict] {
    guard let declared = family.declaration?.memberConflicts, !declared.isEmpty else { return [] }
    let members = SyncMembers(family, entity)
    return declared.flatMap { conflict -> [SyncPlan.MemberConflict] in
      let parts = parts(of: conflict.member.value, family, context.graph)
      guard isInConflict(conflict, family, members, context, parts: parts) else { return [] }
      return (parts.isEmpty ? [conflict.member.value] : parts).map {
        SyncPlan.MemberConflict($0, conflict.policy.value)
      }
    }
  }

  /// The attributes of a value of several parts; empty if the name is another member's.
  private func parts(of name: String, _ family: SyncFamily, _ graph: SchemaGraph) -> [String] {
    let group = family.entities.lazy.flatMap(\.groups).first { $0.name == name }
    return group.flatMap { graph.parts(of: $0)?.attributes.map(\.name) } ?? []
  }

  private mutating func isInConflict(
    _ conflict: MemberConflictDeclaration, _ family: SyncFamily, _ members: SyncMembers,
    _ context: SyncContext, parts: [String]
  ) -> Bool {
    let name = conflict.member.value
    let before = diagnostics.count
    var isList = false
    if let attribute = members.attributes[name] {
      if family.root.primaryKey.contains(name) {
        diagnostics.append(.conflictOfKey(name, at: conflict.member.range))
      }
      if case .array = attribute.type { isList = true }
      if attribute.type == .scalar(.json) { isList = true }
    } else if let link = members.relationships[name] {
      isList = link.cardinality == .toMany
      if isList, !members.sentLinks.contains(name) {
        let other = link.inverse.map { "\(link.target).\($0)" }
        diagnostics.append(.conflictOfUnsentLinks(name, other, at: conflict.member.range))
      }
    } else if parts.isEmpty {
      reportUnknownMember(conflict.member, family, context)
    }
    if members.neverSent.contains(parts.first ?? name) {
      diagnostics.append(.conflictOfUnsent(name, at: conflict.member.range))
    }
    if diagnostics.count == before, conflict.policy.value == .union, !isList {
      diagnostics.append(.unionOfNoList(name, at: conflict.policy.range))
    }
    return diagnostics.count == before
  }

  private mutating func reportUnknownMember(
    _ member: Located<String>, _ family: SyncFamily, _ context: SyncContext
  ) {
    if family.entities.contains(where: { isAtFault(member.value, of: $0.name, context.graph) }) { return }
    let known = family.entities.flatMap { $0.attributes.map(\.name) + $0.relationships.map(\.modelName) }
    let nearest = suggestions.nearest(to: member.value, in: known)
    diagnostics.append(
      .unknownInConflict(member.value, family.root.name, suggestion: nearest, at: member.range))
  }

  /// Warns of policies without effect.
  mutating func checkConflicts(_ family: SyncFamily, _ entity: SyncPlan.Entity) {
    guard let declaration = family.declaration else { return }
    if family.direction == .pull {
      let conflict = declaration.conflict?.range ?? declaration.memberConflicts.first?.policy.range
      for (key, range) in [("conflict", conflict), ("deleteConflict", declaration.deleteConflict?.range)] {
        if let range { diagnostics.append(.conflictOfPull(key, entity.name, at: range)) }
      }
      return
    }
    guard let conflict = declaration.conflict, conflict.value == .union, entity.links.isEmpty else { return }
    let hasList = family.entities.lazy.flatMap(\.attributes).contains { attribute in
      if case .array = attribute.type { return !entity.neverSent.contains(attribute.name) }
      return attribute.type == .scalar(.json) && !entity.neverSent.contains(attribute.name)
    }
    if !hasList { diagnostics.append(.unionWithoutList(entity.name, at: conflict.range)) }
  }
}
