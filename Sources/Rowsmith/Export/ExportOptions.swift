/// How JSON is produced.
///
/// A path names a member of a record: `["albums"]`, or `["albums", "title"]` for a member of the records embedded in
/// `albums`. If several options name the same member, ``omitted`` takes precedence over ``embedded``, and that over ``keys``.
public struct ExportOptions: Sendable, Hashable {
  /// What is around the records.
  public enum Layout: String, Sendable, Hashable, CaseIterable {
    /// One array of all records. Records whose primary key is read from `$key` alone are in one object, as in `map`.
    case array
    /// One object of all records, keyed by what an import reads from the key (`$key`), otherwise by the primary key. An
    /// export in which two records have the same key, or one has none, throws ``ExportError`` before anything is written.
    case map
    /// One record on each line (newline-delimited JSON).
    case lines
    /// A line with the column names, then a line for each record (RFC 4180). Members of objects have columns such as
    /// `user.name`; a list or an embedded record is JSON. The result can be imported again as a table.
    case csv
  }

  /// How an optional attribute or to-one relationship without a value is written.
  public enum Nulls: String, Sendable, Hashable, CaseIterable {
    /// It is left out, unless an import would then set a default.
    case omitted
    /// It is written as `null`.
    case written
  }

  /// How a to-one relationship is written.
  public enum ToOne: String, Sendable, Hashable, CaseIterable {
    /// As the key of its record; embedded if no single value is the key.
    case key
    /// Embedded. The to-one relationships of an embedded record are written as keys, unless a path says otherwise.
    case embedded
  }

  /// How a to-many relationship is written.
  public enum ToMany: String, Sendable, Hashable, CaseIterable {
    /// Whatever an import needs to make the same rows and links, once: left out if the other side names the record, otherwise
    /// a list of keys; embedded if keys cannot name the records.
    case automatic
    /// As a list of keys, even if the other side names the record.
    case keys
    /// Embedded. The to-many relationships of an embedded record are written as `automatic`, unless a path says otherwise.
    case embedded
    /// Left out.
    case omitted
  }

  /// What is around the records.
  public var layout = Layout.array
  /// Which records are written: an SQL expression over the columns of the entity's table, such as `formed < 1975`; `nil` for
  /// all. It cannot be combined with keys or a query.
  ///
  /// It may read other tables, and can only read. It takes no parameters, so do not build it from users' text.
  public var condition: String?
  /// Whether an array or an object of all records is written on many lines, indented by two spaces. `lines` and `csv` ignore it.
  public var isPretty = false
  /// How a missing value is written.
  public var nulls = Nulls.omitted
  /// How to-one relationships are written, unless a path below names them.
  public var toOne = ToOne.key
  /// How to-many relationships are written, unless a path below names them.
  public var toMany = ToMany.automatic
  /// Whether keys are always written under the foreign key that a model implies: `band_id` for `band`, `album_ids` for
  /// `albums`. If not, they are written where the last import found them: there, or under the relationship's own key. A
  /// `ForeignKey` that the model names is always used.
  public var usesImpliedForeignKeys = false
  /// Relationships whose records are embedded instead of their keys. A longer path also embeds the relationships along it.
  /// Links from embedded records back to the record around them are left out.
  public var embedded: [[String]] = []
  /// Relationships that are written as keys.
  public var keys: [[String]] = []
  /// Attributes and relationships that are left out.
  public var omitted: [[String]] = []
  /// The attributes and relationships that are written, besides the key; `nil` for all. A longer path embeds the
  /// relationships along it, and writes only the members of them that it names.
  public var only: [[String]]?
  /// Whether a server takes the JSON, which must be told of a value that is gone: null stands for it also where an import would
  /// clear with it what is not written.
  package var isForServer = false

  /// Creates the default options: a compact array, in which keys stand for related records.
  public init() {}
}
