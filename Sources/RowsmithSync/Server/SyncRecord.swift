public import RowsmithAPI

/// A collection of the server: the records of an entity, or the links of a relationship.
public struct SyncCollection: Sendable, Hashable {
  /// The entity, or `Note.tags` for links.
  public var name: String
  /// The server's name for the collection.
  public var path: String
  /// The path in the JSON to a record's key, `["id"]`.
  public var key: [String]
  /// The entity's settings for the adapter.
  public var settings: [SyncPlan.Setting]
  /// Whether its records are links with only `id`, `source` and `target`, all texts.
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

  /// The value of a setting; `nil` if the model does not have it.
  public subscript(setting: String) -> String? { settings.first { $0.name == setting }?.value }
}

/// A server's record, or its tombstone.
public struct SyncRecord: Sendable, Hashable {
  /// The key as text.
  public var id: String
  /// What distinguishes this state of the record from others: a number, an ETag. `nil` if there is none.
  public var version: String?
  /// When it was last changed, by the server's clock, in milliseconds since 1970 in UTC; `nil` if the server does not say.
  public var modified: Int64?
  /// Whether it is deleted.
  public var isDeleted: Bool
  /// The record as a JSON object in the model's form; empty for a tombstone, or if the server did not send it.
  public var json: [UInt8]
  /// The permissions as JSON, if the server sent them beside the record.
  public var permissions: [UInt8]?
  /// The server's key as text, if it differs from ``id``.
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

/// A query for changes.
public struct SyncQuery: Sendable, Hashable {
  /// The collection.
  public var collection: SyncCollection
  /// The cursor of an earlier page; `nil` for all records.
  public var cursor: String?
  /// The ``SyncPage/next`` of the page before; `nil` for the first page.
  public var page: String?
  /// The largest number of records in a page; the server may give fewer.
  public var limit: Int
  /// Whether ids and versions are enough, so that the JSON may be left out.
  public var needsOnlyVersions: Bool
  /// Whether ``SyncPage/total`` is needed, even if it costs a request.
  public var needsTotal: Bool
  /// Whether the collection may not exist yet, as no records of it are known. If some are, a server that shows nothing has
  /// withdrawn the collection from the user: that is ``SyncError/Reason/forbidden``, not an empty list. Tombstones are then
  /// needed also without a cursor.
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
  /// The records, oldest change first.
  public var records: [SyncRecord]
  /// Where the next page begins; `nil` for the last one.
  public var next: String?
  /// Where changes begin next time. Stored in the transaction that writes this page's records. `nil` to keep the previous one.
  public var cursor: String?
  /// The server's time, in milliseconds since 1970 in UTC; `nil` if it did not say.
  public var time: Int64?
  /// The number of bytes received.
  public var bytes: Int
  /// The number of records in the collection, without deleted ones; `nil` if the server did not say.
  public var total: Int?
  /// Whether the next page begins after a number of records, as with `?page=2`: if some of them are deleted meanwhile, a record
  /// comes on neither page. Without tombstones, a full sync then reads again before it deletes rows.
  public var isCounted = false

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
