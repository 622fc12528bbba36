/// What an import did.
public struct ImportReport: Sendable, Hashable {
  /// What happened to the records of an entity.
  public struct Counts: Sendable, Hashable, BitwiseCopyable {
    /// Occurrences in the document that made a row.
    public var inserted = 0
    /// Occurrences that changed a row.
    public var updated = 0
    /// Occurrences that found their row as they say.
    public var unchanged = 0
    /// Rows deleted.
    public var deleted = 0
    /// Occurrences that are older than their row, by the server's own stamp, and changed nothing of it.
    public var stale = 0

    /// Creates counts of zero.
    public init() {}
  }

  /// What happened to links: rows of link tables, and to-one columns. One that moves is removed and added;
  /// one that goes with its row is not counted.
  public struct Links: Sendable, Hashable {
    /// Links made.
    public var added = 0
    /// Links cleared.
    public var removed = 0

    /// Creates counts of zero.
    public init() {}
  }

  /// A record that was left out.
  public struct Skipped: Sendable, Hashable {
    /// The source where several were imported together: its name, or `source 2`.
    public var source: String?
    /// The JSON path of the fault: `$[3].id`.
    public var path: String
    /// What was expected and what was found, with line and column.
    public var message: String

    /// Creates what is said of a record that was left out.
    public init(source: String? = nil, path: String, message: String) {
      self.source = source
      self.path = path
      self.message = message
    }
  }

  /// How often something unexpected occurred.
  public struct Occurrences: Sendable, Hashable {
    /// How often.
    public var count: Int
    /// The JSON path of the first one, or the first value.
    public var example: String

    /// Creates what occurred that often, the first time there.
    public init(count: Int, example: String) {
      self.count = count
      self.example = example
    }
  }

  /// Per entity that had records in the document or rows deleted.
  public var entities: [String: Counts] = [:]
  /// Links made and cleared.
  public var links = Links()
  /// How many of the records left out are listed.
  static let maximumSkipped = 1000
  /// Of more keys that the model does not mention, the rest is not counted.
  static let maximumUnknownKeys = 1000

  /// The records left out, in the order of the document; the first 1 000 of them.
  public var skipped: [Skipped] = []
  /// How many records were left out.
  public var skippedCount = 0
  /// Per relationship, `Album.band`: foreign keys in the database that name no row yet.
  public var unresolved: [String: Int] = [:]
  /// Per JSON key that the model does not mention, `Band.genre`.
  public var unknownKeys: [String: Occurrences] = [:]
  /// Per enumeration attribute, `Album.status`: values that the model does not list, and that were stored.
  public var unlistedValues: [String: Occurrences] = [:]
  /// Per mixed collection, `included` or `Feed.items`: objects of a kind that the model does not list, which were passed over.
  public var unlistedKinds: [String: Occurrences] = [:]
  /// After how many root records reading ended, where ``ImportOptions/stopAfter`` left some unread; otherwise nil.
  public var stoppedAfter: Int?
  /// The size of the document, or of all sources together.
  public var bytes = 0
  /// How long it took, in seconds.
  public var seconds = 0.0

  /// Creates an empty report.
  public init() {}
}
