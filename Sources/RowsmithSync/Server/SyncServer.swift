public import RowsmithAPI
public import RowsmithSchema

/// A server adapter for synchronisation. `KintoServer` and `RESTSyncServer` are included; `SyncServerSuite` of the product
/// `RowsmithTesting` checks an app's own.
///
/// An adapter knows the server and its protocol, not the database: it turns writes into requests, answers into outcomes, and
/// changes into records. It is stateless except for what it learns about the server (limits, tokens), so another process can send
/// a request that a killed process left behind.
public protocol SyncServer: Sendable {
  /// What the server guarantees.
  var guarantees: SyncGuarantees { get }

  /// Whether the records of a collection have versions. If so, no change or deletion is sent without one: if it is unknown, the
  /// record is read first.
  func hasVersions(in collection: SyncCollection) -> Bool

  /// Validates the model's settings for this adapter, before anything is sent.
  ///
  /// - Throws: ``SyncError`` with ``SyncError/Reason/settings``.
  func check(_ plan: SyncPlan, _ schema: Schema) throws

  /// Returns which server this is, and which user it has authenticated. Called once at the beginning of each sync.
  ///
  /// - Throws: ``SyncError``.
  func identify() async throws -> SyncIdentity

  /// The next page of changes in a collection since a cursor, oldest first; without a cursor, all records.
  ///
  /// A record that changes while pages are read must come again, in a later page or in the next sync.
  ///
  /// - Throws: ``SyncError``; ``SyncError/Reason/resetNeeded`` if the server rejects the cursor.
  func changes(_ query: SyncQuery) async throws -> SyncPage

  /// Reads records by id. Records that the server does not have or does not show to this user are left out. Known deleted records
  /// are returned as tombstones.
  ///
  /// - Throws: ``SyncError``.
  func read(_ ids: [String], in collection: SyncCollection) async throws -> [SyncRecord]

  /// Returns which of the records that ``read(_:in:)`` left out exist but are not shown to this user (403). The others count as
  /// deleted.
  ///
  /// - Throws: ``SyncError``.
  func hidden(_ ids: [String], in collection: SyncCollection) async throws -> Set<String>

  /// Returns which of the records that ``read(serverKeys:in:)`` left out exist but are not shown to this user (403). The others
  /// count as deleted.
  ///
  /// - Throws: ``SyncError``.
  func hidden(serverKeys: [String], in collection: SyncCollection) async throws -> Set<String>

  /// Reads records by the server's keys, if those differ from their ids.
  ///
  /// - Throws: ``SyncError``.
  func read(serverKeys: [String], in collection: SyncCollection) async throws -> [SyncRecord]

  /// Makes the request for a write. It is stored in the database before it is sent, and a retry sends the same bytes. So it must
  /// contain nothing that changes between attempts, and no credentials.
  ///
  /// - Throws: ``SyncError`` if the server cannot carry out such a write.
  func request(for write: SyncWrite) throws -> SyncRequest

  /// Sends requests, in batches if the server takes them, each at most once.
  ///
  /// - Returns: an outcome for each request, in order.
  func send(_ requests: [SyncRequest]) async -> [SyncOutcome]

  /// How many seconds the server has asked to wait in successful answers (`Backoff`); `nil` if it has not. The current sync goes
  /// on; the next one waits.
  var backoff: Double? { get async }
}

extension SyncServer {
  /// Accepts any plan.
  public func check(_ plan: SyncPlan, _ schema: Schema) throws {}

  /// The same for all collections: ``SyncGuarantees/hasVersions``.
  public func hasVersions(in collection: SyncCollection) -> Bool { guarantees.hasVersions }

  /// None: the server does not have what was left out.
  public func hidden(_ ids: [String], in collection: SyncCollection) async throws -> Set<String> { [] }

  /// Asks for the keys as ids.
  public func hidden(serverKeys: [String], in collection: SyncCollection) async throws -> Set<String> {
    try await hidden(serverKeys, in: collection)
  }

  /// Reads the keys as ids.
  public func read(serverKeys: [String], in collection: SyncCollection) async throws -> [SyncRecord] {
    try await read(serverKeys, in: collection)
  }

  /// No pause.
  public var backoff: Double? { get async { nil } }
}

/// What a server guarantees.
public struct SyncGuarantees: Sendable, Hashable {
  /// How changes are ordered.
  public enum Cursor: Sendable, Hashable {
    /// By numbers in the order of commits, so that nothing comes late.
    case sequence
    /// By the server's clock. Late commits have earlier times, so the changes of `overlap` seconds are read again.
    case clock(overlap: Double)
  }

  /// How changes are ordered.
  public var cursor: Cursor
  /// Whether a write can name the version it is based on, and is refused if that is not the latest.
  public var hasVersions: Bool
  /// Whether versions are increasing integers, so that the newer of two is known.
  public var hasOrderedVersions: Bool
  /// Whether deleted records come as tombstones, also without a cursor if ``SyncQuery/mayBeNew`` is `false`: a record without one
  /// then counts as lost, not deleted. If not, only a full sync finds deletions.
  public var hasTombstones: Bool
  /// Whether a write repeated with the same idempotency key, or the same id, is carried out once.
  public var isIdempotent: Bool
  /// Whether single members of a record can be changed. If not, each change sends the whole record.
  public var canPatch: Bool
  /// The largest number of requests in a batch.
  public var maximumBatch: Int

  /// Creates guarantees.
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

/// A server, and the user it has authenticated.
public struct SyncIdentity: Sendable, Hashable {
  /// The address that identifies the server in the database: `https://kinto.example.com/v1`.
  public var server: String
  /// The server's name for the user; empty if it does not distinguish users. A database belongs to one user.
  public var user: String
  /// The server's time, in milliseconds since 1970 in UTC; `nil` if it did not say.
  public var time: Int64?
  /// The largest number of requests in a batch, if the server has named it.
  public var maximumBatch: Int?

  /// Creates an identity.
  public init(server: String, user: String = "", time: Int64? = nil, maximumBatch: Int? = nil) {
    self.server = server
    self.user = user
    self.time = time
    self.maximumBatch = maximumBatch
  }
}
