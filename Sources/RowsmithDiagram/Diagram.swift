/// The entity-relationship diagram of a model, as plain values in the order of the model.
///
/// It shows what a model says and leaves out what only the database has: positions, link tables, row identifiers.
public struct Diagram: Sendable, Hashable {
  /// The name of the model.
  public var name: String
  /// The entities, each with its own columns, without inherited ones.
  public var entities: [Entity]
  /// What is between them: what extends what, then relationships, each pair of inverses once.
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
    /// The type of a value as models write it: `Int`, `Status`.
    public var type: String
    /// Whether the column holds a list of values.
    public var isArray: Bool
    /// Whether there may be no value.
    public var isOptional: Bool
    /// What the column is a key of.
    public var marks: [Mark]
    /// The documentation of the model, if any.
    public var doc: String?
  }

  /// The part a column has in a key.
  public enum Mark: String, Sendable, Hashable {
    /// The primary key, or a part of it.
    case primaryKey = "PK"
    /// The key of another record, or a part of it.
    case foreignKey = "FK"
    /// No two records have the same value.
    case unique = "UK"
  }

  /// A line between two entities.
  public struct Edge: Sendable, Hashable {
    /// What the line means.
    public var kind: Kind
    /// The end that the model names first.
    public var from: End
    /// The other end.
    public var to: End

    /// What the line means.
    public enum Kind: String, Sendable, Hashable {
      /// The entity at `to` extends the one at `from`.
      case inheritance
      /// The relationships of the ends lead to the other end.
      case relationship
    }
  }

  /// Where a line ends.
  public struct End: Sendable, Hashable {
    /// The name of the entity.
    public var entity: String
    /// The relationship of this entity that leads to the other end, if it has one.
    public var relationship: String?
    /// How many records are at this end for each one at the other.
    public var count: Count
  }

  /// How many records are at one end of a line.
  public enum Count: String, Sendable, Hashable {
    /// None or one.
    case zeroOrOne
    /// Exactly one.
    case one
    /// Any number.
    case many
  }
}
