public import RowsmithClient

/// How a session works.
public struct SyncOptions: Sendable {
  /// How many records a page has at most.
  public var pageSize = 1000
  /// How requests are repeated that did not come through, within one sync.
  public var retries = RetryPolicy()
  /// How many times a sync pulls and pushes in turn at most, where one brings work for the other.
  public var maximumRounds = 3
  /// What decides conflicts in place of the model's policies, the first one that gives a value.
  public var resolvers: [ConflictResolver] = []
  /// What time it is, and how to wait: tests bring their own.
  package var clock = ClientClock()
  /// What is done wrong on purpose.
  package var defects: Set<SyncDefect> = []
  /// Called at each step; what it throws ends the sync there.
  package var failPoint: (@Sendable (String) throws -> Void)?

  /// Creates the default options.
  public init() {}
}

/// What a sync does.
public enum SyncScope: String, Sendable, Hashable, CaseIterable {
  /// What has changed, in both directions.
  case both
  /// What has changed at the server.
  case pull
  /// What has changed here.
  case push
  /// Both directions, with everything that the server has: what it does not have any more is gone here, too.
  case full
  /// As ``full``, with every record compared again, so that what differs without anybody's doing is mended.
  case verify
}
