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
  private let relationshipPlaces: [[String: Int]]

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
    roots = SchemaGraph.roots(parents)
    relationshipPlaces = schema.entities.map { entity in
      let names = entity.relationships.enumerated().map { ($0.element.name, $0.offset) }
      return Dictionary(names, uniquingKeysWith: { first, _ in first })
    }
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
    schema.enumerations.first { $0.name == name }
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
    for position in line(of: entity) {
      if let attribute = schema.entities[position].attributes.first(where: { $0.name == name }) {
        return attribute
      }
    }
    return nil
  }

  /// The relationship of that name, own or inherited.
  public func relationship(_ name: String, of entity: String) -> Schema.Relationship? {
    for position in line(of: entity) {
      if let place = relationshipPlaces[position][name] {
        return schema.entities[position].relationships[place]
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
    line(of: entity).first { relationshipPlaces[$0][relationship] != nil }.map { schema.entities[$0] }
  }
}
