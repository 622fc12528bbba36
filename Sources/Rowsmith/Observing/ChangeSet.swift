public import RowsmithSchema

/// The net changes of one transaction, or of several in a row, and where they came from.
///
/// A row that was inserted and deleted again is not listed. One that was deleted and inserted again counts as updated, like
/// one with a column that differs. A row that was rekeyed is listed with both keys; where SQL changed a key, one row was
/// deleted and another inserted. To-one links are columns of their record, and so are the items of a to-many relationship
/// whose inverse is to-one. The other links are in ``links``.
public struct ChangeSet: Sendable, Hashable {
  /// The most keys of an entity, or links of a relationship, that are listed. If more changed, none is listed.
  public static let maximumKeys = 100_000
  /// The most origins that ``origins`` lists.
  public static let maximumOrigins = 100
  /// The most imports that ``imports`` lists.
  public static let maximumImports = 100

  /// What changed of the records of one entity; those of the entities that extend it are listed for themselves.
  public struct EntityChanges: Sendable, Hashable {
    /// The name of the entity.
    public var entity: String
    /// The keys of the records that were not there before, one stored value per column, the first one first.
    public var inserted: [[StoredValue]] = []
    /// The keys of the records of which a column differs.
    public var updated: [[StoredValue]] = []
    /// The keys of the records that are no longer there.
    public var deleted: [[StoredValue]] = []
    /// The records that have another key now, or were merged into the record that has it. All of them changed at once:
    /// forget every old key first, then read what is under the new ones.
    public var rekeyed: [Rekey] = []
    /// Whether every record that changed is listed: false where there are more than ``ChangeSet/maximumKeys``, and for
    /// an entity whose records have no key. Nothing is listed then.
    public var isComplete: Bool
    /// The entity and what it extends.
    var lineage: [String]
    /// The names of the columns of the key.
    var keyColumns: [String]
  }

  /// A record that has another key now.
  public struct Rekey: Sendable, Hashable {
    /// The key it had.
    public var from: [StoredValue]
    /// The key it has.
    public var to: [StoredValue]
  }

  /// An import that brought changes.
  public struct ImportedDocument: Sendable, Hashable {
    /// What the document was.
    public var target: ImportTarget
    /// What it did.
    public var report: ImportReport

    /// Creates what is said of an import.
    public init(target: ImportTarget, report: ImportReport) {
      self.target = target
      self.report = report
    }
  }

  /// What changed of the links of one relationship that are rows of a link table.
  public struct LinkChanges: Sendable, Hashable {
    /// A link between two records, by their keys.
    public struct Link: Sendable, Hashable {
      /// The key of the record that has the relationship.
      public var source: [StoredValue]
      /// The key of the record it leads to.
      public var target: [StoredValue]
    }

    /// The relationship, `Issue.labels`.
    public var relationship: String
    /// The relationship at the other end, `Label.issues`, where there is one.
    public var inverse: String?
    /// The links that were not there before.
    public var added: [Link] = []
    /// The links of which the place among the others differs.
    public var moved: [Link] = []
    /// The links that are no longer there.
    public var removed: [Link] = []
    /// Whether every link that changed is listed: false where there are more than ``ChangeSet/maximumKeys``. None is
    /// listed then.
    public var isComplete: Bool
    /// The entities that have the relationship.
    var sources: [String]
    /// The entities that have the inverse.
    var targets: [String]
  }

  /// What changed, for each entity with changes, sorted by its name.
  public internal(set) var entities: [EntityChanges] = []
  /// What changed in link tables, per relationship, sorted by the name of the table.
  public internal(set) var links: [LinkChanges] = []
  /// Whether every change is listed. False if another process wrote, and for a write that was running when observing began:
  /// then anything else may have changed, too.
  public internal(set) var isComplete = true
  /// Where the changes came from: each origin once, in the order in which they wrote.
  public internal(set) var origins: [ChangeOrigin] = []
  /// The imports that had a part in the changes, in order.
  public internal(set) var imports: [ImportedDocument] = []
  /// How many imports ``imports`` leaves out because there were more than ``maximumImports``.
  public internal(set) var omittedImportCount = 0
  /// What each row was and is, in the order in which the transactions wrote them; nil unless ``Store/changes(withValues:)``
  /// was asked for values, and where there are more than ``maximumKeys``. A row that several transactions changed is there
  /// several times.
  public internal(set) var rowChanges: [RowChange]?
  /// What became of each link that is a row of a link table, with its origin; nil where ``rowChanges`` is.
  public internal(set) var linkChanges: [LinkChange]?
}
