import RowsmithModel

extension DraftBuilder {
  /// Decides what only the whole model shows: the usual format of dates, the names of enums, which relationships are two
  /// ends of one.
  func finish() {
    nameGroups()
    decideDateFormat()
    addEnums()
    addOwners()
    parry()
    parryChoices()
  }

  /// One format that most dates have is said once.
  private func decideDateFormat() {
    let total = dateFormats.values.reduce(0, +)
    let formats = dateFormats.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let usual = formats.first.flatMap { 2 * $0.value > total && $0.value > 1 ? $0.key : nil } ?? "iso8601"
    if usual != "iso8601" { model.dateFormat = usual }
    forEachAttribute { _, member in
      member.settings.removeAll { $0.key == "DateFormat" && $0.value == .text(usual) }
    }
  }

  /// Goes through the attributes of entities and of values.
  private func forEachAttribute(_ body: (_ owner: String, inout MemberDraft) -> Void) {
    for entity in model.entities.indices {
      for index in model.entities[entity].attributes.indices {
        body(model.entities[entity].name, &model.entities[entity].attributes[index])
      }
    }
    for group in model.values.indices {
      for index in model.values[group].members.indices {
        body(model.values[group].name, &model.values[group].members[index])
      }
    }
  }

  private func addEnums() {
    for use in enums {
      let name = enumName(use)
      forEachAttribute { owner, member in
        guard owner == use.entity, member.name == use.attribute else { return }
        member.type = member.type.hasPrefix("[") ? "[\(name)]" : name
      }
    }
  }

  /// The name of an enum for an attribute: one that is there, where most values are the same.
  private func enumName(_ use: EnumUse) -> String {
    let name = NameChoice.type(for: use.attribute)
    for index in model.enums.indices where model.enums[index].name.hasSuffix(name) {
      let values = model.enums[index].values
      let common = use.values.count { values.contains($0) }
      guard 2 * common >= min(values.count, use.values.count), common > 1 else { continue }
      let added = use.values.filter { !values.contains($0) }
      let folded = Set((values + added).map { SwiftNames.foldedCase(for: $0) })
      guard folded.count == values.count + added.count else { continue }
      model.enums[index].values += added
      return model.enums[index].name
    }
    let isGeneral = ["Type", "TypeRecord", "Kind", "State", "Status", "Level", "Role", "Mode"].contains(name)
    let full = "\(use.entity)\(SwiftNames.type(for: use.attribute))"
    let taken = types.take(isGeneral || types.isTaken(name) ? [full] : [name, full])
    var draft = EnumDraft(name: taken, values: use.values)
    draft.comment = nil
    model.enums.append(draft)
    return taken
  }

  /// Says that two relationships are not each other's inverse, where the language would take them for it.
  private func parry() {
    let ends = model.entities.indices.flatMap { entity in
      model.entities[entity].relationships.indices.map { (entity: entity, index: $0) }
    }
    func member(_ end: (entity: Int, index: Int)) -> MemberDraft {
      model.entities[end.entity].relationships[end.index]
    }
    func target(_ end: (entity: Int, index: Int)) -> String {
      member(end).type.filter { !"[]{}?".contains($0) }
    }
    func back(_ end: (entity: Int, index: Int)) -> [(entity: Int, index: Int)] {
      ends.filter { other in
        model.entities[other.entity].name == target(end) && target(other) == model.entities[end.entity].name
          && !(other.entity == end.entity && other.index == end.index)
      }
    }
    for end in ends {
      let candidates = back(end)
      guard candidates.count == 1, let other = candidates.first, back(other).count == 1 else { continue }
      // Once for both.
      guard (end.entity, end.index) < (other.entity, other.index) else { continue }
      if isInverse(end, other) || isInverse(other, end) { continue }
      let isSelf = end.entity == other.entity
      if isSelf, member(end).type.first == member(other).type.first { continue }
      model.entities[end.entity].relationships[end.index].settings.append(
        YAMLEntryDraft("inverse", .plain("none")))
    }
  }

  /// Whether a to-one leads from the items of a to-many to the record that has them.
  private func isInverse(_ one: (entity: Int, index: Int), _ many: (entity: Int, index: Int)) -> Bool {
    let single = model.entities[one.entity].relationships[one.index]
    let list = model.entities[many.entity].relationships[many.index]
    guard !single.type.hasPrefix("["), !single.type.hasPrefix("{"),
      list.type.first == "[" || list.type.first == "{"
    else { return false }
    let owner = model.entities[many.entity].name
    if built.contains(where: { $0.entity == one.entity && $0.cluster.parentName == single.name }) {
      return true
    }
    let isTree = one.entity == many.entity && ["parent", "inReplyTo", "replyTo"].contains(single.name)
    return isTree || single.name.lowercased() == SwiftNames.instance(of: owner).lowercased()
  }
}
