/// The tables, columns and indices that hold the records of a schema.
///
/// A layout is derived from the schema alone and is the same wherever it is derived. The rules are the database
/// contract: a table is named exactly as its entity, a column exactly as its attribute or to-one relationship.
public struct Layout: Sendable, Hashable {
  /// One table per family of entities, in the order of the model.
  public var tables: [Table] = []
  /// One table per to-many relationship that neither end stores in a column, sorted by name.
  public var linkTables: [LinkTable] = []

  /// Derives the layout of a schema. Cost: linear in the schema, times the depth of its families.
  public init(_ schema: Schema) { self.init(SchemaGraph(schema)) }

  /// Derives the layout of a schema whose names are resolved already.
  public init(_ graph: SchemaGraph) {
    let needsIdentifier = Layout.entitiesThatNeedRowIdentifiers(graph)
    for root in graph.schema.entities where root.parent == nil {
      tables.append(Table(root: root, graph: graph, hasRowIdentifier: needsIdentifier.contains(root.name)))
    }
    var links: [String: LinkTable] = [:]
    for entity in graph.schema.entities {
      for relationship in entity.relationships {
        guard case .linkTable(let name, true) = graph.storage(of: relationship, in: entity.name) else {
          continue
        }
        links[name] = LinkTable(name: name, relationship: relationship, of: entity.name, graph: graph)
      }
    }
    linkTables = links.values.sorted { $0.name < $1.name }
  }

  /// The table of the entity's family.
  public func table(of root: String) -> Table? { tables.first { $0.name == root } }

  /// Roots without a primary key that take part in a relationship: links need something stable to hold, and
  /// SQLite's own rowid may change on VACUUM.
  private static func entitiesThatNeedRowIdentifiers(_ graph: SchemaGraph) -> Set<String> {
    var names: Set<String> = []
    for entity in graph.schema.entities {
      for relationship in entity.relationships {
        if let target = graph.root(of: relationship.target), target.primaryKey.isEmpty {
          names.insert(target.name)
        }
        guard relationship.cardinality == .toMany || relationship.inverse != nil else { continue }
        if let own = graph.root(of: entity.name), own.primaryKey.isEmpty { names.insert(own.name) }
      }
    }
    return names
  }
}

extension Layout {
  /// A column of a table.
  public struct Column: Sendable, Hashable {
    /// The name of the column.
    public var name: String
    /// The type of its values.
    public var type: ColumnType
    /// Whether it is NOT NULL.
    public var isRequired: Bool
    /// The DEFAULT of the column.
    public var defaultValue: StoredValue?
    /// What of the model it holds.
    public var source: ColumnSource

    /// Creates a column.
    public init(
      name: String, type: ColumnType, isRequired: Bool = false, defaultValue: StoredValue? = nil,
      source: ColumnSource
    ) {
      self.name = name
      self.type = type
      self.isRequired = isRequired
      self.defaultValue = defaultValue
      self.source = source
    }

    init(attribute: Schema.Attribute, of entity: String, isRequired: Bool) {
      self.init(
        name: attribute.name, type: ColumnType(attribute.type), isRequired: isRequired,
        defaultValue: attribute.defaultValue, source: .attribute(entity: entity, name: attribute.name))
    }

    /// The key of a record whose entity declares none.
    static let rowIdentifier = Column(
      name: "_rowsmith_id", type: .integer, isRequired: true, source: .rowIdentifier)
  }

  /// The declared type of a column.
  public enum ColumnType: String, Sendable, Hashable {
    /// A signed integer of 64 bits.
    case integer = "INTEGER"
    /// An IEEE 754 binary64 number.
    case real = "REAL"
    /// UTF-8 text.
    case text = "TEXT"
    /// Bytes.
    case blob = "BLOB"

    /// The column type of an attribute type.
    public init(_ type: Schema.AttributeType) {
      switch type {
      case .scalar(.int), .scalar(.bool): self = .integer
      case .scalar(.double): self = .real
      case .scalar(.data): self = .blob
      case .scalar, .array: self = .text
      }
    }
  }

  /// What a column holds.
  public enum ColumnSource: Sendable, Hashable {
    /// An attribute of the entity that declares it.
    case attribute(entity: String, name: String)
    /// A to-one relationship of the entity that declares it: one part of the target's key.
    case relationship(entity: String, name: String, part: Int)
    /// The place of the record in an ordered to-many relationship of the entity at the other end.
    case position(entity: String, relationship: String)
    /// Which entity of the family the record is.
    case entityName
    /// The key of a record whose entity declares none.
    case rowIdentifier
  }

  /// An index of a table.
  public struct Index: Sendable, Hashable {
    /// The name of the index: the table's and the columns', joined by dots, which no table name contains.
    public var name: String
    /// The columns, in order.
    public var columns: [String]
    /// Whether no two rows may have the same values.
    public var isUnique: Bool
  }
}
