import RowsmithModel

/// Translates a Core Data model into a draft.
struct CoreDataTranslator {
  let model: CoreDataModel
  let libraries: [UserInfo.Library]
  private(set) var notes: [DraftNote] = []
  /// The draft's names of entities and composites, by their Core Data names.
  private(set) var names: [String: String] = [:]
  /// The draft's names of members, by entity and Core Data name.
  var members: [String: [String: String]] = [:]
  /// The paths that members of an entity read first, by the entity's name and whether they are attributes.
  var firstPaths: [String: Set<String>] = [:]
  /// The keys of root entities, by their name.
  private(set) var keys: [String: [String]] = [:]
  let entities: [String: CoreDataModel.Entity]

  init(_ whole: CoreDataModel) {
    var model = whole
    var seen: Set<String> = []
    for entity in whole.entities where !seen.insert(entity.name).inserted {
      notes.append(DraftNote("entity \(entity.name)", "there is another entity of this name; left out"))
    }
    seen = []
    model.entities = whole.entities.filter { seen.insert($0.name).inserted }
    self.model = model
    libraries = UserInfo.libraries(of: model)
    entities = Dictionary(model.entities.map { ($0.name, $0) }) { first, _ in first }
  }

  /// The casing of keys. Most libraries use a property's name as the JSON key, unchanged.
  var casing: Casing { libraries.isEmpty || libraries == [.sync] ? .snakeCase : .exact }

  mutating func note(_ place: String, _ message: String) { notes.append(DraftNote(place, message)) }

  mutating func draft() -> ModelDraft {
    var draft = ModelDraft()
    draft.casing = casing
    nameAll()
    findKeys()
    draft.values = model.composites.map { composite($0) }
    draft.entities = model.entities.map { self.entity($0) }
    ImpliedKeys.settle(&draft)
    OwnKeys.settle(&draft, sharesKeys: true)
    settleForeignKeys(&draft)
    CoreDataInverses(self).settle(&draft)
    let policies = CoreDataPolicies(self)
    notes += policies.settle(&draft)
    noteTheRest()
    return draft
  }

  /// The entity that another extends; `nil` if it does not exist or the chain is a cycle.
  func parent(of entity: CoreDataModel.Entity) -> CoreDataModel.Entity? {
    guard let name = entity.settings["parentEntity"], let parent = entities[name] else { return nil }
    var visited: Set<String> = [entity.name]
    var next: CoreDataModel.Entity? = parent
    while let current = next {
      if !visited.insert(current.name).inserted { return nil }
      next = current.settings["parentEntity"].flatMap { entities[$0] }
    }
    return parent
  }

  func root(of entity: CoreDataModel.Entity) -> CoreDataModel.Entity {
    var entity = entity
    while let parent = parent(of: entity) { entity = parent }
    return entity
  }

  /// Assigns all names. A family shares one table, so its member names are unique.
  private mutating func nameAll() {
    var types = DraftNames()
    for entity in model.entities {
      names[entity.name] = types.type(for: entity.name)
    }
    for composite in model.composites {
      names[composite.name] = types.type(for: composite.name, orElse: "Value")
    }
    var families: [String: DraftNames] = [:]
    for entity in model.entities {
      let root = root(of: entity).name
      for member in entity.attributes + entity.relationships {
        guard members[entity.name]?[member.name] == nil else { continue }
        var name = Self.kept(member.name)
        if families[root]?.isTaken(name) == true {
          name = SwiftNames.instance(of: names[entity.name] ?? entity.name) + name.capitalisedFirst
        }
        members[entity.name, default: [:]][member.name] = families[root, default: DraftNames()].unique(name)
      }
    }
  }

  /// The same name if a model allows it, otherwise an adapted one.
  static func kept(_ name: String) -> String {
    let isUsable = SwiftNames.isIdentifier(name) && !ReservedNames.isReservedMember(name)
    return isUsable && ReservedNames.reservedPrefix(of: name) == nil ? name : DraftNames.memberName(name)
  }

  /// Finds the keys of all families, and notes keys below a root that are not the key of its family.
  private mutating func findKeys() {
    let families = Dictionary(grouping: model.entities) { root(of: $0).name }
    for root in model.entities where parent(of: root) == nil {
      let others = (families[root.name] ?? []).filter { $0.name != root.name }
      let own = self.key(of: root)
      let key = own.isEmpty ? sharedKey(of: others, below: root) : own
      keys[root.name] = key
      for entity in others {
        let wanted = keyBelowRoot(entity, isRequired: key.isEmpty)
        if wanted.isEmpty || wanted == key { continue }
        let names = wanted.joined(separator: ", ")
        let family = key.isEmpty ? "which has none" : "'\(key.joined(separator: ", "))'"
        note(
          place(entity),
          "the key '\(names)' is left out: its records have the key of '\(root.name)', \(family)")
      }
    }
  }

