/// How JSON is produced.
///
/// A path names a member of a record: `["albums"]`, or `["albums", "title"]` for a member of the records embedded in
/// `albums`. Where several options name the same member, ``omitted`` takes precedence over ``embedded``, and that over
/// ``keys``.
public struct ExportOptions: Sendable, Hashable {
  /// What is around the records.
  public enum Layout: String, Sendable, Hashable, CaseIterable {
    /// One array of all records.
    case array
    /// One record on each line (newline-delimited JSON).
    case lines
    /// A line with the names of the columns, and one for each record (RFC 4180). What is inside objects has columns such
    /// as `user.name`, a list or an embedded record is JSON. It can be imported again as a table.
    case csv
  }

  /// What becomes of an optional attribute or to-one relationship without a value.
  public enum Nulls: String, Sendable, Hashable, CaseIterable {
    /// It is left out, save where an import elsewhere would put a default in its place.
    case omitted
    /// It is written as `null`.
    case written
  }

  /// How a to-one relationship is written.
  public enum ToOne: String, Sendable, Hashable, CaseIterable {
    /// As the key of its record; embedded where no single value is the key.
    case key
    /// Embedded. What is embedded has its own to-one relationships as keys, unless a path says otherwise.
    case embedded
  }

  /// How a to-many relationship is written.
  public enum ToMany: String, Sendable, Hashable, CaseIterable {
    /// What an import needs to make the same rows and links, and nothing twice: left out if the other side names the
    /// record, otherwise a list of keys; embedded if keys cannot name the records.
    case automatic
    /// As a list of keys, also if the other side names the record.
    case keys
    /// Embedded. What is embedded has its own to-many relationships as `automatic` has them, unless a path says
    /// otherwise.
    case embedded
    /// Not at all.
    case omitted
  }

  /// What is around the records.
  public var layout = Layout.array
  /// Which records are written: an expression of SQL over the columns of the entity's table, such as `formed < 1975`; nil for
  /// all. It is not for the records of keys or of a query.
  ///
  /// It may read other tables, and can do nothing but read. It has no parameters: text from users does not belong in it.
  public var condition: String?
  /// Whether an array is written on many lines, indented by two spaces. Lines stay lines.
  public var isPretty = false
  /// What becomes of what has no value.
  public var nulls = Nulls.omitted
  /// How to-one relationships are written of which the paths below say nothing.
  public var toOne = ToOne.key
  /// How to-many relationships are written of which the paths below say nothing.
  public var toMany = ToMany.automatic
  /// Whether keys always stand under the foreign key that a model implies: `band_id` for `band`, `album_ids` for `albums`.
  /// Otherwise they stand where the last import found keys of the relationship: there, or under the relationship's own key.
  /// If the model names a `ForeignKey`, they always stand under that.
  public var usesImpliedForeignKeys = false
  /// Relationships whose records are embedded instead of their keys. A longer path also embeds the relationships on its way.
  /// Links from embedded records back to the record around them are left out.
  public var embedded: [[String]] = []
  /// Relationships that are written as keys.
  public var keys: [[String]] = []
  /// Attributes and relationships that are left out.
  public var omitted: [[String]] = []
  /// The attributes and relationships that are written, beside the key; nil for all. A longer path embeds the relationships
  /// on its way, and writes only what it names of them.
  public var only: [[String]]?

  /// Creates the default options: a compact array, in which keys stand for related records.
  public init() {}
}
