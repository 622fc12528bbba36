import Rowsmith
import RowsmithAPI
import RowsmithSchema

/// What the engine knows of one collection that synchronises: the table of an entity, or a table of links whose
/// memberships are records.
struct SyncedTable: Sendable {
  /// A column that is sent.
  struct Column: Sendable, Hashable {
    /// Its name in the table; of a link to one of several entities that of the relationship.
    var name: String
    /// The attribute or to-one relationship.
    var member: String
    /// Whether a JSON list is in it.
    var isList: Bool
    /// The table that a to-one relationship leads to.
    var target: String?
    /// Where the JSON of a record may have it; without a key where it is the rest of the record.
    var paths: [[String]]
    /// Where it is a link to one of several entities: the columns it is made of, which are one value.
    var choice: Choice?
  }

  /// A to-many relationship whose links are sent as a list in the record.
  struct List: Sendable, Hashable {
    /// The relationship.
    var name: String
    /// The table of the links.
    var table: String
    /// The column with the record's key, and the one with the key of the other.
    var owner, other: String
    /// The column that orders the list; nil where the order says nothing.
    var position: String?
    /// The table of the others.
    var target: String
    /// Where the JSON of a record may have it.
    var paths: [[String]]
  }

  /// The entities that links are between.
  struct LinkEntities: Sendable, Hashable {
    var source = ""
    var sourceKey = ""
    var target = ""
    var targetKey = ""
  }

  /// A column elsewhere that holds keys of its rows.
  struct Reference: Sendable, Hashable {
    /// `Note.folder`.
    var name: String
    var table, column: String
    /// Where the column is one of those of a link to one of several entities: its name, and which of them it is of.
    var choice: Choice?

    struct Choice: Sendable, Hashable {
      var name, entity: String
    }
  }

  /// What the model says of it.
  var plan: SyncPlan.Entity
  /// For the server.
  var collection: SyncCollection
  /// The table: the root of the family, or the table of links.
  var table: String
  /// By what rows are known in the internal tables: the table's name.
  var name: String { table }
  /// The column of the key; of links, that of the record that has the list, and that of the other.
  var keys: [String]
  /// The columns that are sent, the key not among them.
  var columns: [Column] = []
  /// The lists that are sent in the record.
  var lists: [List] = []
  /// Of links: the entities on both sides, with the columns of their keys.
  var linkEntities = LinkEntities()
  /// What leads to its rows.
  var references: [Reference] = []
  /// Whether something in the JSON of a record says that it is deleted.
  var hasDeletionSign = false
  /// Whether there are values besides its key that no two rows may have.
  var hasUniqueValues = false
  /// A number that says when records can be sent: after those of all smaller numbers that they lead to.
  var rank = 0
  /// The columns in which the server keeps its permissions.
  var permissions: String?
  /// What of the model decides how its JSON is read: where that changes, everything is read again.
  var fingerprint = ""

  var isPushed: Bool { plan.direction == .both }
  var isLinks: Bool { collection.isLinks }

  /// The key of a row as an SQL expression.
  func key(of row: String) -> String {
    let columns = keys.map { "\(row).\(DDL.quoted($0))" }
    return columns.count == 1 ? columns[0] : "json_array(\(columns.joined(separator: ", ")))"
  }
}
