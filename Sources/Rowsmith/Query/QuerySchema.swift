import RowsmithSchema

/// What queries need to know of a model: read only, for every thread.
final class QuerySchema: Sendable {
  let graph: SchemaGraph
  let layout: Layout
  private let tables: [String: EntityTable]

  init(graph: SchemaGraph, layout: Layout) {
    self.graph = graph
    self.layout = layout
    var tables: [String: EntityTable] = [:]
    for entity in graph.schema.entities {
      guard let root = graph.root(of: entity.name), let table = layout.table(of: root.name) else { continue }
      tables[entity.name] = EntityTable(entity: entity.name, table: table, graph: graph)
    }
    self.tables = tables
  }

  /// Where the records of an entity are.
  func table(of entity: String) throws -> EntityTable {
    if let table = tables[entity] { return table }
    throw StoreError(
      .unknownEntity,
      "the model '\(graph.schema.name)' has no entity '\(entity)'; the record type belongs to another model")
  }

  /// The relationship of that name of an entity.
  func relationship(_ name: String, of entity: String) throws -> Schema.Relationship {
    if let relationship = graph.relationship(name, of: entity) { return relationship }
    throw StoreError(
      .unknownEntity, "'\(entity)' has no relationship '\(name)' in the model '\(graph.schema.name)'")
  }
}

/// Where the records of an entity are.
struct EntityTable: Sendable {
  let entity: String
  let table: Layout.Table
  /// A name under which SQLite has the rowid and the table has no column.
  let rowIDName: String
  /// What tells its rows from others in the table; nil where all rows are its.
  let family: [String]?

  init(entity: String, table: Layout.Table, graph: SchemaGraph) {
    self.entity = entity
    self.table = table
    let folded = Set(table.columns.map { $0.name.lowercased() })
    rowIDName = ["rowid", "_rowid_", "oid"].first { !folded.contains($0) } ?? "rowid"
    let names = graph.descendants(of: entity).map(\.name)
    family = names.count < table.entities.count ? names : nil
  }

  var name: String { table.name }

  /// The columns by which records are told apart: the key, or the rowid.
  var identity: [String] { table.key.isEmpty ? [rowIDName] : table.key.map(DDL.quoted) }

  /// The condition that a row is of the entity; nil where every row is.
  func familyCondition(alias: String) -> String? {
    family.map { names in
      "\(alias).\"entityName\" IN (\(names.map { DDL.literal(.text($0)) }.joined(separator: ", ")))"
    }
  }
}
