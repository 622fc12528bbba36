/// The tables in which a database keeps its history. They are for everybody to read.
enum HistoryTables {
  static let all = [state, history, .lateTriggers]

  /// What was changed: one row for each record in each transaction, under the token of the transaction. `key` is the key as the
  /// table has it; a JSON array where it has several parts, and SQLite's rowid where there is none. `kind`: 1 inserted, 2
  /// updated, 3 deleted. `at` is this machine's time in milliseconds since 1970.
  private static let history = InternalTable(
    "history",
    versions: [
      .init(create: [
        """
        CREATE TABLE _rowsmith_history (
          token INTEGER NOT NULL, entity TEXT NOT NULL, key NOT NULL, kind INTEGER NOT NULL, origin TEXT NOT NULL,
          at INTEGER NOT NULL, PRIMARY KEY (token, entity, key)) WITHOUT ROWID
        """
      ])
    ], clearedBy: [])

  /// One row: the last token; up to which token the history is gone; a name that no other database's history has; and, while a
  /// transaction of Rowsmith is open (`open` is 1), what it is called. All others write with `open` 0, and each of their rows
  /// is given a token of its own: where their transactions begin and end cannot be known. They are seen whole all the same,
  /// as their tokens become visible together.
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
