public import Foundation
public import RowsmithSchema

/// What was changed since a token, and the token for the next time.
public struct ChangeHistory: Sendable, Hashable {
  /// One entry for each record that differs, by entity and key.
  public var changes: [HistoryChange]
  /// The token of now.
  public var next: HistoryToken
}

/// What became of a record since a token, however often it was written: one that was inserted and deleted since is not
/// mentioned.
public struct HistoryChange: Sendable, Hashable {
  /// What became of it.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// It was not there.
    case inserted
    /// It was there. A value of it was written, or its list of links, or it was deleted and made again.
    case updated
    /// It is not there any more.
    case deleted
  }

  /// The entity; of a family, the one that the others extend.
  public var entity: String
  /// The key, one stored value per column; SQLite's rowid for an entity without a key.
  public var key: [StoredValue]
  /// What became of it.
  public var kind: Kind
  /// What brought the last of its changes. ``ChangeOrigin/external`` for what was written without Rowsmith.
  public var origin: ChangeOrigin
  /// When that was, by this machine's clock.
  public var date: Date
}
