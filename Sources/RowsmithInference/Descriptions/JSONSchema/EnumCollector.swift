import RowsmithModel

/// Collects the enums of members. Enums without a name of their own are named when all of them are known.
struct EnumCollector {
  private struct Use: Hashable {
    var owner: String
    var member: String
  }

  private struct Collected {
    var values: [String]
    var name: String?
    var doc: String?
    var uses: [Use]
  }

  private struct Identity: Hashable {
    var values: [String]
    var name: String?
    var member: String?
  }

  private var collected: [Collected] = []
  private var places: [Identity: Int] = [:]

  /// A placeholder for the type of a member, until enums have names.
  mutating func type(
    for values: [String], named name: String?, doc: String?, owner: String, member: String
  ) -> String {
    // Members with the same name and the same values share an enum.
    let identity = Identity(values: values, name: name, member: name == nil ? member : nil)
    let use = Use(owner: owner, member: member)
    let place: Int
    if let known = places[identity] {
      place = known
      if !collected[place].uses.contains(use) { collected[place].uses.append(use) }
    } else {
      place = collected.count
      places[identity] = place
      collected.append(Collected(values: values, name: name, doc: name == nil ? nil : doc, uses: [use]))
    }
    return "\(Self.mark)\(place)"
  }

  private static let mark = "\u{1}enum"

  /// Names the enums that a draft uses, and replaces the placeholders.
  func settle(_ draft: inout ModelDraft, _ names: inout DraftNames) {
    var given: [String: String] = [:]
    var made: [EnumDraft] = []
    draft.forEachMember { member in
      guard let range = member.type.firstRange(of: Self.mark) else { return }
      let digits = member.type[range.upperBound...].prefix { $0.isNumber }
      guard let place = Int(digits), collected.indices.contains(place) else { return }
      let mark = Self.mark + digits
      let name = given[mark] ?? self.name(collected[place], &names)
      if given[mark] == nil {
        made.append(EnumDraft(name: name, values: collected[place].values))
        made[made.count - 1].doc = collected[place].doc
      }
      given[mark] = name
      member.type = member.type.replacing(mark, with: name)
    }
    draft.enums += made
  }

  private func name(_ collected: Collected, _ names: inout DraftNames) -> String {
    if let name = collected.name { return name }
    let member = DraftNames.typeName(Singular.of(collected.uses[0].member))
    let isShared = Set(collected.uses.map(\.owner)).count > 1
    if isShared, !names.isTaken(member), !ReservedNames.isReservedType(member) { return names.unique(member) }
    return names.type(for: collected.uses[0].owner + member, orElse: "Value")
  }
}

extension ModelDraft {
  /// Changes each attribute, relationship, and member of a value group.
  mutating func forEachMember(_ body: (inout MemberDraft) -> Void) {
    for index in entities.indices {
      for place in entities[index].attributes.indices { body(&entities[index].attributes[place]) }
      for place in entities[index].relationships.indices { body(&entities[index].relationships[place]) }
    }
    for index in values.indices {
      for place in values[index].members.indices { body(&values[index].members[place]) }
    }
  }
}
