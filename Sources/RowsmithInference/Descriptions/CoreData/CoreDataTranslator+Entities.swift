import RowsmithModel

extension CoreDataTranslator {
  /// The draft of an entity, without inverses and policies.
  mutating func entity(_ entity: CoreDataModel.Entity) -> EntityDraft {
    var draft = EntityDraft(name: names[entity.name] ?? entity.name)
    let parent = parent(of: entity)
    draft.extends = parent.flatMap { names[$0.name] }
    if entity.settings.isOn("isAbstract") {
      draft.comments = ["Abstract: all records belong to what extends it."]
    }
    if let old = entity.settings["elementID"], entities[old] == nil {
      draft.settings.append(YAMLEntryDraft("RenamedFrom", .text(old)))
    }
    let key = keys[root(of: entity).name] ?? []
    for attribute in entity.attributes {
      if let member = self.attribute(attribute, of: entity, isKey: key.contains(attribute.name)) {
        draft.attributes.append(member)
      }
    }
    for relationship in entity.relationships {
      if let member = self.relationship(relationship, of: entity) { draft.relationships.append(member) }
    }
    if parent == nil { draft.primaryKey = key.compactMap { members[entity.name]?[$0] } }
    indexes(entity, &draft, key: parent == nil ? draft.primaryKey : [])
    return draft
  }

  /// The value group for a composite attribute.
  mutating func composite(_ composite: CoreDataModel.Entity) -> ValueGroupDraft {
    let attributes = composite.attributes.compactMap { attribute($0, of: composite, isKey: false) }
    return ValueGroupDraft(name: names[composite.name] ?? composite.name, members: attributes)
  }

  private mutating func relationship(
    _ relationship: CoreDataModel.Member, of entity: CoreDataModel.Entity
  ) -> MemberDraft? {
    let place = place(entity, relationship)
    guard let target = relationship.settings["destinationEntity"], let name = names[target],
      entities[target] != nil
    else {
      note(
        place,
        "leads to '\(relationship.settings["destinationEntity"] ?? "nothing")', which is not an entity; left out"
      )
      return nil
    }
    let isToMany = relationship.isToMany
    var member = MemberDraft(
      name: members[entity.name]?[relationship.name] ?? relationship.name, type: isToMany ? "[\(name)]" : name
    )
    member.isOptional = !isToMany && relationship.isOptional
    naming(&member, relationship, entity)
    if relationship.settings.isOn("ordered"), isToMany {
      member.settings.append(YAMLEntryDraft("ordered", .plain("true")))
    }
    switch relationship.settings["deletionRule"] {
    case "Cascade": member.settings.append(YAMLEntryDraft("DeleteRule", .plain("Cascade")))
    case "Deny": member.settings.append(YAMLEntryDraft("DeleteRule", .plain("Deny")))
    case nil, "Nullify": break
    case let rule?: note(place, "the deletion rule '\(rule)' becomes Nullify")
    }
    if let most = relationship.settings["maxCount"].flatMap(Int.init), most > 1 {
      note(place, "at most \(most) is not checked")
    }
    return member
  }

  /// Sets the JSON path of a member, and its former name.
  mutating func naming(
    _ member: inout MemberDraft, _ source: CoreDataModel.Member, _ entity: CoreDataModel.Entity
  ) {
    let paths = paths(of: source, in: entity)
    if paths.count == 1 { member.importName = paths[0] }
    if paths.count > 1 {
      member.settings.append(YAMLEntryDraft("ImportName", .list(paths.map { .text($0) })))
    }
    // One that is called like a key and is none gets another name later.
    let isImpliedKey = ImpliedKeys.names(of: names[entity.name] ?? entity.name).contains(member.name)
    if paths.isEmpty, member.name != source.name || isImpliedKey {
      member.importName = ImportName.escaped(casing.key(for: source.name))
    }
    let names = Set((entity.attributes + entity.relationships).map(\.name))
    if let old = source.settings["elementID"], !names.contains(old), old != member.name {
      member.settings.append(YAMLEntryDraft("RenamedFrom", .text(old)))
    }
  }

