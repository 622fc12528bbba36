import Rowsmith

/// The tables of changes and requests that have not reached the server.
package enum QueueTables {
  /// All tables.
  package static let all = [unsent, unsentValues, queue, deleted]

  /// Rows created or changed locally since the server last described them. The revision counts local changes.
  private static let unsent = InternalTable(
    "unsent",
    versions: [
      .init(create: [
        """
        CREATE TABLE _rowsmith_unsent (
          entity TEXT NOT NULL, key NOT NULL, is_new INTEGER NOT NULL, revision INTEGER NOT NULL,
          PRIMARY KEY (entity, key)) WITHOUT ROWID
        """
      ])
    ], clearedBy: [.deleteAllData])

  /// Changed columns, with the server's last value (`base`) and the revision of their last change; and relationships with
  /// changed links, whose `base` has the item keys as the server last had them and the current ones (``UnsentList``), or is NULL.
  ///
  /// What is back to `base` is forgotten if `has_left` is 0. Otherwise it is sent, as the server may have another value.
  /// `has_left` is the sum of:
  /// - 1: `sent` is in a request that may have arrived. Set before it leaves, and taken away if it fails for certain.
  /// - 2: `base` is uncertain, also if that request fails. Set when a request leaves while another one may have arrived. Set when
  ///   a request is answered and the value was changed since: `base` becomes `sent`, which may be another request's. Set when
  ///   an answer has a column's value as it is here: that becomes `base`, and the former one `sent`, unless 1 is set. Set
  ///   when a migration makes a column required of which the server has no value: `base` becomes the default. Taken away when an
  ///   answer has another value of the column, which becomes `base`.
  ///
  /// When a request is answered, what was not changed since is forgotten.
  private static let unsentValues = InternalTable(
    "unsent_values",
    versions: [
      .init(create: [
        """
        CREATE TABLE _rowsmith_unsent_values (
          entity TEXT NOT NULL, key NOT NULL, name TEXT NOT NULL, is_link INTEGER NOT NULL, base, has_left INTEGER NOT NULL DEFAULT 0, sent, revision INTEGER NOT NULL,
          PRIMARY KEY (entity, key, name)) WITHOUT ROWID
        """
      ])
    ], clearedBy: [.deleteAllData])

  /// Rows that the server deleted while the result of another request was unknown; its answer may predate the deletion.
  private static let deleted = InternalTable(
    "deleted",
    versions: [
      .init(create: [
        """
        CREATE TABLE _rowsmith_deleted (entity TEXT NOT NULL, key NOT NULL, PRIMARY KEY (entity, key)) WITHOUT ROWID
        """
      ])
    ], clearedBy: [.deleteAllData])

  /// Queued requests, in order. `refers` is 1 if the arguments contain a local key; `unreadable` counts unusable answers. Method,
  /// path and body are NULL until just before the first attempt, and never change afterwards.
  private static let queue = InternalTable(
    "queue",
    versions: [
      .init(create: requests), .init(create: requests + queueIndices, upgrade: queueIndices),
    ], clearedBy: [.deleteAllData])

  private static let requests = [
    """
    CREATE TABLE _rowsmith_queue (
      id INTEGER PRIMARY KEY AUTOINCREMENT, lane TEXT NOT NULL, route TEXT NOT NULL, arguments TEXT NOT NULL,
      entity TEXT, key, refers INTEGER NOT NULL, given BLOB, given_type TEXT, file TEXT,
      method TEXT, uri TEXT, body BLOB, type TEXT, revision INTEGER,
      idempotency_key TEXT NOT NULL UNIQUE, state TEXT NOT NULL, attempts INTEGER NOT NULL DEFAULT 0,
      unreadable INTEGER NOT NULL DEFAULT 0,
      not_before REAL NOT NULL DEFAULT 0, owner TEXT, lease REAL NOT NULL DEFAULT 0,
      status INTEGER, code TEXT, message TEXT, created REAL NOT NULL)
    """,
    "CREATE INDEX _rowsmith_queue_row ON _rowsmith_queue (key)",
    "CREATE INDEX _rowsmith_queue_referring ON _rowsmith_queue (id) WHERE refers = 1",
    """
    CREATE VIEW _rowsmith_queue_view AS
    SELECT id, lane, route, method, uri, entity, key, state, attempts, status, code, message,
      strftime('%Y-%m-%dT%H:%M:%fZ', created, 'unixepoch') AS created
    FROM _rowsmith_queue ORDER BY id
    """,
  ]

  /// The calls of a lane that wait, those that a client has taken, those that may have been sent, and those without a record for
  /// one path. Without these, each call would go through the whole queue.
  private static let queueIndices = [
    "CREATE INDEX _rowsmith_queue_waiting ON _rowsmith_queue (lane) WHERE state <> 'refused' AND lane <> 'sync'",
    "CREATE INDEX _rowsmith_queue_owned ON _rowsmith_queue (owner) WHERE owner IS NOT NULL",
    "CREATE INDEX _rowsmith_queue_left ON _rowsmith_queue (id) WHERE uri IS NOT NULL AND lane <> 'sync'",
    """
    CREATE INDEX _rowsmith_queue_like ON _rowsmith_queue (route, json_extract(arguments, '$.path'))
    WHERE entity IS NULL AND state <> 'refused' AND lane <> 'sync'
    """,
  ]
}
