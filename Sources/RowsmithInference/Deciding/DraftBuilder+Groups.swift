import RowsmithModel

extension DraftBuilder {
  /// The type of a place whose values, or list items, have several parts.
  ///
  /// - Parameter entity: the entity that has the place.
  func group(at place: MemberPlace, of entity: String) -> String? {
    guard place.objects > 0 || place.arrays > 0,
      let (tree, isList) = GroupReading(clustering: clustering).tree(at: place)
    else { return nil }
    if !isList {
      // A table has 2000 columns at most; what goes beyond half of that stays JSON.
      guard groupColumns[entity, default: 0] + tree.leaves <= Self.maximumColumns else { return nil }
      groupColumns[entity, default: 0] += tree.leaves
    }
    note(tree, of: entity)
    let type = groups.take(tree, of: entity, isListed: isList)
    return isList ? "[\(type)]" : type
  }

  /// The most columns for the values of an entity.
  private static let maximumColumns = 1000

  /// Collects date formats and word lists, which are decided for the whole model.
  private func note(_ tree: GroupTree, of entity: String) {
    for member in tree.members {
      if let format = member.made.dateFormat { dateFormats[format, default: 0] += 1 }
      let path = (tree.path + [member.key]).map { ImportName.escaped($0) }.joined(separator: ".")
      if let words = member.words {
        seenValues.append(SeenValues(entity: entity, path: path, values: words))
      }
      if let inner = member.inner { note(inner, of: entity) }
    }
  }

  /// Names the values of several parts and adds them to the draft.
  func nameGroups() {
    // Outer values choose their names first.
    let order = groups.groups.indices.sorted { one, other in
      let lengths = [one, other].map { groups.groups[$0].paths.map(\.count).min() ?? 0 }
      return (lengths[0], one) < (lengths[1], other)
    }
    var names = groups.groups.map { _ in "" }
    for index in order { names[index] = types.take(GroupNaming.names(of: groups.groups[index])) }
    func named(_ member: inout MemberDraft) {
      guard let index = GroupCatalog.index(of: member.type) else { return }
      member.type = member.type.hasPrefix("[") ? "[\(names[index])]" : names[index]
    }
    for (group, name) in zip(groups.groups, names) {
      var draft = ValueGroupDraft(name: name, members: group.members.map(\.made.draft))
      for index in draft.members.indices { named(&draft.members[index]) }
      model.values.append(draft)
      for made in group.members.map(\.made) {
        guard let values = made.values else { continue }
        enums.append(EnumUse(entity: name, attribute: made.draft.name, values: values, remark: made.remark))
      }
    }
    for entity in model.entities.indices {
      for index in model.entities[entity].attributes.indices {
        named(&model.entities[entity].attributes[index])
      }
    }
  }
}
