import RowsmithSchema

/// Maps the entities and members of the new schema to those of the old one.
struct SchemaMatch: Sendable {
  let old: SchemaGraph
  let new: SchemaGraph
  let oldLayout: Layout
  let newLayout: Layout
  let oldParts: RequiredParts
  let newParts: RequiredParts
  /// The names of the old tables, in lowercase.
  private let oldTableNames: Set<String>
  /// The names of the new tables of entities, in lowercase.
  private let newTableNames: Set<String>
  /// The former names of the parts of new values.
  private let partNames: FormerPartNames
  private let predecessors: [String: String]
  private let successors: [String: String]

  init(from oldSchema: Schema, to newSchema: Schema) {
    old = SchemaGraph(oldSchema)
    new = SchemaGraph(newSchema)
    oldLayout = Layout(old)
    newLayout = Layout(new)
    oldParts = RequiredParts(old)
    newParts = RequiredParts(new)
    partNames = FormerPartNames(of: new, in: old)
    let oldNames = oldLayout.tables.map(\.name) + oldLayout.linkTables.map(\.name)
    oldTableNames = Set(oldNames.map { $0.lowercased() })
    newTableNames = Set(newLayout.tables.map { $0.name.lowercased() })
    var predecessors: [String: String] = [:]
    var successors: [String: String] = [:]
    // A former name that the database lacks belongs to an earlier version and is ignored.
    for entity in newSchema.entities {
      guard let former = entity.renamedFrom, old.entity(former) != nil, new.entity(former) == nil,
        successors[former] == nil
      else { continue }
      predecessors[entity.name] = former
      successors[former] = entity.name
    }
    for entity in newSchema.entities where predecessors[entity.name] == nil {
      guard old.entity(entity.name) != nil, successors[entity.name] == nil else { continue }
      predecessors[entity.name] = entity.name
      successors[entity.name] = entity.name
    }
    self.predecessors = predecessors
    self.successors = successors
  }

  /// The old entity that a new one was.
  func predecessor(of name: String) -> Schema.Entity? { predecessors[name].flatMap(old.entity) }

  /// The new entity that an old one has become.
  func successor(of name: String) -> Schema.Entity? { successors[name].flatMap(new.entity) }

  /// An attribute or a relationship.
  enum Member {
    case attribute(Schema.Attribute)
    case relationship(Schema.Relationship)

    var name: String {
      switch self {
      case .attribute(let attribute): attribute.name
      case .relationship(let relationship): relationship.name
      }
    }
  }

  /// The member of the old entity, own or inherited, that a member of the new one was.
  func formerMember(_ name: String, renamedFrom: String?, of entity: String, in former: String) -> Member? {
    if let renamedFrom, SchemaMatch.member(renamedFrom, of: entity, in: new) == nil,
      let member = SchemaMatch.member(renamedFrom, of: former, in: old)
    {
      return member
    }
    return SchemaMatch.member(name, of: former, in: old)
  }

  /// The member of the old entity that an attribute of the new one was.
  func formerMember(of attribute: Schema.Attribute, of entity: String, in former: String) -> Member? {
    let part = partNames.names(of: attribute.name, of: entity, in: new).lazy
      .filter { $0 == attribute.name || SchemaMatch.member($0, of: entity, in: new) == nil }
      .compactMap { SchemaMatch.member($0, of: former, in: old) }.first
    return part ?? formerMember(attribute.name, renamedFrom: attribute.renamedFrom, of: entity, in: former)
  }

  /// The member of the old entity that a relationship of the new one was.
  func formerMember(of relationship: Schema.Relationship, of entity: String, in former: String) -> Member? {
    if relationship.choice != nil, let part = formerPart(of: relationship, of: entity, in: former) {
      return .relationship(part)
    }
    let renamedFrom = relationship.renamedFrom
    switch formerMember(relationship.name, renamedFrom: renamedFrom, of: entity, in: former) {
    case nil: return formerPart(of: relationship, of: entity, in: former).map(Member.relationship)
    // A part of the same name may have led to another entity.
    case .relationship(let found) where found.choice != nil:
      return found.target == predecessor(of: relationship.target)?.name ? .relationship(found) : nil
    case let found?: return found
    }
  }

