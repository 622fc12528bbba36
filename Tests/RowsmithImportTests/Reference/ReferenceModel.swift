import Rowsmith
import RowsmithSchema

/// What the importer asks of a schema.
struct ReferenceModel {
  let graph: SchemaGraph
  let layout: Layout

  init(_ schema: Schema) {
    graph = SchemaGraph(schema)
    layout = Layout(graph)
  }

  func table(of entity: String) -> String { graph.root(of: entity)?.name ?? entity }

  func isKeyless(_ entity: String) -> Bool { graph.root(of: entity)?.primaryKey.isEmpty ?? true }

  func isFamily(_ entity: String) -> Bool { graph.descendants(of: table(of: entity)).count > 1 }

  /// Whether the entity is the ancestor or extends it.
  func entity(_ name: String, is ancestor: String) -> Bool {
    graph.lineage(of: name).contains { $0.name == ancestor }
  }

  func toOnes(of entity: String) -> [Schema.Relationship] {
    graph.relationships(of: entity).filter { $0.cardinality == .toOne }
  }

  func columns(of toOne: Schema.Relationship) -> [String] { graph.columnNames(of: toOne) }

  /// The column that keeps the place of a row among the items of the relationship's ordered inverse.
  func positionColumn(of toOne: Schema.Relationship) -> String? {
    guard let inverse = graph.inverse(of: toOne), inverse.cardinality == .toMany, inverse.isOrdered else {
      return nil
    }
    return "\(toOne.name)_position"
  }

  /// The inverse, if it is to-one: both columns are kept in step.
  func oneToOneInverse(of toOne: Schema.Relationship) -> Schema.Relationship? {
    graph.inverse(of: toOne).flatMap { $0.cardinality == .toOne ? $0 : nil }
  }

  /// `Band.albums`, named after the entity that declares it.
  func qualifiedName(_ relationship: Schema.Relationship, in entity: String) -> String {
    "\(graph.declarer(of: relationship.name, in: entity)?.name ?? entity).\(relationship.name)"
  }

  /// Where a relationship of a table's records keeps its links, whichever entity of the family a row is just now.
  func storage(of relationship: Schema.Relationship, table: String) -> RelationshipStorage {
    graph.storage(of: relationship, in: declarer(of: relationship, table: table))
  }

  func qualifiedName(_ relationship: Schema.Relationship, table: String) -> String {
    "\(declarer(of: relationship, table: table)).\(relationship.name)"
  }

  private func declarer(of relationship: Schema.Relationship, table: String) -> String {
    let family = graph.descendants(of: table)
    return family.first { $0.relationships.contains { $0.name == relationship.name } }?.name ?? table
  }

  /// A to-one that must not be empty: declared so, or part of the key.
  func isRequired(_ toOne: Schema.Relationship, in entity: String) -> Bool {
    !toOne.isOptional || toOne.choice?.isRequired == true
      || (graph.root(of: entity)?.primaryKey.contains(toOne.name) ?? false)
  }

  /// The inverse of a to-many relationship, if it is to-one: the items hold the links.
  func inverseToOne(_ relationship: Schema.Relationship) -> Schema.Relationship? {
    graph.inverse(of: relationship).flatMap { $0.cardinality == .toOne ? $0 : nil }
  }

  /// The attribute that orders the versions of a record.
  func stamp(of entity: String) -> Schema.Attribute? {
    guard let root = graph.root(of: entity), let name = root.modificationAttribute else { return nil }
    return root.attributes.first { $0.name == name }
  }

  /// Whether a column of a table is part of a link.
  func isPointer(_ column: String, in table: String) -> Bool {
    switch layout.table(of: table)?.columns.first(where: { $0.name == column })?.source {
    case .relationship, .position: true
    default: false
    }
  }

  /// The relationship of a qualified name: `Band.albums`.
  func relationship(qualified name: String) -> Schema.Relationship? {
    let parts = name.split(separator: ".")
    return parts.count == 2 ? graph.relationship(String(parts[1]), of: String(parts[0])) : nil
  }

  func isKeyPart(_ toOne: Schema.Relationship, table: String) -> Bool {
    graph.entity(table)?.primaryKey.contains(toOne.name) ?? false
  }

  /// The relationship of that name of whichever entity of the table's family.
  func relationship(_ name: String, table: String) -> Schema.Relationship? {
    for entity in graph.descendants(of: table) {
      if let found = entity.relationships.first(where: { $0.name == name }) { return found }
    }
    return nil
  }

  /// Whether a record's relationship leads to rows that are the record's own: rows without a key, which belong to what
  /// they are embedded in. Of two without a key the one with the list is the owner, not the item.
  func ownsKeyless(_ relationship: Schema.Relationship, of entity: String) -> Bool {
    guard isKeyless(relationship.target) else { return false }
    guard relationship.cardinality == .toOne, isKeyless(entity), let inverse = graph.inverse(of: relationship)
    else { return true }
    return inverse.cardinality != .toMany
  }

  func owns(_ relationship: Schema.Relationship, of entity: String) -> Bool {
    relationship.deleteRule == .cascade || ownsKeyless(relationship, of: entity)
  }

  func hasValueAttribute(_ entity: String) -> Bool {
    graph.attributes(of: entity).contains { $0.importPaths.contains(.value) }
  }

  func linkTable(_ name: String) -> Layout.LinkTable? { layout.linkTables.first { $0.name == name } }
}
