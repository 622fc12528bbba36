/// A change of one record, to be said to the server.
public struct SyncWrite: Sendable, Hashable {
  /// What kind of change it is.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A record that the server does not have.
    case create
    /// A record that it has.
    case change
    /// A record that is to go.
    case delete
  }

  /// What kind of change it is.
  public var kind: Kind
  /// The collection.
  public var collection: SyncCollection
  /// The text of the record's key.
  public var id: String
  /// The JSON object of the whole record; empty for a deletion.
  public var record: [UInt8]
  /// The members of it that have changed, as a JSON object, `null` for what is empty now; the whole record where it is
  /// created, empty for a deletion.
  public var changes: [UInt8]
  /// The JSON object of the record as the server is known to have it; empty for a creation. Addresses that name more than the
  /// key are made of it: where a record is to be changed or deleted, it is still where the server has it.
  public var base: [UInt8]
  /// The version that it was made from; nil where the server has not given one.
  public var version: String?
  /// The permissions to send beside the record, as JSON.
  public var permissions: [UInt8]?
  /// What tells this write from all others, for servers that do each such key once.
  public var idempotencyKey: String
  /// The text of the key by which the server knows the record, where that is another one than ``id`` and is known.
  public var serverKey: String?

  /// Creates a write.
  public init(
    _ kind: Kind, in collection: SyncCollection, id: String, record: [UInt8] = [], changes: [UInt8] = [],
    base: [UInt8] = [], version: String? = nil, permissions: [UInt8]? = nil, idempotencyKey: String,
    serverKey: String? = nil
  ) {
    self.serverKey = serverKey
    self.kind = kind
    self.collection = collection
    self.id = id
    self.record = record
    self.changes = changes
    self.base = base
    self.version = version
    self.permissions = permissions
    self.idempotencyKey = idempotencyKey
  }
}

/// A write as it leaves: kept in the database before, the same to the byte each time.
public struct SyncRequest: Sendable, Hashable {
  /// A header.
  public struct Header: Sendable, Hashable {
    /// The name.
    public var name: String
    /// The value.
    public var value: String

    /// Creates a header.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// What it does.
  public var kind: SyncWrite.Kind
  /// The collection.
  public var collection: SyncCollection
  /// The text of the record's key.
  public var id: String
  /// The method, `PUT`.
  public var method: String
  /// The path, relative to the server's address.
  public var path: String
  /// Headers, such as the version that it was made from. No credentials: those of the day are added when it leaves.
  public var headers: [Header]
  /// The body; nil for none.
  public var body: [UInt8]?
  /// The media type of the body.
  public var type: String?
  /// What tells it from all others.
  public var idempotencyKey: String
  /// How often it may have left before.
  public var attempts: Int

  /// Creates a request.
  public init(
    for write: SyncWrite, method: String, path: String, headers: [Header] = [], body: [UInt8]? = nil,
    type: String? = "application/json"
  ) {
    kind = write.kind
    collection = write.collection
    id = write.id
    self.method = method
    self.path = path
    self.headers = headers
    self.body = body
    self.type = body == nil ? nil : type
    idempotencyKey = write.idempotencyKey
    attempts = 0
  }
}

/// What became of a request.
public enum SyncOutcome: Sendable {
  /// It is done. The record as the server has it now: with its JSON, with its version alone, or nil where the server has not
  /// said either; the tombstone of a deletion.
  case accepted(SyncRecord?)
  /// The version that it was made from is not the last one, or a record that was to be made is there already. The record as
  /// the server has it now; nil where it did not say, so that it has to be read.
  case conflict(SyncRecord?)
  /// The server does not have the record (any more); its tombstone where the server has said so. A deletion is done then.
  case gone(SyncRecord?)
  /// The server refuses it, and would do so again.
  case refused(SyncError)
  /// Nobody knows whether it was done: no answer came, or one that cannot be true.
  case unknown(SyncError)
  /// It was not done, and can be sent later; after ``SyncError/retryAfter`` where the server says so.
  case later(SyncError)
}
