import Rowsmith
import RowsmithAPI
import RowsmithSchema

/// A collection that synchronises: the table of an entity, or a link table whose links are records.
struct SyncedTable: Sendable {
  /// A column that is sent.
  struct Column: Sendable, Hashable {
    /// Its name in the table; for a link to one of several entities, that of the relationship.
    var name: String
    /// The attribute or to-one relationship.
    var member: String
    /// Whether it is a JSON list.
    var isList: Bool
    /// The target table of a to-one relationship.
    var target: String?
    /// The paths in a record's JSON; an empty path means the rest of the record. After those of a part of a value come those of
    /// the value, as an object there sets all of its parts.
    var paths: [[String]]
    /// For a link to one of several entities: its columns, which are one value.
    var choice: Choice?
    /// Whether it says of which entity of a family a record is. Each record that is sent says that.
    var isKind = false
    /// The entities of the family that do not have it.
    var lacking: Set<String> = []
    /// The default of a column that is NOT NULL.
    var filling: StoredValue?
  }

  /// A to-many relationship whose links are sent as a list in the record.
  struct List: Sendable, Hashable {
    /// The relationship.
    var name: String
    /// The link table.
    var table: String
    /// The column with the record's key, and the one with the other key.
    var owner, other: String
    /// The column with the position; `nil` if the list is not ordered.
    var position: String?
    /// The table of the items.
    var target: String
    /// The paths in a record's JSON.
    var paths: [[String]]
    /// The entities of the family that do not have it.
    var lacking: Set<String> = []
  }

  /// The entities at both ends of links.
  struct LinkEntities: Sendable, Hashable {
    var source = ""
    var sourceKey = ""
    var target = ""
    var targetKey = ""
    /// The names under which keys of missing records at each end are noted. That of a missing tag is `Note.tags`, with the
    /// entity that declares the relationship.
    var sourceReference = ""
    var targetReference = ""
  }

  /// A column of any table that refers to rows of this one.
  struct Reference: Sendable, Hashable {
    /// `Note.folder`.
    var name: String
    var table, column: String
    /// If the column belongs to a link to one of several entities: the link's name, and the entity of this column.
    var choice: Choice?

    struct Choice: Sendable, Hashable {
      var name, entity: String
    }
  }

  /// The model's settings.
  var plan: SyncPlan.Entity
  /// The collection at the server.
  var collection: SyncCollection
  /// The name of the table: that of the root of the family, or of the link table. In the internal tables, too.
  var name: String
  /// The primary key columns; for links, that of the owning record and that of the item.
  var keys: [String]
  /// The columns that are sent, without the primary key.
  var columns: [Column] = []
  /// The columns of each value of several parts, those of a value before those of the values inside it.
  var parts: [[String]] = []
  /// The lists that are sent in the record.
  var lists: [List] = []
  /// For links: the entities at both ends, with their primary key columns.
  var linkEntities = LinkEntities()
  /// The columns that refer to its rows.
  var references: [Reference] = []
  /// The names under which its missing rows are noted where a link table has them as sources.
  var missingSources: [String] = []
  /// Where its JSON may have other records that synchronise.
  var embedded: [EmbeddedRecords.Place] = []
  /// Where its JSON may have the other ends of relationships that are values of other records.
  var otherEnds: [OtherEnds.Place] = []
  /// The paths of its key in a record's JSON.
  var keyPaths: [[String]] = []
  /// The members of its JSON, at the top, that may have other records embedded, however deep.
  var linkHeads: [String] = []
  /// Whether records of other entities may have its records embedded.
  var mayBeEmbedded = false
  /// The members of the JSON that mark a record as deleted.
  var deletionSigns: [Schema.DeletionSign] = []
  /// Whether it has unique columns besides its primary key.
  var hasUniqueValues = false
  /// The position in the order of sending: records with smaller ranks that it refers to come first.
  var rank = 0
  /// The column with the server's permissions.
  var permissions: String?
  /// A hash of what decides how its JSON is read. If it changes, everything is read again.
  var fingerprint = ""

  var isPushed: Bool { plan.direction == .both }
  var isLinks: Bool { collection.isLinks }

  /// Whether one of its values has this column, or is this list.
  func has(_ name: String) -> Bool {
    columns.contains { $0.names.contains(name) } || lists.contains { $0.name == name }
  }

  /// Whether changes are recorded under this name: that of a column that is sent, or of a list.
  func sends(_ name: String) -> Bool {
    columns.contains { $0.name == name } || lists.contains { $0.name == name }
  }

  /// What a row gets for a value of the server's: the default where that was noted as none, before a migration made the column
  /// NOT NULL.
  func filled(_ value: StoredValue, of name: String) -> StoredValue {
    if value != .null { return value }
    return columns.first { $0.name == name }?.filling ?? .null
  }

  /// The key of a row, as an SQL expression.
  func key(of row: String) -> String {
    let columns = keys.map { "\(row).\(DDL.quoted($0))" }
    return columns.count == 1 ? columns[0] : "json_array(\(columns.joined(separator: ", ")))"
  }

  /// The condition for the row with a key, and its parameters. A comparison with all parts as one value would look at each row.
  func condition(for key: StoredValue, in row: String) -> (sql: String, values: [StoredValue]) {
    let parts = KeyCoding.decode(key, count: keys.count)
    guard parts.count == keys.count else { return ("0", []) }
    return (keys.map { "\(row).\(DDL.quoted($0)) = ?" }.joined(separator: " AND "), parts)
  }

  /// The key of a row, as an SQL expression that is looked up in the internal tables. With the affinity of an integer
  /// column, SQLite would compare it as a number with each key there, one after the other.
  func notedKey(of row: String) -> String { keys.count == 1 ? "+\(key(of: row))" : key(of: row) }
}