  /// The relationship that a relationship of the new schema was, and an old entity that has it.
  func formerRelationship(
    of relationship: Schema.Relationship, declaredBy entity: String
  ) -> (relationship: Schema.Relationship, entity: String)? {
    for kind in new.descendants(of: entity) {
      guard let former = predecessor(of: kind.name) else { continue }
      if case .relationship(let found) = formerMember(of: relationship, of: kind.name, in: former.name) {
        return (found, former.name)
      }
    }
    return nil
  }

  /// The member of the new entity that a member of the old one has become.
  func currentMember(of name: String, in former: String, now entity: String) -> Member? {
    // Most members keep their names; while one has the name, none counts that had it formerly.
    if let attribute = new.attribute(name, of: entity),
      formerMember(of: attribute, of: entity, in: former)?.name == name
    {
      return .attribute(attribute)
    }
    // The parts of a link to one of several entities are found in other ways, too.
    let wasPart = old.relationship(name, of: former)?.choice != nil
    if !wasPart, let relationship = new.relationship(name, of: entity),
      formerMember(of: relationship, of: entity, in: former)?.name == name
    {
      return .relationship(relationship)
    }
    // Few members had the name: only their former members are looked up.
    for attribute in new.attributes(of: entity)
    where attribute.renamedFrom == name
      || partNames.names(of: attribute.name, of: entity, in: new).contains(name)
    {
      if formerMember(of: attribute, of: entity, in: former)?.name == name { return .attribute(attribute) }
    }
    for relationship in new.relationships(of: entity)
    where (wasPart || relationship.choice != nil || relationship.renamedFrom == name)
      && formerMember(of: relationship, of: entity, in: former)?.name == name
    { return .relationship(relationship) }
    return nil
  }

  /// The entities of an old family whose rows move to the table of the new entity, and the others.
  func flow(of former: String, to entity: String) -> (here: [Schema.Entity], elsewhere: [Schema.Entity]) {
    let root = new.root(of: entity)?.name
    var split: (here: [Schema.Entity], elsewhere: [Schema.Entity]) = ([], [])
    for kind in old.descendants(of: former) {
      if let now = successor(of: kind.name), new.root(of: now.name)?.name == root {
        split.here.append(kind)
      } else {
        split.elsewhere.append(kind)
      }
    }
    return split
  }

  /// Whether there is an old table of that name, ignoring case.
  func hadTable(_ name: String) -> Bool { oldTableNames.contains(name.lowercased()) }

  /// Whether there is a new table of an entity of that name, ignoring case.
  func hasTable(_ name: String) -> Bool { newTableNames.contains(name.lowercased()) }

  /// The table of an old entity.
  func oldTable(of entity: String) -> Layout.Table? {
    oldLayout.table(holding: entity)
  }

  /// The table of a new entity.
  func newTable(of entity: String) -> Layout.Table? {
    newLayout.table(holding: entity)
  }

  private static func member(_ name: String, of entity: String, in graph: SchemaGraph) -> Member? {
    if let attribute = graph.attribute(name, of: entity) { return .attribute(attribute) }
    return graph.relationship(name, of: entity).map(Member.relationship)
  }
}

extension SchemaGraph {
  /// The attribute that alone is the key of an entity.
  func keyAttribute(of entity: String) -> Schema.Attribute? {
    guard let root = root(of: entity), root.primaryKey.count == 1 else { return nil }
    if let attribute = root.attributes.first(where: { $0.name == root.primaryKey[0] }) { return attribute }
    return root.relationships.first { $0.name == root.primaryKey[0] }.flatMap { keyAttribute(of: $0.target) }
  }
}