  /// The paths of a member that a model can have: without empty keys, and the first not that of another member.
  private mutating func paths(of source: CoreDataModel.Member, in entity: CoreDataModel.Entity) -> [String] {
    let named = UserInfo.paths(of: source)
    if named.isEmpty { return [] }
    let isAttribute = source.settings["attributeType"] != nil
    let key = "\(entity.name) \(isAttribute)"
    var taken = firstPaths[key] ?? impliedPaths(of: isAttribute ? entity.attributes : entity.relationships)
    var paths: [String] = []
    for path in named {
      if (try? ImportName.keys(path)) == nil {
        note(place(entity, source), "the path '\(path)' has an empty key; left out")
      } else if paths.isEmpty, taken.contains(path) {
        note(place(entity, source), "the path '\(path)' is that of another member; left out")
      } else {
        paths.append(path)
      }
    }
    if let first = paths.first { taken.insert(first) }
    firstPaths[key] = taken
    return paths
  }

  /// Names the foreign keys of relationships that got another name: those of the same name have their own.
  func settleForeignKeys(_ draft: inout ModelDraft) {
    for (place, entity) in model.entities.enumerated() {
      for relationship in entity.relationships {
        guard let name = members[entity.name]?[relationship.name], name != relationship.name,
          let index = draft.entities[place].relationships.firstIndex(where: { $0.name == name }),
          !draft.entities[place].relationships[index].settings.contains(where: { $0.key == "ForeignKey" })
        else { continue }
        let paths = keyPaths(of: relationship, in: entity)
        if paths.isEmpty { continue }
        let value: YAMLDraft = paths.count == 1 ? .text(paths[0]) : .list(paths.map { .text($0) })
        draft.entities[place].relationships[index].settings.append(YAMLEntryDraft("ForeignKey", value))
      }
    }
  }

  /// The paths from which a relationship that got another name reads keys: those that follow from its own name.
  /// Empty if its target has no single key, or an attribute reads one of them.
  private func keyPaths(of relationship: CoreDataModel.Member, in entity: CoreDataModel.Entity) -> [String] {
    guard let target = relationship.settings["destinationEntity"].flatMap({ entities[$0] }),
      keys[root(of: target).name]?.count == 1
    else { return [] }
    let paths = DefaultSpelling(casing: casing).keyPaths(
      of: relationship.name, isToMany: relationship.isToMany)
    var next: CoreDataModel.Entity? = entity
    while let current = next {
      let read = impliedPaths(of: current.attributes).union(
        current.attributes.flatMap { UserInfo.paths(of: $0) })
      if !read.isDisjoint(with: paths) { return [] }
      next = parent(of: current)
    }
    return paths
  }

  /// The paths that follow from the names of stored members.
  private func impliedPaths(of members: [CoreDataModel.Member]) -> Set<String> {
    let plain = members.filter { member in
      UserInfo.paths(of: member).isEmpty && !UserInfo.isLocal(member)
        && !["transient", "derived"].contains(where: member.settings.isOn)
    }
    return Set(plain.map { ImportName.escaped(casing.key(for: $0.name)) })
  }

  private mutating func indexes(_ entity: CoreDataModel.Entity, _ draft: inout EntityDraft, key: [String]) {
    // A value has several columns; an index is on those of its parts.
    let values = Set(model.composites.compactMap { names[$0.name] })
    let stored = Set(draft.attributes.filter { !values.contains($0.type) }.map(\.name))
    let references = draft.relationships.filter { !$0.type.hasPrefix("[") }.map(\.name)
    let own = members[entity.name] ?? [:]
    func known(_ lists: [[String]]) -> [[String]] {
      lists.compactMap { names in
        let ours = names.compactMap { own[$0] }.filter { stored.contains($0) || references.contains($0) }
        return ours.count == names.count ? ours : nil
      }
    }
    let flags = entity.attributes.filter { $0.settings.isOn("indexed") }.map { [$0.name] }
    let uniques = known(entity.uniques)
    let indexes = known(entity.indexes + flags)
    if uniques.count + indexes.count < entity.uniques.count + entity.indexes.count + flags.count {
      note(
        place(entity),
        "an index or uniqueness constraint is not only on its own attributes; left out")
    }
    IndexSettling(primaryKey: key, uniques: uniques, indexes: indexes).settle(&draft, references: references)
  }
}
