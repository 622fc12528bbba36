public import RowsmithAPI
public import RowsmithSchema

/// What a server must be able to do so that rows synchronise with it. `KintoServer` and `RESTSyncServer` are two; an app's
/// own is checked by `SyncServerSuite` of the product `RowsmithTesting`.
///
/// An adapter knows the server and its protocol, not the database: it turns writes into requests, requests into outcomes,
/// and what has changed into records. It is stateless but for what it learns of the server (limits, tokens), so that a
/// request which a killed process has left behind can be sent by another one.
public protocol SyncServer: Sendable {
  /// What the server can promise.
  var guarantees: SyncGuarantees { get }

  /// Whether the records of a collection have versions. A change or a deletion of one that has is never sent without: where its
  /// version is not known, the record is read before.
  func hasVersions(in collection: SyncCollection) -> Bool

  /// Checks what the model says for this adapter, before anything is sent.
  ///
  /// - Throws: ``SyncError`` with ``SyncError/Reason/settings``.
  func check(_ plan: SyncPlan, _ schema: Schema) throws

  /// Says which server this is and whom it takes the client for. Called once at the beginning of each sync.
  ///
  /// - Throws: ``SyncError``.
  func identify() async throws -> SyncIdentity

  /// The next page of what has changed in a collection since a cursor, the oldest change first; without a cursor, all of it.
  ///
  /// A record that changes while pages are read comes again in a later page, or in the next sync: it is never passed over.
  ///
  /// - Throws: ``SyncError``; ``SyncError/Reason/resetNeeded`` where the server does not know the cursor any more.
  func changes(_ query: SyncQuery) async throws -> SyncPage

  /// Reads records by their ids. What the server does not have, or does not show to this user, is not in the result; what
  /// it knows to be deleted is there as a tombstone.
  ///
  /// - Throws: ``SyncError``.
  func read(_ ids: [String], in collection: SyncCollection) async throws -> [SyncRecord]

  /// Tells which of the records that ``read(_:in:)`` has left out the server does not show to this user (403). Those that are
  /// not among them it does not have: they count as deleted.
  ///
  /// - Throws: ``SyncError``.
  func hidden(_ ids: [String], in collection: SyncCollection) async throws -> Set<String>

  /// Reads records by the keys that the server has given them, where those are others than their ids.
  ///
  /// - Throws: ``SyncError``.
  func read(serverKeys: [String], in collection: SyncCollection) async throws -> [SyncRecord]

  /// Makes the request that carries out a write. It is kept in the database before the first byte leaves, and a repetition
  /// sends the same bytes: nothing may be in it that changes from one attempt to the next, and no credentials.
  ///
  /// - Throws: ``SyncError`` where the write cannot be said to this server.
  func request(for write: SyncWrite) throws -> SyncRequest

  /// Sends requests, together where the server takes several at once, each at most once.
  ///
  /// - Returns: an outcome for each, in their order.
  func send(_ requests: [SyncRequest]) async -> [SyncOutcome]

  /// For how many seconds the server has asked to be left alone with what it answered well (`Backoff`); nil for no such
  /// wish. A sync that is under way goes on; the next one waits.
  var backoff: Double? { get async }
}

extension SyncServer {
  /// Takes any plan.
  public func check(_ plan: SyncPlan, _ schema: Schema) throws {}

  /// What is promised for all: ``SyncGuarantees/hasVersions``.
  public func hasVersions(in collection: SyncCollection) -> Bool { guarantees.hasVersions }

  /// None: what was left out, the server does not have.
  public func hidden(_ ids: [String], in collection: SyncCollection) async throws -> Set<String> { [] }

  /// Reads them as ids.
  public func read(serverKeys: [String], in collection: SyncCollection) async throws -> [SyncRecord] {
    try await read(serverKeys, in: collection)
  }

  /// No wish.
  public var backoff: Double? { get async { nil } }
}

/// What a server can promise.
public struct SyncGuarantees: Sendable, Hashable {
  /// How changes are counted.
  public enum Cursor: Sendable, Hashable {
    /// By numbers in the order of the commits: nothing comes late.
    case sequence
    /// By the server's clock. What is committed late has an earlier time: that many seconds are read again.
    case clock(overlap: Double)
  }

  /// How changes are counted.
  public var cursor: Cursor
  /// Whether a write can name the version that it was made from, and is refused where that is not the last one.
  public var hasVersions: Bool
  /// Whether versions are whole numbers that grow, so that of two it is known which is the newer.
  public var hasOrderedVersions: Bool
  /// Whether deleted records come as tombstones, also without a cursor where ``SyncQuery/mayBeNew`` is false: what has none
  /// then is taken for lost, not for deleted. Where not, only a full sync finds what was deleted.
  public var hasTombstones: Bool
  /// Whether a write that is repeated with the same idempotency key, or the same id, is done once.
  public var isIdempotent: Bool
  /// Whether single members of a record can be changed. Where not, each change sends the whole record.
  public var canPatch: Bool
  /// How many requests go together at most.
  public var maximumBatch: Int

  /// Creates them.
  public init(
    cursor: Cursor, hasVersions: Bool, hasOrderedVersions: Bool, hasTombstones: Bool, isIdempotent: Bool,
    canPatch: Bool, maximumBatch: Int = 1
  ) {
    self.cursor = cursor
    self.hasVersions = hasVersions
    self.hasOrderedVersions = hasOrderedVersions
    self.hasTombstones = hasTombstones
    self.isIdempotent = isIdempotent
    self.canPatch = canPatch
    self.maximumBatch = maximumBatch
  }
}

/// Which server it is, and whom it takes the client for.
public struct SyncIdentity: Sendable, Hashable {
  /// The address, by which the database knows the server again: `https://kinto.example.com/v1`.
  public var server: String
  /// The user, as the server names them; empty where everybody is the same to it. A database belongs to one.
  public var user: String
  /// The server's clock, in milliseconds since 1970 in UTC; nil where it did not say.
  public var time: Int64?
  /// How many requests go together at most, where the server has said so.
  public var maximumBatch: Int?

  /// Creates it.
  public init(server: String, user: String = "", time: Int64? = nil, maximumBatch: Int? = nil) {
    self.server = server
    self.user = user
    self.time = time
    self.maximumBatch = maximumBatch
  }
}
