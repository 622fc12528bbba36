public import RowsmithClient

/// Options of a session.
public struct SyncOptions: Sendable {
  /// The largest number of records in a page.
  public var pageSize = 1000
  /// How failed requests are retried within one sync.
  public var retries = RetryPolicy()
  /// How many times a sync may pull and push in turn, if one makes work for the other; at least once.
  public var maximumRounds = 3
  /// Resolvers that decide conflicts before the model's policies; the first that returns a value wins.
  public var resolvers: [ConflictResolver] = []
  /// The clock, replaceable in tests.
  package var clock = ClientClock()
  /// Deliberate mistakes, for tests.
  package var defects: Set<SyncDefect> = []
  /// Called at each step; if it throws, the sync ends there.
  package var failPoint: (@Sendable (String) throws -> Void)?

  /// Creates the default options.
  public init() {}
}

/// What a sync does.
public enum SyncScope: String, Sendable, Hashable, CaseIterable {
  /// Changes in both directions.
  case both
  /// Changes from the server only.
  case pull
  /// Local changes only.
  case push
  /// Both directions, reading all of the server's records. Rows that the server no longer has are deleted.
  case full
  /// Like ``full``, but also compares unchanged records, which repairs unexplained differences.
  case verify
}
