import RowsmithModel
import RowsmithSchema

// What is new in several places.
extension HintAdditions {
  /// An attribute that takes the values of both, of the type that all would have in one place.
  func union(_ one: MemberDraft, _ other: MemberDraft) -> MemberDraft {
    var whole = one
    if Self.hasNothing(one, besides: other) {
      (whole.type, whole.settings, whole.comment) = (other.type, other.settings, other.comment)
      return whole
    }
    if Self.hasNothing(other, besides: one) { return one }
    if one.type == other.type, one.settings == other.settings {
      // What was seen in one of the places alone is not true of both.
      if one.comment != other.comment { whole.comment = nil }
      return whole
    }
    if one.type.hasPrefix("["), other.type.hasPrefix("[") {
      let item = union(Self.item(of: one), Self.item(of: other))
      whole.type = item.type == "JSON" ? item.type : "[\(item.type)]"
      (whole.settings, whole.comment) = (item.settings, item.comment)
      return whole
    }
    whole.comment = nil
    // The path may be one of them.
    whole.settings.removeAll { $0.key != "ImportName" }
    let types = Set([one.type, other.type])
    if types.count == 1, let coerced = (one.settings + other.settings).first(where: { $0.key == "coerce" }) {
      whole.settings.append(coerced)
    } else if types.isSubset(of: ["Int", "Double", "Decimal"]) {
      // Only a Decimal reads a number from text, too.
      let coerces = (one.settings + other.settings).contains { $0.key == "coerce" }
      let wider = coerces || types.contains("Decimal") ? "Decimal" : "Double"
      whole.type = types.count == 1 ? one.type : wider
    } else if types == ["Date"], let format = Self.format(dateFormat(of: one), dateFormat(of: other)) {
      if defaults.dateFormat != format {
        whole.settings.append(YAMLEntryDraft("DateFormat", .text(format)))
      }
    } else {
      whole.type = isText(one) && isText(other) ? "String" : "JSON"
    }
    return whole
  }

  /// The entities of the draft, where what is a relationship in one place and not in another is one thing in both: the
  /// relationship if this reads all of it, JSON otherwise.
  func settlingLinks(
    _ all: [(entity: EntityDraft, isNew: Bool)]
  ) -> [(entity: EntityDraft, isNew: Bool)] {
    var links: [[String]: [MemberDraft]] = [:]
    for (entity, _) in all {
      for member in entity.relationships where !member.isOtherEnd {
        links[[entity.name, member.readPath(draft.casing)], default: []].append(member)
      }
    }
    let mixed = mixedPlaces(links, all)
    return all.map { item in
      var item = item
      let name = item.entity.name
      item.entity.attributes.removeAll { attribute in
        guard let link = links[[name, attribute.readPath(draft.casing)]]?.first else { return false }
        return isRead(attribute, by: link)
      }
      let isMixed = { (member: MemberDraft) in
        !member.isOtherEnd && mixed.contains([name, member.readPath(draft.casing)])
      }
      item.entity.attributes += item.entity.relationships.filter(isMixed).map { member in
        var attribute = MemberDraft(name: member.name, type: "JSON")
        attribute.settings = member.settings.filter { $0.key == "ImportName" }
        let path = member.readPath(draft.casing)
        attribute.importName = attribute.settings.isEmpty ? path : member.importName
        return attribute
      }
      item.entity.relationships.removeAll(where: isMixed)
      return item
    }
  }

  /// The entities of the draft, where a new relationship that others of a family have, too, or that is null in them, is one
  /// of its root.
  func liftingLinks(
    _ all: [(entity: EntityDraft, isNew: Bool)]
  ) -> [(entity: EntityDraft, isNew: Bool)] {
    var lifted = all
    for (index, item) in all.enumerated() {
      guard let root = rootName(of: item) else { continue }
      let family = all.indices.filter {
        all[$0].entity.name != item.entity.name && rootName(of: all[$0]) == root
      }
      for link in item.entity.relationships
      where !link.isOtherEnd && !link.settings.contains(YAMLEntryDraft("export", .plain("false"))) {
        let path = link.readPath(draft.casing)
        let isNull = { (member: MemberDraft) in
          member.readPath(draft.casing) == path && Self.hasNothing(member, besides: link)
        }
        let others = family.filter { all[$0].entity.attributes.contains(where: isNull) }
        let isAlone = others.isEmpty && !isShared(link, with: family.map { all[$0].entity })
        if isAlone || knownPaths(of: root).reads(path) { continue }
        for other in others { lifted[other].entity.attributes.removeAll(where: isNull) }
        if item.entity.name == root { continue }
        let place = lifted.firstIndex { $0.entity.name == root }
        let known = place.flatMap { place in
          lifted[place].entity.relationships.first { $0.readPath(draft.casing) == path }
        }
        if let known, known.type != link.type { continue }
        lifted[index].entity.relationships.removeAll { !$0.isOtherEnd && $0.readPath(draft.casing) == path }
        if known != nil { continue }
        if let place {
          lifted[place].entity.relationships.append(link)
        } else {
          var entity = EntityDraft(name: root)
          entity.relationships = [link]
          lifted.append((entity: entity, isNew: false))
        }
      }
    }
    return lifted
  }

  /// The root of the model's family of which an entity is, or will be.
  private func rootName(of item: (entity: EntityDraft, isNew: Bool)) -> String? {
    graph.root(of: item.isNew ? item.entity.extends ?? "" : item.entity.name)?.name
  }

