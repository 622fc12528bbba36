/// The tables of a database's history. Any program may read them.
enum HistoryTables {
  static let all = [state, history, .lateTriggers]

  /// The changes: one row for each record in each transaction, under the transaction's token. `key` is the key as stored in
  /// the table: a JSON array if it has several parts, SQLite's rowid if there is none. `kind`: 1 inserted, 2 updated, 3
  /// deleted. `at` is this machine's time in milliseconds since 1970.
  ///
  /// The index, which is empty but for a moment, is where a trigger finds the record that was inserted and deleted in one
  /// transaction: SQLite does not look up `key` by an integer column, as that compares with it as a number.
  private static let history = InternalTable(
    "history",
    versions: [
      .init(create: [changes]), .init(create: [changes, undone], upgrade: [undone]),
    ], clearedBy: [])

  private static let changes = """
    CREATE TABLE _rowsmith_history (
      token INTEGER NOT NULL, entity TEXT NOT NULL, key NOT NULL, kind INTEGER NOT NULL, origin TEXT NOT NULL,
      at INTEGER NOT NULL, PRIMARY KEY (token, entity, key)) WITHOUT ROWID
    """
  private static let undone =
    "CREATE INDEX _rowsmith_history_undone ON _rowsmith_history (kind) WHERE kind = 4"

  /// One row: the last token; the token up to which the history is gone; a unique name of this history; and, while a
  /// transaction of Rowsmith is open (`open` is 1), its origin. Other programs write with `open` 0, and each of their rows
  /// gets a token of its own, as the bounds of their transactions are unknown. Readers still see such a transaction as a
  /// whole, because its tokens become visible together.
  private static let state = InternalTable(
    "history_state",
    versions: [
      .init(create: [
        """
        CREATE TABLE _rowsmith_history_state (
          id INTEGER PRIMARY KEY CHECK (id = 1), name TEXT NOT NULL, token INTEGER NOT NULL, gone INTEGER NOT NULL,
          open INTEGER NOT NULL, origin TEXT NOT NULL)
        """
      ])
    ], clearedBy: [])
}
