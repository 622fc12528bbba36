/// A change of one record that is to be sent.
public struct SyncWrite: Sendable, Hashable {
  /// The kind of change.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Creates a record that the server does not have.
    case create
    /// Changes a record that the server has.
    case change
    /// Deletes a record.
    case delete
  }

  /// The kind of change.
  public var kind: Kind
  /// The collection.
  public var collection: SyncCollection
  /// The record's key as text.
  public var id: String
  /// The whole record as a JSON object, for a change with `null` for values that are empty; empty for a deletion.
  public var record: [UInt8]
  /// The changed members as a JSON object, with `null` for values that are empty now. The whole record for a creation, empty for
  /// a deletion.
  public var changes: [UInt8]
  /// The server's last known state of the record as a JSON object; empty for a creation. Paths that need more than the key are
  /// made from it, since they must name the record as the server has it.
  public var base: [UInt8]
  /// The version it is based on; `nil` if the server has not given one.
  public var version: String?
  /// The permissions to send beside the record, as JSON.
  public var permissions: [UInt8]?
  /// Identifies this write, for servers that carry out each key once.
  public var idempotencyKey: String
  /// The server's key as text, if it differs from ``id`` and is known.
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

/// A write as a request. It is stored in the database before it is sent, and never changes.
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

  /// The kind of change.
  public var kind: SyncWrite.Kind
  /// The collection.
  public var collection: SyncCollection
  /// The record's key as text.
  public var id: String
  /// The method, `PUT`.
  public var method: String
  /// The path, relative to the server's base URL.
  public var path: String
  /// The headers, for instance with the version it is based on. Credentials are not included; they are added when it is sent.
  public var headers: [Header]
  /// The body, if any.
  public var body: [UInt8]?
  /// The media type of the body.
  public var type: String?
  /// Identifies this request.
  public var idempotencyKey: String
  /// How many times it may have been sent, this time included: 1 when it is sent first. 0 until it is stored.
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

/// The outcome of a request.
public enum SyncOutcome: Sendable {
  /// It was carried out. The server's current record: with its JSON, or with the version only, or `nil` if the server gave
  /// neither; the tombstone of a deletion.
  case accepted(SyncRecord?)
  /// The version it is based on is not the latest, or a record to be created exists already. The server's current record; `nil`
  /// if it has to be read first.
  case conflict(SyncRecord?)
  /// The server does not have the record, or no longer; its tombstone if the server gave one. For a deletion, this is success.
  case gone(SyncRecord?)
  /// The server refuses it, and would again.
  case refused(SyncError)
  /// It is unknown whether it was carried out: there is no answer, or one that cannot be right.
  case unknown(SyncError)
  /// It was not carried out, and can be sent later; after ``SyncError/retryAfter`` if that is set.
  case later(SyncError)
}
