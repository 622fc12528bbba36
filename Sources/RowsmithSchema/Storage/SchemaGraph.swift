/// A schema with its names resolved: families, inherited members and inverses, each found in one step.
///
/// Lookups of names that the schema does not have give nil or an empty list; they never trap.
public struct SchemaGraph: Sendable {
  /// The schema as given.
  public let schema: Schema
  private let entityIndex: [String: Int]
  private let parents: [Int?]
  private let roots: [Int]
  private let children: [[Int]]
  /// The entity and those that extend it, as numbers that are assigned to parents before their children. Empty for the
  /// entities of a cycle, which no valid schema has.
  private let spans: [Range<Int>]
  /// Where the members of each family are declared, by their names. Only roots have them.
  private let attributePlaces: [[String: MemberPlace]]
  private let relationshipPlaces: [[String: MemberPlace]]
  private let enumerationPlaces: [String: Int]
  let valueTypePlaces: [String: Int]

  /// Where a member is declared.
  private struct MemberPlace {
    var entity: Int
    var position: Int
    /// Whether there may be another one of that name in the family, which no valid schema has.
    var isUncertain: Bool
  }

  /// Indexes a schema. Cost: linear in its size.
  public init(_ schema: Schema) {
    self.schema = schema
    var index: [String: Int] = [:]
    for (position, entity) in schema.entities.enumerated() { index[entity.name] = position }
    let parents = schema.entities.map { $0.parent.flatMap { index[$0] } }
    var children = Array(repeating: [Int](), count: parents.count)
    for (position, parent) in parents.enumerated() {
      if let parent { children[parent].append(position) }
    }
    entityIndex = index
    self.parents = parents
    self.children = children
    let roots = SchemaGraph.roots(parents)
    let spans = SchemaGraph.spans(parents, children)
    self.roots = roots
    self.spans = spans
    func places(_ names: (Schema.Entity) -> [String]) -> [[String: MemberPlace]] {
      var places = Array(repeating: [String: MemberPlace](), count: parents.count)
      for (entity, declaration) in schema.entities.enumerated() {
        for (position, name) in names(declaration).enumerated() {
          let other = places[roots[entity]].updateValue(
            MemberPlace(entity: entity, position: position, isUncertain: spans[entity].isEmpty), forKey: name)
          if other != nil { places[roots[entity]][name]?.isUncertain = true }
        }
      }
      return places
    }
    attributePlaces = places { $0.attributes.map(\.name) }
    relationshipPlaces = places { $0.relationships.map(\.name) }
    enumerationPlaces = SchemaGraph.places(schema.enumerations.map(\.name))
    valueTypePlaces = SchemaGraph.places(schema.valueTypes.map(\.name))
  }

