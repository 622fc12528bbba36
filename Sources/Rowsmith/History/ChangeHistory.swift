public import Foundation
public import RowsmithSchema

/// The changes since a token, and the token for the next call.
public struct ChangeHistory: Sendable, Hashable {
  /// One entry for each changed record, ordered by entity and key.
  public var changes: [HistoryChange]
  /// The current token.
  public var next: HistoryToken

  /// Creates a history.
  public init(changes: [HistoryChange] = [], next: HistoryToken) {
    self.changes = changes
    self.next = next
  }
}

/// How a record has changed since a token, however often it was written. A record that was inserted and deleted since is left
/// out.
public struct HistoryChange: Sendable, Hashable {
  /// The kind of a change.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The record did not exist before.
    case inserted
    /// The record existed before. A value or its list of links was written, or it was deleted and inserted again.
    case updated
    /// The record no longer exists.
    case deleted
  }

  /// The entity; for a family, the one that the others extend.
  public var entity: String
  /// The key, one stored value per column; SQLite's rowid for an entity without a key, which another program's VACUUM may
  /// change.
  public var key: [StoredValue]
  /// The kind of the change.
  public var kind: Kind
  /// The origin of the last change. ``ChangeOrigin/external`` for writes without Rowsmith.
  public var origin: ChangeOrigin
  /// The time of the last change, by this machine's clock.
  public var date: Date

  /// Creates a change.
  public init(
    entity: String, key: [StoredValue], kind: Kind, origin: ChangeOrigin = .local, date: Date
  ) {
    self.entity = entity
    self.key = key
    self.kind = kind
    self.origin = origin
    self.date = date
  }
}