  /// The key that all records below an abstract root without a key name, if it is on attributes of the root.
  private func sharedKey(of others: [CoreDataModel.Entity], below root: CoreDataModel.Entity) -> [String] {
    let said = others.filter { !$0.settings.isOn("isAbstract") }.map { inheritedKey(of: $0) }
    guard root.settings.isOn("isAbstract"), let key = said.first, said.allSatisfy({ $0 == key }) else {
      return []
    }
    let isOfRoot = key.allSatisfy { name in
      root.attributes.contains { $0.name == name && Self.canBeKey($0) }
    }
    return isOfRoot ? key : []
  }

  /// The key that an entity names, or the nearest one that it extends and that names one.
  private func inheritedKey(of entity: CoreDataModel.Entity) -> [String] {
    let said = UserInfo.key(of: entity)
    if !said.isEmpty { return said }
    return parent(of: entity).map { inheritedKey(of: $0) } ?? []
  }

  /// The key that an entity below a root names; where the family has none, else the one that its names or its
  /// uniqueness constraints imply.
  private func keyBelowRoot(_ entity: CoreDataModel.Entity, isRequired: Bool) -> [String] {
    func isMember(_ name: String) -> Bool {
      entity.attributes.contains { $0.name == name && Self.canBeKey($0) }
    }
    let said = UserInfo.key(of: entity)
    if !said.isEmpty { return said }
    if let name = relatedKey(of: entity, isMember) { return [name] }
    if !isRequired { return [] }
    if let implied = ImpliedKeys.names(of: entity.name).first(where: isMember) { return [implied] }
    return entity.uniques.first { $0.allSatisfy(isMember) } ?? []
  }

  /// The key that relationships to an entity name: MagicalRecord has it there.
  private func relatedKey(of entity: CoreDataModel.Entity, _ isMember: (String) -> Bool) -> String? {
    let related = model.entities.flatMap(\.relationships).first { relationship in
      relationship.settings["destinationEntity"] == entity.name
        && relationship.info["relatedByAttribute"].map(isMember) == true
    }
    return related?.info["relatedByAttribute"]
  }

  /// The key of a root entity, from its user info, its names or its uniqueness constraints.
  private mutating func key(of entity: CoreDataModel.Entity) -> [String] {
    func isMember(_ name: String) -> Bool {
      entity.attributes.contains { $0.name == name && Self.canBeKey($0) }
    }
    let said = UserInfo.key(of: entity)
    if !said.isEmpty, said.allSatisfy(isMember) { return said }
    if let unknown = said.first(where: { !isMember($0) }) {
      let isAttribute = entity.attributes.contains { $0.name == unknown }
      let problem = isAttribute ? "not stored as a single value" : "not an attribute"
      note(place(entity), "the key '\(unknown)' is \(problem); left out")
    }
    if let name = relatedKey(of: entity, isMember) { return [name] }
    let instance = SwiftNames.instance(of: entity.name)
    if let implied = ["id", "\(instance)ID", "\(instance)Id"].first(where: isMember) { return [implied] }
    return entity.uniques.first { $0.allSatisfy(isMember) } ?? []
  }

  /// The place of an entity, a composite or a member in notes.
  func place(_ entity: CoreDataModel.Entity, _ member: CoreDataModel.Member? = nil) -> String {
    "\(entities[entity.name] == nil ? "composite" : "entity") \(entity.name)"
      + (member.map { ", \($0.name)" } ?? "")
  }

  private mutating func noteTheRest() {
    for request in model.fetchRequests {
      note("fetch request \(request)", "left out; write it as a query of the app")
    }
    for entity in model.entities {
      for name in entity.fetchedProperties {
        note("\(place(entity)), \(name)", "a fetched property; write it as a query of the app")
      }
      if let parent = entity.settings["parentEntity"], self.parent(of: entity) == nil {
        note(place(entity), "its parent '\(parent)' is missing, or leads back to it; it extends nothing")
      }
      for (owner, info) in [(place(entity), entity.info)]
        + (entity.attributes + entity.relationships).map({ (place(entity, $0), $0.info) })
      {
        let others = info.keys.filter { !UserInfo.known.contains($0) }.sorted()
        if !others.isEmpty { note(owner, "user info that is not known: \(others.joined(separator: ", "))") }
      }
    }
    if libraries.contains(.dataCache) {
      note(
        "model",
        "DataCache has the spelling of keys and the format of dates in code; this model expects the names of the members and iso8601. Write 'casing: snake_case' or a 'DateFormat' under 'defaults' where the app set one"
      )
    }
    if libraries.contains(.wtaData) {
      note(
        "model",
        "WTAData replaces related records where no MergePolicy is named, and deletes the old ones; this model merges them. Write 'MergePolicy: Replace' under 'defaults' to keep that"
      )
    }
  }
}
