import RowsmithModel

/// Renames relationships that would also read a member of another type, as `author` reads `author_id`: an import would
/// refuse what are no keys of its records.
enum OtherKeys {
  private typealias Owned = (owner: String, member: MemberDraft)

  static func settle(_ draft: inout ModelDraft) {
    let index = EntityIndex(draft)
    let values = Set(draft.values.map(\.name))
    var families: [String: [Int]] = [:]
    for (place, entity) in draft.entities.enumerated() {
      families[index.lineage(of: entity.name).last?.name ?? entity.name, default: []].append(place)
    }
    for family in families.values { settle(family, values, index, &draft) }
  }

  private static func settle(
    _ family: [Int], _ values: Set<String>, _ index: EntityIndex, _ draft: inout ModelDraft
  ) {
    var names = DraftNames()
    var attributes: [String: [Owned]] = [:]
    for entity in family.map({ draft.entities[$0] }) {
      for member in entity.attributes + entity.relationships { names.take(member.name) }
      for attribute in entity.attributes {
        guard let path = attribute.importName else { continue }
        attributes[path, default: []].append((owner: entity.name, member: attribute))
      }
    }
    for entity in family {
      let owner = draft.entities[entity].name
      for place in draft.entities[entity].relationships.indices {
        let relationship = draft.entities[entity].relationships[place]
        guard let key = index.key(of: EntityIndex.bare(relationship.type)) else { continue }
        let isList = isList(relationship)
        let read = impliedKeys(of: relationship, draft.casing).flatMap { attributes[$0] ?? [] }
        let others = read.filter {
          isRelated($0.owner, owner, index) && !fits($0.member, key, isList: isList, values)
        }
        if others.isEmpty { continue }
        let name = relationship.name
        let other = isList ? "\(Singular.of(name))Records" : "\(name)Record"
        draft.entities[entity].relationships[place].name = names.unique(other)
        draft.entities[entity].relationships[place].importName =
          relationship.importName ?? ImportName.escaped(draft.casing.key(for: name))
      }
    }
  }

  /// The paths of the keys that a relationship reads, unless it names another one.
  private static func impliedKeys(of relationship: MemberDraft, _ casing: Casing) -> [String] {
    let keys =
      isList(relationship)
      ? casing.keys(for: Singular.of(relationship.name), adding: "ids")
      : casing.keys(for: relationship.name, adding: "id")
    let paths = keys.map { ImportName.escaped($0) }
    if case .text(let path)? = relationship.settings.first(where: { $0.key == "ForeignKey" })?.value,
      !paths.contains(path)
    {
      return []
    }
    return paths
  }

  /// Whether records of one entity can be records of the other.
  private static func isRelated(_ one: String, _ other: String, _ index: EntityIndex) -> Bool {
    index.lineage(of: one).contains { $0.name == other }
      || index.lineage(of: other).contains { $0.name == one }
  }

  /// Whether the values of an attribute can be keys of a type: numbers if the key is a number, and text if it is not.
  private static func fits(
    _ attribute: MemberDraft, _ key: MemberDraft, isList: Bool, _ values: Set<String>
  ) -> Bool {
    if attribute.type == "JSON" { return true }
    let type = EntityIndex.bare(attribute.type)
    guard self.isList(attribute) == isList, type != "Bool", !values.contains(type) else { return false }
    return type == "JSON" || coerces(key) || isNumber(attribute) == isNumber(key)
  }

  private static func isList(_ member: MemberDraft) -> Bool {
    member.type.hasPrefix("[") || member.type.hasPrefix("{")
  }

  private static func isNumber(_ member: MemberDraft) -> Bool {
    // Numbers that are converted are text in JSON.
    ["Int", "Double", "Decimal"].contains(EntityIndex.bare(member.type)) && !coerces(member)
  }

  private static func coerces(_ member: MemberDraft) -> Bool {
    member.settings.contains { $0.key == "coerce" }
  }
}
