import RowsmithModel

/// Makes member names unique in each family, because a family shares one table: members that several entities have in common
/// move to the root.
enum FamilySettling {
  static func settle(_ draft: inout ModelDraft) {
    let parents = Set(draft.entities.compactMap(\.extends))
    let roots = draft.entities.filter { $0.extends == nil && parents.contains($0.name) }.map(\.name)
    for root in roots {
      let family = members(of: root, draft)
      if family.count > 1 { settle(family, &draft) }
    }
  }

  /// The positions of a family's entities, the root first.
  static func members(of root: String, _ draft: ModelDraft) -> [Int] {
    var names = [root]
    var places: [Int] = []
    while !names.isEmpty {
      let name = names.removeFirst()
      guard let place = draft.entities.firstIndex(where: { $0.name == name }), !places.contains(place) else {
        continue
      }
      places.append(place)
      names += draft.entities.filter { $0.extends == name }.map(\.name)
    }
    return places
  }

  private static func settle(_ family: [Int], _ draft: inout ModelDraft) {
    settleKeyTypes(family, &draft)
    let rootPlace = family[0]
    var uses: [String: [Int]] = [:]
    var order: [String] = []
    for place in family {
      for member in draft.entities[place].attributes + draft.entities[place].relationships {
        let name = member.name.lowercased()
        if uses[name] == nil { order.append(name) }
        uses[name, default: []].append(place)
      }
    }
    var names = DraftNames()
    for name in order { names.take(name) }
    for name in order {
      guard let places = uses[name], places.count > 1 else { continue }
      if !hoist(name, places, rootPlace, family, &draft) { rename(name, places, &names, &draft) }
    }
    settleKey(family, &draft)
  }

  /// Gives the key of a family one type, as it is one column: text, if it is a number in some schemas and not in all.
  private static func settleKeyTypes(_ family: [Int], _ draft: inout ModelDraft) {
    let coerced = YAMLEntryDraft("coerce", .plain("true"))
    for name in Set(family.flatMap { draft.entities[$0].primaryKey }) {
      var places: [(entity: Int, attribute: Int)] = []
      for entity in family where draft.entities[entity].primaryKey.contains(name) {
        let attribute = draft.entities[entity].attributes.firstIndex { $0.name == name }
        if let attribute { places.append((entity, attribute)) }
      }
      let found = places.map { draft.entities[$0.entity].attributes[$0.attribute] }
      let types = Set(found.map(\.type))
      let isPlain = found.allSatisfy(\.settings.isEmpty)
      if types.count < 2, isPlain || found.allSatisfy({ $0.settings == found[0].settings }) { continue }
      let isNumber = types == ["Int"] && found.allSatisfy { $0.settings.isEmpty || $0.settings == [coerced] }
      let areTexts = types.isSubset(of: ["String", "UUID", "URL"]) && isPlain
      for place in places {
        if !isNumber { draft.entities[place.entity].attributes[place.attribute].type = "String" }
        draft.entities[place.entity].attributes[place.attribute].settings = areTexts ? [] : [coerced]
      }
    }
  }

  /// Moves a member to the root if it has the same type and settings everywhere. A default that only some have would be
  /// one for the others, too.
  private static func hoist(
    _ name: String, _ places: [Int], _ root: Int, _ family: [Int], _ draft: inout ModelDraft
  ) -> Bool {
    let attributes = places.compactMap { place in
      draft.entities[place].attributes.first { $0.name.lowercased() == name }
    }
    let relationships = places.compactMap { place in
      draft.entities[place].relationships.first { $0.name.lowercased() == name }
    }
    let found = attributes.isEmpty ? relationships : attributes
    guard found.count == places.count, Set(found.map(\.type)).count == 1,
      Set(found.map(\.importName)).count == 1, found.allSatisfy({ $0.settings == found[0].settings })
    else { return false }
    var member = found[0]
    let leaves = family.filter { place in
      !draft.entities.contains { $0.extends == draft.entities[place].name }
    }
    let isOfAll = places.contains(root) || leaves.allSatisfy(places.contains)
    if !isOfAll, member.settings.contains(where: { $0.key == "default" }) { return false }
    let isKey = places.allSatisfy { draft.entities[$0].primaryKey.contains(member.name) }
    let isToMany = member.type.hasPrefix("[") && attributes.isEmpty
    if !isOfAll || found.contains(where: \.isOptional), !isKey { member.isOptional = !isToMany }
    if !isOfAll {
      let names = places.map { draft.entities[$0].name }.joined(separator: ", ")
      member.comment = [member.comment, "of \(names)"].compactMap { $0 }.joined(separator: "; ")
    }
    for place in places {
      draft.entities[place].attributes.removeAll { $0.name.lowercased() == name }
      draft.entities[place].relationships.removeAll { $0.name.lowercased() == name }
    }
    if attributes.isEmpty {
      draft.entities[root].relationships.append(member)
    } else {
      draft.entities[root].attributes.insert(member, at: isKey ? 0 : draft.entities[root].attributes.count)
    }
    return true
  }

  /// Renames all but the first; their JSON paths stay the same.
  ///
  /// - Parameter names: the names in the family.
  private static func rename(
    _ name: String, _ places: [Int], _ names: inout DraftNames, _ draft: inout ModelDraft
  ) {
    for place in places.dropFirst() {
      let instance = SwiftNames.instance(of: draft.entities[place].name)
      rename(name, in: &draft.entities[place].attributes, instance, &names)
      rename(name, in: &draft.entities[place].relationships, instance, &names)
    }
  }

  private static func rename(
    _ name: String, in members: inout [MemberDraft], _ instance: String, _ names: inout DraftNames
  ) {
    for index in members.indices where members[index].name.lowercased() == name {
      members[index].name = names.unique(instance + members[index].name.capitalisedFirst)
    }
  }

  /// Moves the key of a family to its root.
  private static func settleKey(_ family: [Int], _ draft: inout ModelDraft) {
    let root = family[0]
    if draft.entities[root].primaryKey.isEmpty {
      let keys = Set(family.dropFirst().map { draft.entities[$0].primaryKey }.filter { !$0.isEmpty })
      let attributes = Set(draft.entities[root].attributes.map(\.name))
      if keys.count == 1, let key = keys.first, key.allSatisfy(attributes.contains) {
        draft.entities[root].primaryKey = key
        for place in draft.entities[root].attributes.indices
        where key.contains(draft.entities[root].attributes[place].name) {
          draft.entities[root].attributes[place].isOptional = false
        }
      }
    }
    for place in family.dropFirst() { draft.entities[place].primaryKey = [] }
  }
}
