import RowsmithSchema

extension Layout {
  /// The table of a to-many relationship that neither end stores in a column.
  package struct LinkTable: Sendable, Hashable {
    /// The name of the table: `<Entity>_<relationship>` of the side that owns it.
    package var name: String
    /// The entity that owns the table.
    package var sourceEntity: String
    /// The relationship that owns the table.
    package var relationship: String
    /// The entity at the other end.
    package var targetEntity: String
    /// The relationship at the other end, if there is one.
    package var inverse: String?
    /// The columns that hold the key of the owner: `source`, or `source_<part>`.
    package var sourceColumns: [Layout.Column]
    /// The columns that hold the key of the other end: `target`, or `target_<part>`.
    package var targetColumns: [Layout.Column]
    /// Whether `position` is used: the target's position among the source's items.
    package var isOrdered: Bool
    /// Whether it has a column `source_position`: the source's position among the target's items.
    package var isInverseOrdered: Bool

    init(name: String, relationship: Schema.Relationship, of entity: String, graph: SchemaGraph) {
      self.name = name
      sourceEntity = entity
      self.relationship = relationship.name
      targetEntity = relationship.target
      inverse = relationship.inverse
      sourceColumns = LinkTable.columns("source", of: entity, relationship: relationship, graph: graph)
      targetColumns = LinkTable.columns(
        "target", of: relationship.target, relationship: relationship, graph: graph)
      isOrdered = relationship.isOrdered
      isInverseOrdered = graph.inverse(of: relationship)?.isOrdered ?? false
    }

    /// The name for links to a missing target: `Band.tags`.
    package var targetName: String { "\(sourceEntity).\(relationship)" }
    /// The name for links that a target gave to a missing source: `Tag.bands`.
    package var sourceName: String { inverse.map { "\(targetEntity).\($0)" } ?? "\(targetName)<" }

    /// The index that finds the links to a target.
    var targetIndex: Index {
      Index(name: "\(name).target", columns: targetColumns.map(\.name), isUnique: false)
    }

    private static func columns(
      _ end: String, of entity: String, relationship: Schema.Relationship, graph: SchemaGraph
    ) -> [Layout.Column] {
      let key = graph.keyColumns(of: entity)
      return key.enumerated().map { part, column in
        Layout.Column(
          name: key.count == 1 ? end : "\(end)_\(column.name)", type: ColumnType(column.type),
          isRequired: true, source: .relationship(entity: entity, name: relationship.name, part: part))
      }
    }
  }
}
