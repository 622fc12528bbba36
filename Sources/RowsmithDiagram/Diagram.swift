/// The entity-relationship diagram of a model, as plain values in the order of the model.
///
/// It shows what the model declares, without the parts that only the database has: positions, link tables, row identifiers.
public struct Diagram: Sendable, Hashable {
  /// The name of the model.
  public var name: String
  /// The entities, each with its own columns, without inherited ones.
  public var entities: [Entity]
  /// The lines between entities: inheritance first, then relationships, with one line for a pair of inverses.
  public var edges: [Edge]

  /// An entity.
  public struct Entity: Sendable, Hashable {
    /// The name of the entity.
    public var name: String
    /// The entity it extends.
    public var parent: String?
    /// The documentation of the model, if any.
    public var doc: String?
    /// Its attributes, then its to-one relationships.
    public var columns: [Column]
  }

  /// An attribute, or one part of the key that a to-one relationship holds.
  public struct Column: Sendable, Hashable {
    /// The name of the column.
    public var name: String
    /// The type in the notation of models: `Int`, `Status`.
    public var type: String
    /// Whether the column holds a list of values.
    public var isArray: Bool
    /// Whether the value is optional.
    public var isOptional: Bool
    /// The keys that the column is part of.
    public var marks: [Mark]
    /// The documentation of the model, if any.
    public var doc: String?
  }

  /// The role of a column in a key.
  public enum Mark: String, Sendable, Hashable {
    /// The primary key, or a part of it.
    case primaryKey = "PK"
    /// A foreign key, or a part of one.
    case foreignKey = "FK"
    /// A value that no two records share.
    case unique = "UK"
  }

  /// A line between two entities.
  public struct Edge: Sendable, Hashable {
    /// The kind of the line.
    public var kind: Kind
    /// The end that the model names first.
    public var from: End
    /// The other end.
    public var to: End

    /// The kinds of lines.
    public enum Kind: String, Sendable, Hashable {
      /// The entity at `to` extends the one at `from`.
      case inheritance
      /// The relationships of the ends lead to each other's entity.
      case relationship
    }
  }

  /// An end of a line.
  public struct End: Sendable, Hashable {
    /// The name of the entity.
    public var entity: String
    /// The relationship of this entity that leads to the other end, if it has one.
    public var relationship: String?
    /// The number of records at this end for each one at the other.
    public var count: Count
  }

  /// The number of records at one end of a line.
  public enum Count: String, Sendable, Hashable {
    /// Zero or one.
    case zeroOrOne
    /// Exactly one.
    case one
    /// Any number.
    case many
  }
}
