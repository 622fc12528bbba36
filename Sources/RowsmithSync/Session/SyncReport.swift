public import RowsmithSchema

/// The result of a sync.
public struct SyncReport: Sendable {
  /// What happened to the records of one collection.
  public struct Counts: Sendable, Hashable {
    /// Pulled records that were new here.
    public var inserted = 0
    /// Pulled records that changed a row here.
    public var updated = 0
    /// Records that the server has deleted or no longer shows.
    public var deleted = 0
    /// Records that were changed on both sides and merged.
    public var merged = 0
    /// Records that the server has accepted: created, changed or deleted.
    public var pushed = 0
    /// Pulled records that cannot be imported.
    public var unreadable = 0

    /// Creates empty counts.
    public init() {}

    /// Whether nothing happened.
    public var isEmpty: Bool { self == Counts() }
  }

  /// How a pull has changed a record here.
  public enum Change: String, Sendable, Hashable, CaseIterable {
    /// It was new.
    case inserted
    /// It was changed.
    case updated
    /// It was deleted.
    case deleted
  }

  /// A record that was not synchronised.
  public struct Problem: Sendable {
    /// The entity, or for links `Note.tags`.
    public var entity: String
    /// The record's key as text.
    public var id: String
    /// The reason.
    public var error: SyncError
    /// The row that was to be sent; `nil` if the problem is about something else.
    var row: RowID?

    /// Creates a problem.
    ///
    /// - Parameters:
    ///   - entity: the entity, or for links `Note.tags`. The error gets it, too.
    ///   - id: the record's key as text; empty if the problem is about a collection. The error gets it, too.
    ///   - error: the reason.
    public init(entity: String, id: String = "", error: SyncError) {
      self.init(error, of: id.isEmpty ? nil : id, in: entity)
    }

    /// - Parameter id: `nil` if the problem is about a collection.
    init(_ error: SyncError, of id: String?, in entity: String) {
      (self.entity, self.id, self.error) = (entity, id ?? "", error)
      (self.error.entity, self.error.id) = (entity, id)
    }
  }

  /// What happened, by entity; for links that are records, under `Note.tags`.
  public var entities: [String: Counts] = [:]
  /// The records that changed here, by entity and key. At most 100 000 of an entity are listed.
  public var changes: [String: [StoredValue: Change]] = [:]
  /// How many conflicts were logged.
  public var conflicts = 0
  /// What the server has refused. It is set aside until it is retried, changed or discarded. Without an id, a collection that
  /// could not be read: the others were, and the next sync tries again, as it does with a record that is locked at the moment.
  /// Likewise a collection of which no row was deleted, as its pages kept shifting (``SyncError/Reason/unstable``).
  public var setAside: [Problem] = []
  /// Requests with an answer that does not tell their result, such as 500. The next sync sends them again.
  public var unanswered: [Problem] = []
  /// Pulled records that could not be imported. They are read again when the model or the record changes.
  public var unreadable: [Problem] = []
  /// Records that were asked for again, as entity and id: what was said of them before no longer counts.
  var askedAgain: Set<[String]> = []
  /// Writes that the server accepted and lost, since others wrote at the same moment. They are sent again if the policy says so;
  /// both sides are in the log of conflicts.
  public var lost: [Problem] = []
  /// How many records have changes that can be sent now; not those that are set aside, in conflict, or in an unanswered request.
  public var waiting = 0
  /// How many keys refer to records that neither this database nor the server has.
  public var missing = 0
  /// How many requests were sent, including retries; a batch counts as one. For an adapter with its own networking, how many
  /// calls it got.
  public var requests = 0
  /// The number of answer bytes received.
  public var bytes = 0
  /// How many seconds the server asks to wait before the next sync; `nil` if it did not say.
  public var backoff: Double?
  /// Why it stopped early; `nil` if everything possible was done.
  public var stopped: SyncError?

  /// Creates an empty report.
  public init() {}

  /// Whether nothing has changed on either side.
  public var isEmpty: Bool { entities.values.allSatisfy(\.isEmpty) && conflicts == 0 }
  /// How many records the server has accepted.
  public var pushed: Int { entities.values.reduce(0) { $0 + $1.pushed } }
  /// How many pulled records changed something here.
  public var pulled: Int { entities.values.reduce(0) { $0 + $1.inserted + $1.updated + $1.deleted } }
  /// How many records were merged.
  public var merged: Int { entities.values.reduce(0) { $0 + $1.merged } }
}

extension SyncReport {
  /// The largest number of changed records listed per entity.
  static let maximumChanges = 100_000

  /// Adds the result of another part.
  mutating func add(_ other: SyncReport) {
    for (entity, counts) in other.entities {
      entities[entity, default: Counts()] += counts
    }
    for (entity, keys) in other.changes {
      for (key, change) in keys where (changes[entity]?.count ?? 0) < SyncReport.maximumChanges {
        note(change, of: key, in: entity)
      }
    }
    conflicts += other.conflicts
    // What is there is looked at only if there is more: each page and each request adds its report.
    if !other.setAside.isEmpty {
      // Blocked records are tried again in each round.
      let known = Set(setAside.map { [$0.entity, $0.id] })
      setAside += other.setAside.filter { !known.contains([$0.entity, $0.id]) }
    }
    unanswered += other.unanswered
    let again = other.askedAgain.union(other.unreadable.map { [$0.entity, $0.id] })
    if !again.isEmpty {
      for old in unreadable where again.contains([old.entity, old.id]) {
        entities[old.entity]?.unreadable -= 1
      }
      unreadable.removeAll { again.contains([$0.entity, $0.id]) }
    }
    askedAgain.formUnion(other.askedAgain)
    unreadable += other.unreadable
    lost += other.lost
    requests += other.requests
    bytes += other.bytes
  }

  /// Removes what was said of rows that were sent since, or were to be: what is wrong with them still is said again.
  mutating func forgetSetAside(of rows: Set<RowID>) {
    setAside.removeAll { problem in
      guard let row = problem.row else { return false }
      return rows.contains(row)
    }
  }

  /// Removes what was said of collections that could not be read, which were asked for again since.
  mutating func forgetUnread() { setAside.removeAll { $0.row == nil && $0.id.isEmpty } }

  /// Records how a record was changed.
  mutating func note(_ change: Change, of key: StoredValue, in entity: String) {
    switch (changes[entity]?[key], change) {
    case (.inserted?, .updated): break
    case (.inserted?, .deleted): changes[entity]?[key] = nil
    case (.deleted?, .inserted): changes[entity]?[key] = .updated
    default: changes[entity, default: [:]][key] = change
    }
  }
}

extension SyncReport.Counts {
  static func += (left: inout Self, right: Self) {
    left.inserted += right.inserted
    left.updated += right.updated
    left.deleted += right.deleted
    left.merged += right.merged
    left.pushed += right.pushed
    left.unreadable += right.unreadable
  }
}
