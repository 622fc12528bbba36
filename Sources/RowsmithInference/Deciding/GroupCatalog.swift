import RowsmithModel

/// The values of several parts in a draft, one for each shape, however many places have it.
///
/// They are named once all places are known. Until then an attribute's type is `group 3`, which cannot be a type's name.
struct GroupCatalog {
  struct Group {
    var members: [GroupTree.Member]
    /// The key paths of all its places.
    var paths: [[String]]
    /// The entity that it was first found in.
    var entity: String
    /// Whether it is a list item anywhere.
    var isListed: Bool
  }

  private(set) var groups: [Group] = []

  static func reference(_ index: Int) -> String { "group \(index)" }

  /// The group that a type refers to, directly or as list items.
  static func index(of type: String) -> Int? {
    let bare = MemberDraft.bare(type)
    return bare.hasPrefix("group ") ? Int(bare.dropFirst("group ".count)) : nil
  }

  /// Adds a value and those inside it.
  ///
  /// - Returns: the type for an attribute.
  mutating func take(_ tree: GroupTree, of entity: String, isListed: Bool = false) -> String {
    var tree = tree
    for index in tree.members.indices {
      guard let inner = tree.members[index].inner else { continue }
      let isListed = tree.members[index].isList
      let type = take(inner, of: entity, isListed: isListed)
      tree.members[index].made.draft.type = isListed ? "[\(type)]" : type
    }
    for index in groups.indices {
      guard let joined = joined(index, with: tree) else { continue }
      groups[index].members = joined
      groups[index].paths.append(tree.path)
      groups[index].isListed = groups[index].isListed || isListed
      return Self.reference(index)
    }
    groups.append(Group(members: tree.members, paths: [tree.path], entity: entity, isListed: isListed))
    return Self.reference(groups.count - 1)
  }

  /// The joined members of two values, if they are the same: all keys are equal, or most keys are and the names are similar, as
  /// in `billing_address` and `shipping_address`.
  private func joined(_ index: Int, with tree: GroupTree) -> [GroupTree.Member]? {
    let own = Set(groups[index].members.map(\.key))
    let other = Set(tree.members.map(\.key))
    if own != other {
      let isNested = own.isSubset(of: other) || other.isSubset(of: own)
      let least = min(own.count, other.count)
      guard isNested, least > 1, 2 * least >= max(own.count, other.count), isCalledAlike(groups[index], tree)
      else { return nil }
    }
    // A value cannot contain itself.
    if tree.members.contains(where: { leads($0, to: index) }) { return nil }
    var members: [GroupTree.Member] = []
    for var member in groups[index].members {
      if let same = tree.members.first(where: { $0.key == member.key }) {
        guard let joined = Self.joined(member, same) else { return nil }
        member = joined
      } else {
        member.makeOptional()
      }
      members.append(member)
    }
    for var member in tree.members where !own.contains(member.key) {
      if let type = Self.index(of: member.made.draft.type), type == index { return nil }
      member.makeOptional()
      members.append(member)
    }
    return members
  }

  private func isCalledAlike(_ group: Group, _ tree: GroupTree) -> Bool {
    group.paths.contains { GroupNaming.words($0).last == GroupNaming.words(tree.path).last }
  }

  private func leads(_ member: GroupTree.Member, to index: Int) -> Bool {
    guard let own = Self.index(of: member.made.draft.type) else { return false }
    return own == index || groups[own].members.contains { leads($0, to: index) }
  }

  /// The joined member of two groups; `nil` if the types differ.
  private static func joined(_ one: GroupTree.Member, _ other: GroupTree.Member) -> GroupTree.Member? {
    if one.made.isUnknown || other.made.isUnknown, one.made.isUnknown != other.made.isUnknown {
      // A member that was only null fits any type.
      var known = one.made.isUnknown ? other : one
      let unknown = one.made.isUnknown ? one : other
      guard unknown.made.draft.isOptional, unknown.made.remark == "only null was seen" else { return nil }
      known.makeOptional()
      known.made.draft.name = one.made.draft.name
      return known
    }
    var joined = one
    let types = [one.made.draft.type, other.made.draft.type]
    if types.sorted() == ["Double", "Int"] {
      joined.made.draft.type = "Double"
    } else if types[0] != types[1] {
      return nil
    }
    guard one.made.draft.settings == other.made.draft.settings else { return nil }
    if other.made.draft.isOptional, !one.made.draft.isOptional {
      joined.made.draft.isOptional = true
      joined.made.draft.comment = other.made.draft.comment
    }
    // A list of words in one place but not in the other is text.
    joined.made.values = one.made.values.flatMap { own in
      other.made.values.map { values in own + values.filter { !own.contains($0) } }
    }
    return joined
  }
}

extension GroupTree.Member {
  /// Makes a member optional that is not in every place.
  fileprivate mutating func makeOptional() {
    if made.draft.isOptional { return }
    made.draft.isOptional = true
    made.draft.comment = [made.draft.comment, "not in every place"].compactMap { $0 }.joined(separator: "; ")
  }
}
