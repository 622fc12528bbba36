import RowsmithModel

/// Turns attributes that are keys into relationships: `petId` of an Order becomes its Pet.
enum ForeignKeys {
  private struct Target {
    var name: String
    var keyType: String
    /// Whether the key is also read from values of another type.
    var coerces: Bool
  }

  static func settle(_ draft: inout ModelDraft) {
    let targets = targets(of: draft)
    // A family shares one table, and so the names of members.
    let index = EntityIndex(draft)
    let roots = draft.entities.map { index.lineage(of: $0.name).last?.name ?? $0.name }
    var names: [String: Set<String>] = [:]
    for (entity, root) in zip(draft.entities, roots) {
      let members = entity.attributes + entity.relationships
      names[root, default: []].formUnion(members.map { $0.name.lowercased() })
    }
    for place in draft.entities.indices {
      settle(&draft.entities[place], targets, &names[roots[place], default: []])
    }
  }

  /// The entities with a single key, by the words of their names.
  private static func targets(of draft: ModelDraft) -> [[String]: Target] {
    var targets: [[String]: Target] = [:]
    for entity in draft.entities where entity.primaryKey.count == 1 {
      guard let key = entity.attributes.first(where: { $0.name == entity.primaryKey[0] }) else { continue }
      let coerces = key.settings.contains { $0.key == "coerce" }
      targets[Words.of(entity.name)] = Target(name: entity.name, keyType: key.type, coerces: coerces)
    }
    return targets
  }

  /// - Parameter names: the names of the members in the entity's family, in lowercase.
  private static func settle(
    _ entity: inout EntityDraft, _ targets: [[String]: Target], _ names: inout Set<String>
  ) {
    var kept: [MemberDraft] = []
    for attribute in entity.attributes {
      guard let (stem, isToMany) = stem(of: attribute), !entity.primaryKey.contains(attribute.name) else {
        kept.append(attribute)
        continue
      }
      let own = isToMany ? String(attribute.type.dropFirst().dropLast()) : attribute.type
      // A key that is a number is a Decimal.
      let type = own == "Double" ? "Decimal" : own
      let name = isToMany ? Plural.of(stem) : stem
      let place = entity.relationships.firstIndex { Words.of($0.name) == Words.of(name) }
      let embedded = place.map { entity.relationships[$0] }
      if let place, let embedded,
        let target = targets.values.first(where: {
          embedded.type.contains($0.name) && embedded.bareType == $0.name
        }), target.keyType == type,
        target.coerces || !attribute.settings.contains(where: { $0.key == "coerce" })
      {
        // The relationship also reads the key. Rendering leaves out where, if that follows from the name.
        if !embedded.settings.contains(where: { $0.key == "ForeignKey" }) {
          if let key = attribute.importName {
            entity.relationships[place].settings.append(YAMLEntryDraft("ForeignKey", .text(key)))
          }
          continue
        }
      }
      guard embedded == nil, let target = targets[Words.of(stem)], target.keyType == type,
        !names.contains(name.lowercased()), attribute.settings.isEmpty
      else {
        kept.append(attribute)
        continue
      }
      var relationship = MemberDraft(name: name, type: isToMany ? "[\(target.name)]" : target.name)
      relationship.isOptional = !isToMany && attribute.isOptional
      relationship.doc = attribute.doc
      relationship.comment = attribute.comment
      if let key = attribute.importName { relationship.settings = [YAMLEntryDraft("ForeignKey", .text(key))] }
      names.insert(name.lowercased())
      entity.relationships.append(relationship)
    }
    entity.attributes = kept
  }

  /// The name before `ID` or `IDs`.
  private static func stem(of attribute: MemberDraft) -> (stem: String, isToMany: Bool)? {
    let isToMany = attribute.type.hasPrefix("[")
    let type = attribute.bareType
    guard ["Int", "String", "UUID", "Double", "Decimal"].contains(type) else { return nil }
    for ending in isToMany ? ["IDs", "Ids"] : ["ID", "Id"] where attribute.name.hasSuffix(ending) {
      let stem = String(attribute.name.dropLast(ending.count))
      return stem.isEmpty ? nil : (stem, isToMany)
    }
    return nil
  }
}
