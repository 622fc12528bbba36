import Rowsmith

/// The tables with the state of synchronisation.
package enum SyncTables {
  /// All tables.
  package static let all = [state, rows, unsent, values, taken, cursors, quiet, conflicts, .lateTriggers]

  /// Facts about the database: its server and user, the lease, which tables are tracked.
  private static let state = InternalTable(
    "sync_state",
    versions: [
      .init(create: [
        "CREATE TABLE _rowsmith_sync_state (name TEXT PRIMARY KEY NOT NULL, value) WITHOUT ROWID"
      ])
    ], clearedBy: [])

  /// Rows that the server knows, with the version and time of its last copy. `state`: 0 it has the row, 1 its creation may have
  /// been sent, 2 it has deleted the row, 3 it no longer shows it to this user, 4 it came inside another record and not yet by
  /// itself. `seen` is the number of the last full sync that found it. `server_key` is the server's key, if it is another one.
  private static let rows = InternalTable(
    "sync_rows",
    versions: [
      .init(create: [
        """
        CREATE TABLE _rowsmith_sync_rows (
          entity TEXT NOT NULL, key NOT NULL, version TEXT, modified INTEGER, state INTEGER NOT NULL DEFAULT 0,
          seen INTEGER NOT NULL DEFAULT 0, server_key TEXT, PRIMARY KEY (entity, key)) WITHOUT ROWID
        """,
        """
        CREATE INDEX _rowsmith_sync_server_keys ON _rowsmith_sync_rows (entity, server_key) WHERE server_key IS NOT NULL
        """,
      ])
    ], clearedBy: [.deleteAllData])

  /// Rows that may differ from the server's last state. `kind`: 1 created here, 2 changed here, 3 deleted here. `at` is the local
  /// time of the last change, in milliseconds since 1970.
  private static let unsent = InternalTable(
    "sync_unsent",
    versions: [
      .init(create: [
        """
        CREATE TABLE _rowsmith_sync_unsent (
          entity TEXT NOT NULL, key NOT NULL, kind INTEGER NOT NULL, at INTEGER NOT NULL,
          PRIMARY KEY (entity, key)) WITHOUT ROWID
        """,
        """
        CREATE VIEW _rowsmith_sync_unsent_view AS
        SELECT u.entity, u.key, CASE u.kind WHEN 1 THEN 'made' WHEN 2 THEN 'changed' ELSE 'deleted' END AS kind,
          (SELECT json_group_array(name) FROM _rowsmith_sync_values AS v WHERE v.entity = u.entity AND v.key = u.key) AS changed,
          (SELECT state FROM _rowsmith_queue AS q WHERE q.lane = 'sync' AND q.entity = u.entity AND q.key = u.key
            ORDER BY id DESC LIMIT 1) AS request,
          strftime('%Y-%m-%dT%H:%M:%fZ', u.at / 1000.0, 'unixepoch') AS at
        FROM _rowsmith_sync_unsent AS u
        """,
      ])
    ], clearedBy: [.deleteAllData])

  /// Locally changed columns and lists of links, with the server's last value (`base`), and the value in a request without an
  /// answer (`sent`, if `has_left` is 1). A list is a JSON array of keys.
  private static let values = InternalTable(
    "sync_values",
    versions: [
      .init(create: [
        """
        CREATE TABLE _rowsmith_sync_values (
          entity TEXT NOT NULL, key NOT NULL, name TEXT NOT NULL, base, at INTEGER NOT NULL, sent,
          has_left INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (entity, key, name)) WITHOUT ROWID
        """
      ])
    ], clearedBy: [.deleteAllData])

  /// Recently accepted writes, as long as the server may have lost them: columns and lists with the sent value (`mine`) and the
  /// server's value before (`base`), or the whole created record (no name). `version` and `at` are the server's at that time;
  /// `again` is 1 if the write was lost once and is sent again, and 2 more within the transaction that applies its answer.
  private static let taken = InternalTable(
    "sync_taken",
    versions: [
      .init(create: [
        """
        CREATE TABLE _rowsmith_sync_taken (
          entity TEXT NOT NULL, key NOT NULL, name TEXT NOT NULL, mine, base, version TEXT, at INTEGER NOT NULL,
          again INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (entity, key, name)) WITHOUT ROWID
        """
      ])
    ], clearedBy: [.deleteAllData])

  /// How far each collection has been read. `model` is the fingerprint of the entity when its rows were read, `full` the number
  /// of a full sync in progress.
  private static let cursors = InternalTable(
    "sync_cursors",
    versions: [
      .init(create: [
        """
        CREATE TABLE _rowsmith_sync_cursors (
          collection TEXT PRIMARY KEY NOT NULL, cursor TEXT, model TEXT NOT NULL, full INTEGER, read INTEGER NOT NULL DEFAULT 0
        ) WITHOUT ROWID
        """
      ])
    ], clearedBy: [.deleteAllData])

  /// Has a row while a transaction writes the server's changes, which turns tracking off. Removed before the commit.
  private static let quiet = InternalTable(
    "sync_quiet", versions: [.init(create: ["CREATE TABLE _rowsmith_sync_quiet (id INTEGER PRIMARY KEY)"])],
    clearedBy: [.deleteAllData])

  /// The log of conflicts, with both sides' values. `kind`: `edit`, `create`, `delete`. `winner`: `mine`, `theirs`, `both`, NULL
  /// while open. `at` is in milliseconds since 1970 by the server's clock, as far as known.
  private static let conflicts = InternalTable(
    "conflicts",
    versions: [
      .init(create: [
        """
        CREATE TABLE _rowsmith_conflicts (
          id INTEGER PRIMARY KEY AUTOINCREMENT, entity TEXT NOT NULL, key NOT NULL, name TEXT, kind TEXT NOT NULL,
          base, mine, theirs, policy TEXT NOT NULL, winner TEXT, at INTEGER NOT NULL)
        """,
        "CREATE INDEX _rowsmith_conflicts_row ON _rowsmith_conflicts (entity, key)",
        "CREATE INDEX _rowsmith_conflicts_open ON _rowsmith_conflicts (entity, key) WHERE winner IS NULL",
        """
        CREATE VIEW _rowsmith_conflicts_view AS
        SELECT id, entity, key, name, kind, base, mine, theirs, policy, winner,
          strftime('%Y-%m-%dT%H:%M:%fZ', at / 1000.0, 'unixepoch') AS at
        FROM _rowsmith_conflicts ORDER BY id
        """,
      ])
    ], clearedBy: [.deleteAllData])
}
