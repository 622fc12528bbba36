import Rowsmith
import RowsmithAPI
import RowsmithSchema

/// What the client needs to know about the model.
struct ModelFacts: Sendable {
  private let columns: [String: [StoredColumn]]
  private let tables: [String: String]
  private let values: [String: [[String]]]
  private let links: [String: [[String]]]
  private let lists: [String: Set<String>]
  /// The tables whose keys have one part, and those whose keys have several, sorted.
  let keyTables: (single: [String], composite: [String])
  private let graph: SchemaGraph

  init(_ schema: Schema) {
    let graph = SchemaGraph(schema)
    self.graph = graph
    let keyless = graph.rootsWithRowIdentifiers
    var columns: [String: [StoredColumn]] = [:]
    var tables: [String: String] = [:]
    var values: [String: [[String]]] = [:]
    var links: [String: [[String]]] = [:]
    var lists: [String: Set<String>] = [:]
    for entity in schema.entities {
      guard let root = graph.root(of: entity.name) else { continue }
      tables[entity.name] = root.name
      values[root.name, default: []] += entity.groups.compactMap { graph.parts(of: $0) }
        .flatMap(\.attributeNamesByValue)
      links[root.name, default: []] += ModelFacts.links(of: entity, graph)
      for list in entity.relationships where list.cardinality != .toOne {
        guard let target = graph.root(of: list.target) else { continue }
        lists[target.name, default: []].insert(list.name)
      }
      if columns[root.name] == nil {
        columns[root.name] = graph.columns(ofFamily: root, hasRowIdentifier: keyless.contains(root.name))
      }
    }
    self.columns = columns
    self.tables = tables
    self.values = values
    self.links = links
    self.lists = lists
    let roots = Set(tables.values).sorted()
    let isSingle = { (table: String) -> Bool in graph.keyColumns(of: table).count < 2 }
    keyTables = (roots.filter(isSingle), roots.filter { !isSingle($0) })
  }

  /// The columns of each link that has several: to a key of several parts, or to one of several entities.
  private static func links(of entity: Schema.Entity, _ graph: SchemaGraph) -> [[String]] {
    let single = entity.relationships.filter { $0.cardinality == .toOne && $0.choice == nil }.map { [$0] }
    let all = single + entity.choices.map(\.relationships)
    let columns = all.map { parts in
      parts.flatMap { part in graph.columns(of: part, declaredBy: entity).map(\.name) }
    }
    return columns.filter { $0.count > 1 }
  }

  /// The columns of each value of several parts in a table, those of a value before those of the values inside it.
  func values(in table: String) -> [[String]] { values[table] ?? [] }

  /// The columns of each link in a table that has several.
  func links(in table: String) -> [[String]] { links[table] ?? [] }

  /// The names of the to-many relationships to the records of a table.
  func lists(of table: String) -> Set<String> { lists[table] ?? [] }

  /// The table of an entity: that of the root of its inheritance family.
  func table(of entity: String) -> String? { tables[entity] }

  /// A relationship of an entity, by name.
  func target(of relationship: String, in entity: String) -> Schema.Relationship? {
    graph.relationship(relationship, of: entity)
  }

  /// Whether an entity itself declares a relationship.
  func declares(_ relationship: String, _ entity: String) -> Bool {
    graph.entity(entity)?.relationships.contains { $0.name == relationship } == true
  }

  /// The columns of an attribute, or the foreign key columns of a to-one relationship, one for each part of the target's key.
  func columns(of member: String, in entity: String) -> [String] {
    let lineage = Set(graph.lineage(of: entity).map(\.name))
    return (tables[entity].flatMap { columns[$0] } ?? []).filter { column in
      switch column.source {
      case .attribute(let owner, let name): name == member && lineage.contains(owner)
      case .relationship(let owner, let name, _): name == member && lineage.contains(owner)
      case .position, .entityName, .rowIdentifier: false
      }
    }.map(\.name)
  }

  /// The column for a placeholder or parameter: an attribute, a to-one relationship with a foreign key of one column, or a part
  /// of its target's key (`product.id`).
  func column(of name: String, in entity: String) -> String? {
    let own = columns(of: name, in: entity)
    if own.count == 1 { return own[0] }
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.count == 2, let relationship = graph.relationship(parts[0], of: entity) else { return nil }
    let keys = graph.keyColumns(of: relationship.target).map(\.name)
    let foreign = columns(of: parts[0], in: entity)
    guard keys.count == foreign.count, let index = keys.firstIndex(of: parts[1]) else { return nil }
    return foreign[index]
  }

