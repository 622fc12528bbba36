import RowsmithSchema

extension Layout {
  /// The table of a family of entities.
  package struct Table: Sendable, Hashable {
    /// The name of the table: the root entity's.
    package var name: String
    /// The names of the entities whose records it holds, parents first.
    package var entities: [String]
    /// The columns, in order.
    package var columns: [Layout.Column]
    /// The names of the columns that identify a row; empty if nothing refers to the rows.
    package var key: [String]
    /// The references to other tables, in the order of the columns.
    package var references: [Reference]
    /// The indexes, without that of the key.
    package var indexes: [Index]
    /// The computed columns, as SQL.
    package var computed: [String] = []

    /// A foreign key, declared so that tools can follow it, but not enforced: it may arrive before its row.
    package struct Reference: Sendable, Hashable {
      /// The columns that hold the key.
      package var columns: [String]
      /// The table they refer to.
      package var table: String
      /// The key columns of that table.
      package var key: [String]
    }

    init(root: Schema.Entity, graph: SchemaGraph, hasRowIdentifier: Bool) {
      let family = graph.descendants(of: root.name)
      name = root.name
      entities = family.map(\.name)
      columns = graph.columns(ofFamily: root, hasRowIdentifier: hasRowIdentifier).map(Layout.Column.init)
      references = []
      for entity in family {
        for relationship in entity.relationships where relationship.cardinality == .toOne {
          references.append(
            Reference(
              columns: graph.columns(of: relationship, declaredBy: entity).map(\.name),
              table: graph.root(of: relationship.target)?.name ?? relationship.target,
              key: graph.keyColumns(of: relationship.target).map(\.name)))
        }
      }
      key = root.primaryKey.isEmpty && !hasRowIdentifier ? [] : graph.keyColumns(of: root.name).map(\.name)
      indexes = []
      indexes = Table.indexes(of: self, family: family, graph: graph)
      computed = Table.computed(family)
    }

    /// The indexes that the model declares and that foreign keys need: without duplicates, and without those that the key
    /// or another index covers.
    private static func indexes(
      of table: Table, family: [Schema.Entity], graph: SchemaGraph
    ) -> [Index] {
      var wanted: [(columns: [String], isUnique: Bool)] = []
      // The unique ones of the whole family first: a plain index does not stand for one.
      for entity in family {
        wanted += entity.uniques.flatMap { columns($0, of: entity, graph) }.map { ($0, true) }
        wanted += entity.attributes.filter(\.isUnique).map { ([$0.name], true) }
      }
      for entity in family {
        wanted += entity.indexes.flatMap { columns($0, of: entity, graph) }.map { ($0, false) }
        wanted += entity.attributes.filter(\.isIndexed).map { ([$0.name], false) }
      }
      wanted += table.references.map { ($0.columns, false) }
      var indexes: [Index] = []
      // The columns of the key and of the indexes so far, by the first of them.
      var covering: [String: [[String]]] = [:]
      if let first = table.key.first { covering[first] = [table.key] }
      for (columns, isUnique) in wanted {
        guard let first = columns.first else { continue }
        let others = covering[first, default: []]
        if isUnique ? others.contains(columns) : others.contains(where: { $0.starts(with: columns) }) {
          continue
        }
        covering[first, default: []].append(columns)
        indexes.append(
          Index(name: ([table.name] + columns).joined(separator: "."), columns: columns, isUnique: isUnique))
      }
      return indexes
    }

    /// The columns of an index. With a link to one of several entities there are several indexes, one for each target.
    ///
    /// A row has a key in one column of such a link and NULL in the others, and NULL equals nothing: an index over all of
    /// them would never find two rows equal.
    private static func columns(
      _ members: [String], of entity: Schema.Entity, _ graph: SchemaGraph
    ) -> [[String]] {
      members.reduce([[]]) { indexes, member in
        let alternatives =
          graph.choice(member, of: entity.name)?.relationships.map(graph.columnNames)
          ?? [graph.relationship(member, of: entity.name).map(graph.columnNames) ?? [member]]
        return indexes.flatMap { index in alternatives.map { index + $0 } }
      }
    }
  }
}
