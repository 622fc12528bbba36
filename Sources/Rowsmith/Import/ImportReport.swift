/// What an import did.
public struct ImportReport: Sendable, Hashable {
  /// What happened to the records of an entity.
  public struct Counts: Sendable, Hashable, BitwiseCopyable {
    /// Occurrences in the document that inserted a row.
    public var inserted = 0
    /// Occurrences that updated a row.
    public var updated = 0
    /// Occurrences whose row already had their values.
    public var unchanged = 0
    /// Rows deleted.
    public var deleted = 0
    /// Occurrences that changed nothing because they are older than their row, by the server's own stamp.
    public var stale = 0

    /// Creates counts of zero.
    public init() {}
  }

  /// What happened to links: rows of link tables, and to-one columns. A link that moves counts as removed and added. If a row
  /// is deleted, the links in its own columns are not counted; its links in link tables count as removed.
  public struct Links: Sendable, Hashable {
    /// Links added.
    public var added = 0
    /// Links removed.
    public var removed = 0

    /// Creates counts of zero.
    public init() {}
  }

  /// A record that was left out.
  public struct Skipped: Sendable, Hashable {
    /// The source, if several were imported together: its name, or `source 2`.
    public var source: String?
    /// The JSON path of the fault: `$[3].id`.
    public var path: String
    /// What was expected and what was found, with line and column.
    public var message: String
    /// Whether it is a record at the root of the document rather than one embedded in another.
    package var isRoot = false

    /// Creates an entry for a record that was left out.
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

    /// Creates a count with its first example.
    public init(count: Int, example: String) {
      self.count = count
      self.example = example
    }
  }

  /// The counts of each entity that had records in the document or rows deleted.
  public var entities: [String: Counts] = [:]
  /// Links added and removed.
  public var links = Links()
  /// How many of the records left out are listed.
  static let maximumSkipped = 1000
  /// How many distinct keys that the model does not mention are counted; further ones are not.
  static let maximumUnknownKeys = 1000

  /// How many records were left out.
  public var skippedCount = 0
  /// How many root records were read, if ``ImportOptions/stopAfter`` left some unread; otherwise `nil`.
  public var stoppedAfter: Int?
  /// The size of the document, or of all sources together.
  public var bytes = 0
  /// How long it took, in seconds.
  public var seconds = 0.0

  /// What was found beside the counts; `nil` for nothing.
  private var found: Found?

  /// Creates an empty report.
  public init() {}
}

extension ImportReport {
  /// What most imports do not find. Each is described where the report has it.
  struct Findings: Sendable, Hashable {
    var skipped: [Skipped] = []
    var unlistedRoots: [String] = []
    var unresolved: [String: Int] = [:]
    var unknownKeys: [String: Occurrences] = [:]
    var unlistedValues: [String: Occurrences] = [:]
    var unlistedKinds: [String: Occurrences] = [:]
    var emptyArrays: [String: Occurrences] = [:]

    var isEmpty: Bool {
      skipped.isEmpty && unlistedRoots.isEmpty && unresolved.isEmpty && unknownKeys.isEmpty
        && unlistedValues.isEmpty && unlistedKinds.isEmpty && emptyArrays.isEmpty
    }
  }

  /// The findings in one object. A report is copied several times on its way to the caller, which would take longer than
  /// reading a small document.
  private final class Found: Sendable, Hashable {
    let findings: Findings

    init(_ findings: Findings) { self.findings = findings }

    static func == (one: Found, other: Found) -> Bool { one.findings == other.findings }

    func hash(into hasher: inout Hasher) { hasher.combine(findings) }
  }

  /// What was found beside the counts. To add to it often, change a copy.
  var findings: Findings {
    get { found?.findings ?? Findings() }
    set { found = newValue.isEmpty ? nil : Found(newValue) }
  }

  /// The first 1 000 records left out, in document order.
  public var skipped: [Skipped] {
    get { findings.skipped }
    set { findings.skipped = newValue }
  }

  /// The paths of the root records among those that are not listed.
  package var unlistedRoots: [String] { findings.unlistedRoots }

  /// Per relationship, `Album.band`: foreign keys in the database that name no row yet.
  public var unresolved: [String: Int] {
    get { findings.unresolved }
    set { findings.unresolved = newValue }
  }

  /// Per JSON key that the model does not mention, `Band.genre`. If an entity has more than about 1 000 such keys, the further
  /// ones count together as `Band.…`, and so do keys of more than 256 bytes.
  public var unknownKeys: [String: Occurrences] {
    get { findings.unknownKeys }
    set { findings.unknownKeys = newValue }
  }

  /// Per enumeration attribute, `Album.status`: values that the model does not list, and that were stored.
  public var unlistedValues: [String: Occurrences] {
    get { findings.unlistedValues }
    set { findings.unlistedValues = newValue }
  }

  /// Per mixed collection, `included` or `Feed.items`: objects of a kind that the model does not list, which were skipped.
  public var unlistedKinds: [String: Occurrences] {
    get { findings.unlistedKinds }
    set { findings.unlistedKinds = newValue }
  }

  /// Per value or to-one relationship, `Album.size`: empty arrays that counted as null.
  package var emptyArrays: [String: Occurrences] { findings.emptyArrays }
}
