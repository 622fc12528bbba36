public import RowsmithSchema

/// The net changes of one transaction, or of several consecutive ones, and their origins.
///
/// A row that was inserted and then deleted is not listed. A row that was deleted and then inserted again counts as updated,
/// like one with a changed column. A rekeyed row is listed with both keys; if SQL changed a key, that counts as a deleted and
/// an inserted row. To-one links are columns of their record, and so are the items of a to-many relationship whose inverse is
/// to-one. All other links are in ``links``.
public struct ChangeSet: Sendable, Hashable {
  /// The maximum number of keys listed for an entity, or links for a relationship. If more have changed, none is listed.
  public static let maximumKeys = 100_000
  /// The maximum number of ``origins``.
  public static let maximumOrigins = 100
  /// The maximum number of ``imports``.
  public static let maximumImports = 100

  /// The changes of one entity's records. Records of entities that extend it are listed under their own entity.
  public struct EntityChanges: Sendable, Hashable {
    /// The name of the entity.
    public var entity: String
    /// The keys of inserted records, one stored value per column, in the order of the first change.
    public var inserted: [[StoredValue]] = []
    /// The keys of records with a changed column.
    public var updated: [[StoredValue]] = []
    /// The keys of deleted records.
    public var deleted: [[StoredValue]] = []
    /// The records that have a new key, or were merged into the record with that key. All of them changed at once: drop every
    /// old key first, then read the records with the new keys.
    public var rekeyed: [Rekey] = []
    /// Whether every changed record is listed. `false` if there are more than ``ChangeSet/maximumKeys``, or if the entity has
    /// no key; nothing is listed then.
    public var isComplete: Bool
    /// The entity and its ancestors.
    var lineage: [String]
    /// The names of the columns of the key.
    var keyColumns: [String]
  }

  /// The old and the new key of a record.
  public struct Rekey: Sendable, Hashable {
    /// The old key.
    public var from: [StoredValue]
    /// The new key.
    public var to: [StoredValue]
  }

  /// An import that contributed changes.
  public struct ImportedDocument: Sendable, Hashable {
    /// The target of the import.
    public var target: ImportTarget
    /// The report of the import.
    public var report: ImportReport

    /// Creates a description of an import.
    public init(target: ImportTarget, report: ImportReport) {
      self.target = target
      self.report = report
    }
  }

  /// The changes of one relationship's links that are rows of a link table.
  public struct LinkChanges: Sendable, Hashable {
    /// A link between two records, by their keys.
    public struct Link: Sendable, Hashable {
      /// The key of the record that has the relationship.
      public var source: [StoredValue]
      /// The key of the record that it leads to.
      public var target: [StoredValue]
    }

    /// The relationship, `Issue.labels`.
    public var relationship: String
    /// The inverse relationship, `Label.issues`, if there is one.
    public var inverse: String?
    /// The added links.
    public var added: [Link] = []
    /// The links whose position in the list has changed.
    public var moved: [Link] = []
    /// The removed links.
    public var removed: [Link] = []
    /// Whether every changed link is listed. `false` if there are more than ``ChangeSet/maximumKeys``; none is listed then.
    public var isComplete: Bool
    /// The entities that have the relationship.
    var sources: [String]
    /// The entities that have the inverse.
    var targets: [String]
  }

  /// The changes of each entity that has any, sorted by its name.
  public internal(set) var entities: [EntityChanges] = []
  /// The changes in link tables, one item per relationship, sorted by the name of the table.
  public internal(set) var links: [LinkChanges] = []
  /// Whether all entities and relationships with changes are listed; each has an `isComplete` of its own, for its keys. `false`
  /// if another process has written, or for a write that was running when observing began: then anything else may have changed.
  public internal(set) var isComplete = true
  /// The origins of the changes, each once, in the order of their writes.
  public internal(set) var origins: [ChangeOrigin] = []
  /// The imports that contributed to the changes, in order.
  public internal(set) var imports: [ImportedDocument] = []
  /// The number of imports beyond ``maximumImports``, which ``imports`` leaves out.
  public internal(set) var omittedImportCount = 0
  /// The old and new values of each row, in the order of the transactions. `nil` unless ``Store/changes(withValues:)`` was
  /// called with `true`, and if there are more than ``maximumKeys``. A row that several transactions changed is listed once for
  /// each.
  public internal(set) var rowChanges: [RowChange]?
  /// The change of each link that is a row of a link table, with its origin; `nil` if ``rowChanges`` is.
  public internal(set) var linkChanges: [LinkChange]?
}
