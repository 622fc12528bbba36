import RowsmithModel

extension DraftBuilder {
  /// Decides what depends on the whole model: the default date format, the names of enums, and which relationships are
  /// inverses.
  func finish() {
    nameGroups()
    decideDateFormat()
    addEnums()
    addOwners()
    declareInverses()
    declareChoicesWithoutInverse()
  }

  /// Declares the format that most dates have once, as the default.
  private func decideDateFormat() {
    let total = dateFormats.values.reduce(0, +)
    let formats = dateFormats.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let usual = formats.first.flatMap { 2 * $0.value > total && $0.value > 1 ? $0.key : nil } ?? "iso8601"
    if usual != "iso8601" { model.dateFormat = usual }
    forEachAttribute { _, member in
      member.settings.removeAll { $0.key == "DateFormat" && $0.value == .text(usual) }
    }
  }

  /// Calls `body` for each attribute of entities and values.
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

  /// The enum for an attribute: an existing one if most values are the same, otherwise a new one.
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

  /// Declares inverses, or that there is none, where the default rule would choose differently.
  private func declareInverses() {
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
      // Records scoped to their parent are deleted with it.
      if isParent(end), let list = candidates.first(where: { "[{".contains(member($0).type.first ?? " ") }),
        candidates.count > 1 || back(list).count > 1
      {
        model.entities[list.entity].relationships[list.index].settings.append(
          YAMLEntryDraft("inverse", .plain(member(end).name)))
        continue
      }
      guard candidates.count == 1, let other = candidates.first, back(other).count == 1 else { continue }
      // Each pair is handled once.
      guard (end.entity, end.index) < (other.entity, other.index) else { continue }
      if isInverse(end, other) {
        assume(end, other)
        continue
      }
      if isInverse(other, end) {
        assume(other, end)
        continue
      }
      let isSelf = end.entity == other.entity
      if isSelf, member(end).type.first == member(other).type.first { continue }
      model.entities[end.entity].relationships[end.index].settings.append(
        YAMLEntryDraft("inverse", .plain("none")))
    }
  }

  /// Records an inverse that only the names suggest: a to-one that leads to the record with this one in its list.
  private func assume(_ one: (entity: Int, index: Int), _ many: (entity: Int, index: Int)) {
    let (single, list) = (model.entities[one.entity], model.entities[many.entity])
    if isParent(one) || single.relationships[one.index].isOtherEnd { return }
    assumedInverses.append(
      AssumedInverse(
        entity: single.name, relationship: single.relationships[one.index].name, owner: list.name,
        list: list.relationships[many.index].name,
        hasNull: nullable.contains("\(single.name).\(single.relationships[one.index].name)")))
  }

  /// Whether a to-one leads from the items of a to-many back to their owner.
  private func isInverse(_ one: (entity: Int, index: Int), _ many: (entity: Int, index: Int)) -> Bool {
    let single = model.entities[one.entity].relationships[one.index]
    let list = model.entities[many.entity].relationships[many.index]
    guard !single.type.hasPrefix("["), !single.type.hasPrefix("{"),
      list.type.first == "[" || list.type.first == "{"
    else { return false }
    let owner = model.entities[many.entity].name
    if isParent(one) { return true }
    // A record in a row is no statement of whose list the row is in.
    if areRows(one) { return single.isOtherEnd }
    if sharedLists.contains("\(owner).\(list.name)") { return false }
    if one.entity == many.entity { return ["parent", "inReplyTo", "replyTo"].contains(single.name) }
    return single.name.lowercased() == SwiftNames.instance(of: owner).lowercased()
  }

  /// Whether a relationship leads to the parent whose key is part of the record's key.
  private func isParent(_ end: (entity: Int, index: Int)) -> Bool {
    let name = model.entities[end.entity].relationships[end.index].name
    return built.contains { $0.entity == end.entity && $0.cluster.parentName == name }
  }
}
