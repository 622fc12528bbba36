public import RowsmithAPI

/// A collection of the server: the records of an entity, or the links of a relationship.
public struct SyncCollection: Sendable, Hashable {
  /// The entity, or for links `Note.tags`.
  public var name: String
  /// What the server calls the collection.
  public var path: String
  /// The member of the JSON that holds the key of a record, `["id"]`.
  public var key: [String]
  /// What the model says of the entity for the adapter.
  public var settings: [SyncPlan.Setting]
  /// Whether its records are links: `id`, `source` and `target`, all texts, and nothing else.
  public var isLinks: Bool

  /// Creates a collection.
  public init(
    name: String, path: String, key: [String] = ["id"], settings: [SyncPlan.Setting] = [],
    isLinks: Bool = false
  ) {
    self.name = name
    self.path = path
    self.key = key
    self.settings = settings
    self.isLinks = isLinks
  }

  /// The value of a setting; nil where the model does not have it.
  public subscript(setting: String) -> String? { settings.first { $0.name == setting }?.value }
}

/// A record as the server has it, or its tombstone.
public struct SyncRecord: Sendable, Hashable {
  /// The text of its key.
  public var id: String
  /// By what the server tells this state of it from others: a number, an ETag. Nil where it has none.
  public var version: String?
  /// When it was last changed, by the server's clock, in milliseconds since 1970 in UTC; nil where the server does not say.
  public var modified: Int64?
  /// Whether it has been deleted.
  public var isDeleted: Bool
  /// The JSON object of the record as the model reads it; empty for a tombstone, and where the server did not send it.
  public var json: [UInt8]
  /// The permissions, as JSON, where the server has sent them beside the record.
  public var permissions: [UInt8]?
  /// The text of the key by which the server knows the record, where that is another one than ``id``.
  public var serverKey: String?

  /// Creates a record.
  public init(
    id: String, version: String? = nil, modified: Int64? = nil, isDeleted: Bool = false, json: [UInt8] = [],
    permissions: [UInt8]? = nil, serverKey: String? = nil
  ) {
    self.serverKey = serverKey
    self.id = id
    self.version = version
    self.modified = modified
    self.isDeleted = isDeleted
    self.json = json
    self.permissions = permissions
  }
}

/// Which changes are asked for.
public struct SyncQuery: Sendable, Hashable {
  /// Of which collection.
  public var collection: SyncCollection
  /// What a page has given as its cursor; nil for everything there is.
  public var cursor: String?
  /// What the page before has given as its ``SyncPage/next``; nil for the first one.
  public var page: String?
  /// How many records a page has at most; the server may give less.
  public var limit: Int
  /// Whether ids and versions are enough: the JSON may be left out.
  public var needsOnlyVersions: Bool
  /// Whether ``SyncPage/total`` is wanted, though it may cost a request.
  public var needsTotal: Bool
  /// Whether the collection may be one that is not there yet, as none of its records are known. Where they are, a server that
  /// shows nothing of it has taken it away from the user: that is ``SyncError/Reason/forbidden``, not an empty list; and
  /// tombstones are wanted also without a cursor.
  public var mayBeNew = true

  /// Creates a query.
  public init(
    _ collection: SyncCollection, since cursor: String? = nil, page: String? = nil, limit: Int = 1000,
    needsOnlyVersions: Bool = false, needsTotal: Bool = false
  ) {
    self.collection = collection
    self.cursor = cursor
    self.page = page
    self.limit = limit
    self.needsOnlyVersions = needsOnlyVersions
    self.needsTotal = needsTotal
  }
}

/// A page of changes.
public struct SyncPage: Sendable {
  /// The records, the oldest change first.
  public var records: [SyncRecord]
  /// Where the next page begins; nil for the last one.
  public var next: String?
  /// From where changes are asked for next time, once this page's records are in the database: it is kept in the same
  /// transaction. Nil where the one of before stays.
  public var cursor: String?
  /// The server's clock, in milliseconds since 1970 in UTC; nil where it did not say.
  public var time: Int64?
  /// How many bytes came.
  public var bytes: Int
  /// How many records the collection has, deleted ones not counted; nil where the server did not say.
  public var total: Int?

  /// Creates a page.
  public init(
    records: [SyncRecord], next: String? = nil, cursor: String? = nil, time: Int64? = nil, bytes: Int = 0,
    total: Int? = nil
  ) {
    self.total = total
    self.records = records
    self.next = next
    self.cursor = cursor
    self.time = time
    self.bytes = bytes
  }
}
