extension Layout {
  /// The table of a family of entities.
  public struct Table: Sendable, Hashable {
    /// The name of the table: the root entity's.
    public var name: String
    /// The names of the entities whose records it holds, parents first.
    public var entities: [String]
    /// The columns, in order.
    public var columns: [Column]
    /// The names of the columns that identify a row; empty where nothing refers to the rows.
    public var key: [String]
    /// The references to other tables, in the order of the columns.
    public var references: [Reference]
    /// The indices, without the one that the key has.
    public var indexes: [Index]

    /// A foreign key, declared so that tools can follow it, not enforced: it may arrive before its row.
    public struct Reference: Sendable, Hashable {
      /// The columns that hold the key.
      public var columns: [String]
      /// The table they refer to.
      public var table: String
      /// The key columns of that table.
      public var key: [String]
    }

    init(root: Schema.Entity, graph: SchemaGraph, hasRowIdentifier: Bool) {
      let family = graph.descendants(of: root.name)
      name = root.name
      entities = family.map(\.name)
      columns = hasRowIdentifier ? [.rowIdentifier] : []
      if family.count > 1 {
        columns.append(Column(name: "entityName", type: .text, isRequired: true, source: .entityName))
      }
      references = []
      for entity in family {
        for attribute in entity.attributes {
          let isRequired = !attribute.isOptional && entity.parent == nil
          columns.append(Column(attribute: attribute, of: entity.name, isRequired: isRequired))
        }
      }
      for entity in family {
        for relationship in entity.relationships where relationship.cardinality == .toOne {
          let isRequired = !relationship.isOptional && entity.parent == nil
          let own = graph.columns(of: relationship, in: entity.name, isRequired: isRequired)
          columns += own
          references.append(
            Reference(
              columns: own.map(\.name),
              table: graph.root(of: relationship.target)?.name ?? relationship.target,
              key: graph.keyColumns(of: relationship.target).map(\.name)))
        }
      }
      columns += Table.positions(of: family, graph: graph)
      key = root.primaryKey.isEmpty && !hasRowIdentifier ? [] : graph.keyColumns(of: root.name).map(\.name)
      indexes = []
      indexes = Table.indexes(of: self, family: family, graph: graph)
    }

    /// One column for every ordered to-many relationship that is stored here.
    private static func positions(of family: [Schema.Entity], graph: SchemaGraph) -> [Column] {
      family.flatMap { entity in
        entity.relationships.compactMap { relationship -> Column? in
          guard relationship.cardinality == .toOne, let inverse = graph.inverse(of: relationship),
            inverse.cardinality == .toMany, inverse.isOrdered
          else { return nil }
          return Column(
            name: "\(relationship.name)_position", type: .integer,
            source: .position(entity: relationship.target, relationship: inverse.name))
        }
      }
    }

    /// What the model asks for and what foreign keys need, each once, and none that the key covers already.
    private static func indexes(
      of table: Table, family: [Schema.Entity], graph: SchemaGraph
    ) -> [Index] {
      var wanted: [(columns: [String], isUnique: Bool)] = []
      for entity in family {
        let names = { (members: [String]) in
          members.flatMap { member in
            graph.relationship(member, of: entity.name).map(graph.columnNames) ?? [member]
          }
        }
        wanted += entity.uniques.map { (names($0), true) }
        wanted += entity.attributes.filter(\.isUnique).map { ([$0.name], true) }
        wanted += entity.indexes.map { (names($0), false) }
        wanted += entity.attributes.filter(\.isIndexed).map { ([$0.name], false) }
      }
      wanted += table.references.map { ($0.columns, false) }
      var indexes: [Index] = []
      for (columns, isUnique) in wanted {
        let covering = [table.key] + indexes.map(\.columns)
        if isUnique ? covering.contains(columns) : covering.contains(where: { $0.starts(with: columns) }) {
          continue
        }
        indexes.append(
          Index(name: ([table.name] + columns).joined(separator: "."), columns: columns, isUnique: isUnique))
      }
      return indexes
    }
  }
}