  /// Whether others of a family have the same new relationship, and none has anything else there.
  private func isShared(_ link: MemberDraft, with others: [EntityDraft]) -> Bool {
    let path = link.readPath(draft.casing)
    let settings = link.settings.filter { $0.key != "inverse" }
    let links = others.flatMap(\.relationships).filter { !$0.isOtherEnd && $0.readPath(draft.casing) == path }
    let values = others.flatMap(\.attributes).filter { $0.readPath(draft.casing) == path }
    return !links.isEmpty
      && links.allSatisfy { $0.type == link.type && $0.settings.filter { $0.key != "inverse" } == settings }
      && values.allSatisfy { Self.hasNothing($0, besides: link) }
  }

  /// Lets relationships of the model read keys from their own path alone, where the samples have something else beside the
  /// records, under a name from which keys would be read, too: `owner_id` beside `owner`.
  mutating func freeKeys(_ all: [(entity: EntityDraft, isNew: Bool)]) {
    for (entity, isNew) in all where mayChange && !isNew {
      let relatives = graph.lineage(of: entity.name) + graph.descendants(of: entity.name)
      let seen = Set((entity.attributes + entity.relationships).map { $0.readPath(draft.casing) })
      for link in entity.relationships {
        guard let path = link.importName,
          link.settings.contains(YAMLEntryDraft("ForeignKey", .text(path)))
        else { continue }
        for relative in relatives {
          for known in relative.relationships where known.choice == nil {
            let keys = known.foreignKeyPaths.map { "\($0)" }
            let others = HintedPaths(relatives, besides: known.name)
            guard known.importPaths.contains(where: { "\($0)" == path }), !keys.contains(path),
              keys.contains(where: { seen.contains($0) && !others.reads($0) }),
              state("ForeignKey", .text(path), of: ["entities", relative.name, "relationships", known.name])
            else { continue }
            freed[relative.name, default: []] += keys.filter { !others.reads($0) }
          }
        }
      }
    }
  }

  /// The new places, each an entity and a path, of which no relationship reads all values.
  ///
  /// - Parameter links: the relationships at each place.
  private func mixedPlaces(
    _ links: [[String]: [MemberDraft]], _ all: [(entity: EntityDraft, isNew: Bool)]
  ) -> Set<[String]> {
    var mixed: Set<[String]> = []
    for (place, members) in links where Set(members.map { Self.isList($0) }).count > 1 {
      mixed.insert(place)
    }
    for (entity, _) in all {
      for attribute in entity.attributes {
        let place = [entity.name, attribute.readPath(draft.casing)]
        if let link = links[place]?.first, !isRead(attribute, by: link) { mixed.insert(place) }
      }
    }
    return mixed.filter { !knownPaths(of: $0[0]).reads($0[1]) }
  }

  /// Whether a relationship reads the values of an attribute, too: null, or keys of its records.
  private func isRead(_ attribute: MemberDraft, by link: MemberDraft) -> Bool {
    if Self.hasNothing(attribute, besides: link) { return true }
    guard Self.isList(attribute) == Self.isList(link),
      let target = records[link.bareType], target.primaryKey.count == 1,
      let key = target.attributes.first(where: { $0.name == target.primaryKey[0] })
    else { return false }
    // A key has no setting of its own.
    return attribute.bareType == key.type
      && attribute.settings.allSatisfy { $0.key == "ImportName" }
  }

  private static func isList(_ member: MemberDraft) -> Bool { ["[", "{"].contains(member.type.prefix(1)) }

  /// The entities of the model, each after those that it extends: what is new in these, it has too.
  func basesFirst(_ all: [(entity: EntityDraft, isNew: Bool)]) -> [EntityDraft] {
    let known = all.filter { !$0.isNew }.map(\.entity)
    let depths = known.map { graph.lineage(of: $0.name).count }
    return Set(depths).sorted().flatMap { depth in
      known.indices.filter { depths[$0] == depth }.map { known[$0] }
    }
  }

  /// Formats of dates of which the first reads what the others have, too.
  private static let isoFormats = [
    [
      "iso8601", "yyyy-MM-dd", "yyyy-MM-dd HH:mm", "yyyy-MM-dd HH:mm:ss", "yyyy-MM-dd HH:mm:ss.SSS",
      "yyyy-MM-dd'T'HH:mm", "yyyy-MM-dd'T'HH:mm:ss", "yyyy-MM-dd'T'HH:mm:ss.SSS",
    ],
    ["iso8601Basic", "yyyyMMdd'T'HHmmss"],
  ]

  /// The format that reads the dates of both; `nil` if none is known.
  private static func format(_ one: String, _ other: String) -> String? {
    isoFormats.first { $0.contains(one) && $0.contains(other) }?.first
  }

  /// Whether an attribute has only had null, which fits any type, or empty lists, which fit any list.
  private static func hasNothing(_ one: MemberDraft, besides other: MemberDraft) -> Bool {
    guard one.type == "JSON", let comment = one.comment else { return false }
    return comment.hasPrefix("only null was seen")
      || comment.hasPrefix("always empty") && isList(other)
  }

  private static func item(of list: MemberDraft) -> MemberDraft {
    var item = list
    item.type = String(list.type.dropFirst().dropLast())
    return item
  }

  private func dateFormat(of member: MemberDraft) -> String {
    guard case .text(let format)? = member.settings.first(where: { $0.key == "DateFormat" })?.value else {
      return defaults.dateFormat
    }
    return format
  }

  /// Whether the values of an attribute are text in JSON.
  private func isText(_ member: MemberDraft) -> Bool {
    if member.type == "Date" { return !dateFormat(of: member).hasPrefix("epoch") }
    if member.settings.contains(where: { $0.key == "coerce" }) { return false }
    return ["String", "URL", "UUID", "Data"].contains(member.type) || enumNames.contains(member.type)
  }
}