  private static func places(_ names: [String]) -> [String: Int] {
    Dictionary(names.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
  }

  private static func spans(_ parents: [Int?], _ children: [[Int]]) -> [Range<Int>] {
    var spans = Array(repeating: 0..<0, count: parents.count)
    var next = 0
    for root in parents.indices where parents[root] == nil {
      var waiting = [(entity: root, isLeft: false)]
      while let (entity, isLeft) = waiting.popLast() {
        if isLeft {
          spans[entity] = spans[entity].lowerBound..<next
          continue
        }
        spans[entity] = next..<(next + 1)
        next += 1
        waiting.append((entity: entity, isLeft: true))
        for child in children[entity] { waiting.append((entity: child, isLeft: false)) }
      }
    }
    return spans
  }

  /// The root of every entity. Each step up is taken once. A cycle, which no valid schema has, gets one of its entities.
  private static func roots(_ parents: [Int?]) -> [Int] {
    var roots: [Int?] = Array(repeating: nil, count: parents.count)
    for position in parents.indices {
      var line: [Int] = []
      var next = position
      // An entity on the way is its own root until the end of the line is known.
      while roots[next] == nil {
        roots[next] = next
        line.append(next)
        guard let parent = parents[next] else { break }
        next = parent
      }
      let root = roots[next] ?? next
      for entity in line { roots[entity] = root }
    }
    return roots.enumerated().map { $0.element ?? $0.offset }
  }

  /// The entity of that name.
  public func entity(_ name: String) -> Schema.Entity? {
    entityIndex[name].map { schema.entities[$0] }
  }

  /// The index in the schema of the root of an entity's family.
  package func rootIndex(of name: String) -> Int? { entityIndex[name].map { roots[$0] } }

  /// Whether another entity extends this one.
  package func isExtended(_ name: String) -> Bool { entityIndex[name].map { !children[$0].isEmpty } ?? false }

  /// The enumeration of that name.
  public func enumeration(_ name: String) -> Schema.Enumeration? {
    enumerationPlaces[name].map { schema.enumerations[$0] }
  }

  /// The entity and those it extends, the root of the family first.
  public func lineage(of name: String) -> [Schema.Entity] { line(of: name).map { schema.entities[$0] } }

  /// The names of the entity and of those it extends, the root of the family first.
  package func lineageNames(of name: String) -> [String] { line(of: name).map { schema.entities[$0].name } }

  /// The indices in the schema of the entity and of those it extends, the root of the family first.
  private func line(of name: String) -> [Int] {
    var line: [Int] = []
    var next = entityIndex[name]
    while let current = next, line.count <= parents.count {
      line.append(current)
      next = parents[current]
    }
    return line.reversed()
  }

  /// The root of the entity's family, after which the table is named.
  public func root(of name: String) -> Schema.Entity? { rootIndex(of: name).map { schema.entities[$0] } }

  /// Whether an entity is another one, or extends it.
  package func extends(_ name: String, _ other: String) -> Bool {
    guard let entity = entityIndex[name], let ancestor = entityIndex[other] else { return false }
    return spans[entity].isEmpty
      ? line(of: name).contains(ancestor) : spans[ancestor].contains(spans[entity].lowerBound)
  }

  /// The entity and all that extend it, parents before their children, in the order of the model.
  public func descendants(of name: String) -> [Schema.Entity] {
    guard let first = entityIndex[name] else { return [] }
    var found: [Int] = []
    var waiting = [first]
    while let current = waiting.popLast(), found.count <= parents.count {
      found.append(current)
      waiting += children[current].reversed()
    }
    return found.map { schema.entities[$0] }
  }

  /// Every attribute of the entity, inherited ones first.
  public func attributes(of name: String) -> [Schema.Attribute] { lineage(of: name).flatMap(\.attributes) }

  /// Every relationship of the entity, inherited ones first.
  public func relationships(of name: String) -> [Schema.Relationship] {
    lineage(of: name).flatMap(\.relationships)
  }

  /// The attribute of that name, own or inherited.
  public func attribute(_ name: String, of entity: String) -> Schema.Attribute? {
    place(of: name, in: entity, attributePlaces) { $0.attributes.firstIndex { $0.name == name } }
      .map { schema.entities[$0.entity].attributes[$0.position] }
  }

  /// The relationship of that name, own or inherited.
  public func relationship(_ name: String, of entity: String) -> Schema.Relationship? {
    relationshipPlace(name, of: entity).map { schema.entities[$0.entity].relationships[$0.position] }
  }

  private func relationshipPlace(_ name: String, of entity: String) -> MemberPlace? {
    place(of: name, in: entity, relationshipPlaces) { $0.relationships.firstIndex { $0.name == name } }
  }

  /// Where an entity or one that it extends declares a member.
  ///
  /// - Parameter find: finds the member among those that an entity declares itself.
  private func place(
    of name: String, in entity: String, _ places: [[String: MemberPlace]], _ find: (Schema.Entity) -> Int?
  ) -> MemberPlace? {
    guard let own = entityIndex[entity], let place = places[roots[own]][name] else { return nil }
    if !place.isUncertain { return spans[place.entity].contains(spans[own].lowerBound) ? place : nil }
    for ancestor in line(of: entity) {
      if let position = find(schema.entities[ancestor]) {
        return MemberPlace(entity: ancestor, position: position, isUncertain: true)
      }
    }
    return nil
  }

  /// The relationship of the target that points back.
  public func inverse(of relationship: Schema.Relationship) -> Schema.Relationship? {
    relationship.inverse.flatMap { self.relationship($0, of: relationship.target) }
  }

  /// The entity of the lineage that declares the relationship.
  public func declarer(of relationship: String, in entity: String) -> Schema.Entity? {
    relationshipPlace(relationship, of: entity).map { schema.entities[$0.entity] }
  }
}
