import RowsmithSchema

/// The tables, columns and indexes that hold the records of a schema.
///
/// A layout is derived from the schema alone and is the same wherever it is derived. The rules are the database
/// contract: a table is named exactly as its entity, a column exactly as its attribute or to-one relationship.
package struct Layout: Sendable, Hashable {
  /// One table per family of entities, in the order of the model.
  package private(set) var tables: [Table] = []
  /// One table per to-many relationship that neither end stores in a column, sorted by name.
  package private(set) var linkTables: [LinkTable] = []
  /// One full-text index per entity with `search`, in the order of the model.
  package private(set) var searchTables: [SearchTable] = []
  /// The places of the tables, by the entities whose records they hold.
  private var places: [String: Int] = [:]
  /// The places of the tables of links, by their names.
  private var linkPlaces: [String: Int] = [:]

  /// Derives the layout of a schema. Cost: linear in the schema, times the depth of its families.
  package init(_ schema: Schema) { self.init(SchemaGraph(schema)) }

  /// Derives the layout of a schema whose names are already resolved.
  package init(_ graph: SchemaGraph) {
    let withIdentifiers = graph.rootsWithRowIdentifiers
    for root in graph.schema.entities where root.parent == nil {
      let table = Table(root: root, graph: graph, hasRowIdentifier: withIdentifiers.contains(root.name))
      for entity in table.entities { places[entity] = tables.count }
      tables.append(table)
    }
    linkTables = graph.linkTables.map { owner in
      LinkTable(name: owner.name, relationship: owner.relationship, of: owner.entity, graph: graph)
    }
    for (place, link) in linkTables.enumerated() { linkPlaces[link.name] = place }
    for entity in graph.schema.entities {
      guard let search = entity.search, let root = graph.root(of: entity.name),
        let table = table(of: root.name)
      else { continue }
      searchTables.append(SearchTable(search, of: entity.name, table: table))
    }
  }

  /// The table of the family with this root entity.
  package func table(of root: String) -> Table? {
    table(holding: root).flatMap { $0.name == root ? $0 : nil }
  }

  /// The table that holds the records of an entity.
  package func table(holding entity: String) -> Table? { places[entity].map { tables[$0] } }

  /// The table of links of that name.
  package func linkTable(_ name: String) -> LinkTable? { linkPlaces[name].map { linkTables[$0] } }
}

extension Layout {
  /// A column of a table.
  package struct Column: Sendable, Hashable {
    /// The name of the column.
    package var name: String
    /// The type of its values.
    package var type: ColumnType
    /// Whether it is NOT NULL.
    package var isRequired: Bool
    /// The DEFAULT of the column.
    package var defaultValue: StoredValue?
    /// What it holds of the model.
    package var source: ColumnSource

    /// Creates a column.
    init(
      name: String, type: ColumnType, isRequired: Bool = false, defaultValue: StoredValue? = nil,
      source: ColumnSource
    ) {
      self.name = name
      self.type = type
      self.isRequired = isRequired
      self.defaultValue = defaultValue
      self.source = source
    }

    init(_ column: StoredColumn) {
      self.init(
        name: column.name, type: ColumnType(column.type), isRequired: column.isRequired,
        defaultValue: column.defaultValue, source: column.source)
    }
  }

  /// The declared type of a column.
  package enum ColumnType: String, Sendable, Hashable {
    /// A signed integer of 64 bits.
    case integer = "INTEGER"
    /// An IEEE 754 binary64 number.
    case real = "REAL"
    /// UTF-8 text.
    case text = "TEXT"
    /// Bytes.
    case blob = "BLOB"

    /// The column type of an attribute type.
    init(_ type: Schema.AttributeType) {
      switch type {
      case .scalar(.int), .scalar(.bool): self = .integer
      case .scalar(.double): self = .real
      case .scalar(.data): self = .blob
      case .scalar, .array: self = .text
      }
    }
  }

  /// An index of a table.
  package struct Index: Sendable, Hashable {
    /// The name of the index: the names of the table and the columns, joined by dots, which no table name contains.
    package var name: String
    /// The columns, in order.
    package var columns: [String]
    /// Whether no two rows may have the same values.
    package var isUnique: Bool
  }
}