  /// The columns of an entity's table, without computed ones.
  func storedColumns(of entity: String) -> [String] {
    (tables[entity].flatMap { columns[$0] } ?? []).map(\.name)
  }

  /// The primary key columns of an entity.
  func keyColumns(of entity: String) -> [String] { graph.keyColumns(of: entity).map(\.name) }

  /// The primary key columns that hold an attribute, rather than the key of another record, by table.
  var ownKeyColumns: [(table: String, column: String)] {
    Set(tables.values).sorted().flatMap { table in
      keyColumns(of: table).filter { column in
        if case .attribute? = source(of: column, in: table) { true } else { false }
      }
      .map { (table: table, column: $0) }
    }
  }

  /// The primary key columns of an entity that have local values in a key.
  func localKeyColumns(of entity: String, _ key: [StoredValue]) -> [String] {
    zip(keyColumns(of: entity), key).filter { LocalKey.isLocal($1) }.map { $0.0 }
  }

  /// The type of a column's values.
  func type(of column: String, in entity: String) -> Schema.AttributeType? {
    tables[entity].flatMap { columns[$0] }?.first { $0.name == column }?.type
  }

  /// What a column holds.
  func source(of column: String, in entity: String) -> ColumnSource? {
    tables[entity].flatMap { columns[$0] }?.first { $0.name == column }?.source
  }

  /// Whether a column belongs to an attribute or to-one relationship of an entity itself or of one that it extends, rather
  /// than of another one of its family.
  func has(_ column: String, in entity: String) -> Bool {
    switch source(of: column, in: entity) {
    case .attribute(let owner, _)?, .relationship(let owner, _, _)?: graph.extends(entity, owner)
    case .position?, .entityName?, .rowIdentifier?, nil: false
    }
  }

  /// Whether an entity has a list of another one of its family: one that both have from an entity that they extend, or are.
  func shares(_ list: String, of other: String, _ entity: String) -> Bool {
    graph.lineage(of: other).contains { declares(list, $0.name) && graph.extends(entity, $0.name) }
  }

  /// Whether a column belongs to an attribute of which no two records have the same value.
  func isUnique(_ column: String, in entity: String) -> Bool {
    guard case .attribute(let owner, let name)? = source(of: column, in: entity) else { return false }
    return graph.attribute(name, of: owner)?.isUnique == true
  }

  /// The entity of a row, if that extends the given one; otherwise the given one.
  func ownEntity(of row: ResultRow, _ entity: String) -> String {
    guard let own = row.text("entityName"), graph.extends(own, entity) else { return entity }
    return own
  }

  /// The entities whose rows are in a table, sorted.
  func entities(in table: String) -> [String] { tables.filter { $0.value == table }.map(\.key).sorted() }

  /// The lists of a row that are in link tables and in its JSON. Of a list that both sides have, it is the one of the side that
  /// declares the table: two new records do not wait for each other.
  func linkLists(of entity: String, _ row: RowName) -> [ListName] {
    graph.lineage(of: entity).flatMap { owner in
      owner.relationships.filter { relationship in
        guard relationship.exportPath != nil,
          case .linkTable(_, let isSource) = graph.storage(of: relationship, in: owner.name)
        else { return false }
        return isSource || graph.inverse(of: relationship)?.exportPath == nil
      }
      .map { ListName(row: row, entity: owner.name, name: $0.name) }
    }
  }

  /// The tables with the links of an entity's records.
  func linkTables(of entity: String) -> [String] {
    graph.lineage(of: entity).flatMap { owner in
      owner.relationships.compactMap { relationship -> String? in
        guard case .linkTable(let name, _) = graph.storage(of: relationship, in: owner.name) else {
          return nil
        }
        return name
      }
    }
  }

  /// The to-one relationships of an entity: their foreign key columns, and the table of the target.
  func toOneTargets(of entity: String) -> [(columns: [String], table: String)] {
    graph.relationships(of: entity).filter { $0.cardinality == .toOne }.compactMap { relationship in
      tables[relationship.target].map { (columns(of: relationship.name, in: entity), $0) }
    }
  }
}
