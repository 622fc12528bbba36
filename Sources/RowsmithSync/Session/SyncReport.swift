public import RowsmithSchema

/// What a sync has done.
public struct SyncReport: Sendable {
  /// What happened to the records of one collection.
  public struct Counts: Sendable, Hashable {
    /// Records that came and were not here.
    public var inserted = 0
    /// Records that came and changed something here.
    public var updated = 0
    /// Records that the server has deleted, or does not show any more.
    public var deleted = 0
    /// Records that were changed on both sides, and brought together.
    public var merged = 0
    /// Records that the server has taken: made, changed or deleted.
    public var pushed = 0
    /// Records that came and cannot be imported.
    public var unreadable = 0

    /// Creates empty counts.
    public init() {}

    /// Whether nothing happened.
    public var isEmpty: Bool { self == Counts() }
  }

  /// What was done to a record here by what the server said.
  public enum Change: String, Sendable, Hashable, CaseIterable {
    /// It was not here.
    case inserted
    /// Something of it changed.
    case updated
    /// It is gone.
    case deleted
  }

  /// A record that was not synchronised.
  public struct Problem: Sendable {
    /// The entity, or for links `Note.tags`.
    public var entity: String
    /// The text of the record's key.
    public var id: String
    /// Why.
    public var error: SyncError

    /// - Parameter id: nil where it is about a collection.
    init(_ error: SyncError, of id: String?, in entity: String) {
      (self.entity, self.id, self.error) = (entity, id ?? "", error)
      (self.error.entity, self.error.id) = (entity, id)
    }
  }

  /// What happened, by entity; for links that are records, under `Note.tags`.
  public var entities: [String: Counts] = [:]
  /// The records that changed here, by entity, each with what was done to it. Of more than 100 000 of an entity, not all are here.
  public var changes: [String: [StoredValue: Change]] = [:]
  /// How many conflicts were written down.
  public var conflicts = 0
  /// What the server has refused: it is set aside until somebody retries, changes or discards it. Without an id, a collection
  /// that could not be read: the others were, and the next sync asks for it again.
  public var setAside: [Problem] = []
  /// What came and could not be imported: it is asked for again when the model changes, or the record does.
  public var unreadable: [Problem] = []
  /// What the server has said to have taken and does not have any more, without anybody's having changed it: writes that met
  /// those of others at the same moment. What the policy says is sent again; both sides are in the log of conflicts.
  public var lost: [Problem] = []
  /// How many records have something unsent now, those not counted that are set aside.
  public var waiting = 0
  /// How many keys name records that neither this database nor the server has.
  public var missing = 0
  /// How many requests were sent, those that were repeated among them, several that went together counted as one. Of an adapter
  /// that does not send them by the client's means, how often it was asked for something.
  public var requests = 0
  /// How many bytes of answers came.
  public var bytes = 0
  /// For how many seconds the server wants the next sync to wait; nil where it did not say.
  public var backoff: Double?
  /// Why it stopped before the end; nil where everything was done that could be.
  public var stopped: SyncError?

  /// Creates an empty report.
  public init() {}

  /// Whether nothing has changed, on either side.
  public var isEmpty: Bool { entities.values.allSatisfy(\.isEmpty) && conflicts == 0 }
  /// How many records the server has taken.
  public var pushed: Int { entities.values.reduce(0) { $0 + $1.pushed } }
  /// How many records came and changed something here.
  public var pulled: Int { entities.values.reduce(0) { $0 + $1.inserted + $1.updated + $1.deleted } }
  /// How many records were brought together.
  public var merged: Int { entities.values.reduce(0) { $0 + $1.merged } }
}

extension SyncReport {
  /// How many changed records of an entity are listed at most.
  static let maximumChanges = 100_000

  /// Adds what another part has done.
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
    // What waits for something is tried again in each round.
    let known = Set(setAside.map { [$0.entity, $0.id] })
    setAside += other.setAside.filter { !known.contains([$0.entity, $0.id]) }
    unreadable += other.unreadable
    lost += other.lost
    requests += other.requests
    bytes += other.bytes
  }

  /// Notes what was done to a record.
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
