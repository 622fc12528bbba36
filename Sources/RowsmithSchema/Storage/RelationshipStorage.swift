/// Where a relationship's links are stored.
package enum RelationshipStorage: Sendable, Hashable {
  /// To-one: in columns of the record's own table that hold the target's key.
  case columns([String])
  /// To-many over a to-one inverse: in columns of the target's table, with a position if it is ordered.
  case inverseColumns(relationship: String, columns: [String], position: String?)
  /// Otherwise: in a link table, in which the record is the source (it owns the table) or the target.
  case linkTable(name: String, isSource: Bool)
}

extension SchemaGraph {
  /// Where the links of an entity's relationship are stored.
  ///
  /// The rules are those of the model language: a to-one relationship is a column; a to-many whose inverse is
  /// to-one is stored at the other end; everything else is a link table, owned by the side whose
  /// `Entity.relationship` sorts first.
  package func storage(of relationship: Schema.Relationship, in entity: String) -> RelationshipStorage {
    if relationship.cardinality == .toOne { return .columns(columnNames(of: relationship)) }
    guard let inverse = inverse(of: relationship) else {
      return .linkTable(name: linkTableName(relationship.name, in: entity), isSource: true)
    }
    if inverse.cardinality == .toOne {
      return .inverseColumns(
        relationship: inverse.name, columns: columnNames(of: inverse),
        position: relationship.isOrdered ? "\(inverse.name)_position" : nil)
    }
    let own = qualifiedName(relationship.name, in: entity)
    let other = qualifiedName(inverse.name, in: relationship.target)
    if own <= other { return .linkTable(name: linkTableName(relationship.name, in: entity), isSource: true) }
    return .linkTable(name: linkTableName(inverse.name, in: relationship.target), isSource: false)
  }

  /// The columns of a to-one relationship: one named after it, or one per part of the target's composite key.
  package func columnNames(of relationship: Schema.Relationship) -> [String] {
    let key = keyColumns(of: relationship.target)
    return key.count == 1 ? [relationship.name] : key.map { "\(relationship.name)_\($0.name)" }
  }

  /// The columns that identify a record of the entity, in the order of the key.
  ///
  /// For an entity without a primary key this is the row identifier, `_rowsmith_id`.
  package func keyColumns(of entity: String) -> [StoredColumn] { keyColumns(of: entity, depth: 0) }

  private func keyColumns(of entityName: String, depth: Int) -> [StoredColumn] {
    // A cycle of keys is an error of the model; the bound keeps a hand-made schema from infinite recursion.
    guard let root = root(of: entityName), !root.primaryKey.isEmpty, depth < 16 else {
      return [.rowIdentifier]
    }
    return root.primaryKey.flatMap { part -> [StoredColumn] in
      if let attribute = root.attributes.first(where: { $0.name == part }) {
        return [StoredColumn(attribute: attribute, of: root.name, isRequired: true)]
      }
      guard let relationship = root.relationships.first(where: { $0.name == part }) else { return [] }
      return columns(of: relationship, in: root.name, isRequired: true, depth: depth + 1)
    }
  }

  /// The columns of a to-one relationship, typed as the target's key.
  func columns(
    of relationship: Schema.Relationship, in entity: String, isRequired: Bool, depth: Int = 0
  ) -> [StoredColumn] {
    let key = keyColumns(of: relationship.target, depth: depth)
    return key.enumerated().map { part, column in
      StoredColumn(
        name: key.count == 1 ? relationship.name : "\(relationship.name)_\(column.name)", type: column.type,
        isRequired: isRequired, source: .relationship(entity: entity, name: relationship.name, part: part))
    }
  }

  private func qualifiedName(_ relationship: String, in entity: String) -> String {
    "\(declarer(of: relationship, in: entity)?.name ?? entity).\(relationship)"
  }

  private func linkTableName(_ relationship: String, in entity: String) -> String {
    "\(declarer(of: relationship, in: entity)?.name ?? entity)_\(relationship)"
  }
}
