/// A schema with its names resolved: families, inherited members and inverses, each found in one step.
///
/// Lookups of names that the schema does not have give nil or an empty list; they never trap.
public struct SchemaGraph: Sendable {
  /// The schema as given.
  public let schema: Schema
  private let entityIndex: [String: Int]
  private let childNames: [String: [String]]

  /// Indexes a schema. Cost: linear in its size.
  public init(_ schema: Schema) {
    self.schema = schema
    var index: [String: Int] = [:]
    var children: [String: [String]] = [:]
    for (position, entity) in schema.entities.enumerated() {
      index[entity.name] = position
      if let parent = entity.parent { children[parent, default: []].append(entity.name) }
    }
    entityIndex = index
    childNames = children
  }

  /// The entity of that name.
  public func entity(_ name: String) -> Schema.Entity? {
    entityIndex[name].map { schema.entities[$0] }
  }

  /// The enumeration of that name.
  public func enumeration(_ name: String) -> Schema.Enumeration? {
    schema.enumerations.first { $0.name == name }
  }

  /// The entity and what it extends, the root of the family first.
  public func lineage(of name: String) -> [Schema.Entity] {
    var line: [Schema.Entity] = []
    var next: String? = name
    while let current = next.flatMap(entity), line.count <= schema.entities.count {
      line.append(current)
      next = current.parent
    }
    return line.reversed()
  }

  /// The root of the entity's family: the entity whose name the table has.
  public func root(of name: String) -> Schema.Entity? { lineage(of: name).first }

  /// The entity and everything that extends it, parents before their children, in the order of the model.
  public func descendants(of name: String) -> [Schema.Entity] {
    guard let first = entity(name) else { return [] }
    return [first] + (childNames[name] ?? []).flatMap(descendants)
  }

  /// Every attribute of the entity, inherited ones first.
  public func attributes(of name: String) -> [Schema.Attribute] { lineage(of: name).flatMap(\.attributes) }

  /// Every relationship of the entity, inherited ones first.
  public func relationships(of name: String) -> [Schema.Relationship] {
    lineage(of: name).flatMap(\.relationships)
  }

  /// The attribute of that name, own or inherited.
  public func attribute(_ name: String, of entity: String) -> Schema.Attribute? {
    attributes(of: entity).first { $0.name == name }
  }

  /// The relationship of that name, own or inherited.
  public func relationship(_ name: String, of entity: String) -> Schema.Relationship? {
    relationships(of: entity).first { $0.name == name }
  }

  /// The relationship of the target that points back.
  public func inverse(of relationship: Schema.Relationship) -> Schema.Relationship? {
    relationship.inverse.flatMap { self.relationship($0, of: relationship.target) }
  }

  /// The entity of the family that declares the relationship itself.
  public func declarer(of relationship: String, in entity: String) -> Schema.Entity? {
    lineage(of: entity).first { $0.relationships.contains { $0.name == relationship } }
  }
}
