import Rowsmith

/// The tables of the client in the database.
package enum ClientTables {
  /// All tables.
  package static let all = [answers, answerTables, increments, lists, listItems]

  /// Answers received: the full URL, the call that asked (``ResolvedCall/asker``), the validators, and when the answer came.
  private static let answers = InternalTable(
    "answers",
    versions: [
      .init(create: [
        """
        CREATE TABLE _rowsmith_answers (
          url TEXT PRIMARY KEY NOT NULL, asker TEXT NOT NULL, etag TEXT, modified TEXT, next TEXT,
          received REAL NOT NULL) WITHOUT ROWID
        """
      ])
    ], clearedBy: [.deleteAllData, .modelChange])

  /// The tables whose rows an answer has brought.
  private static let answerTables = InternalTable(
    "answer_tables",
    versions: [
      .init(create: [
        """
        CREATE TABLE _rowsmith_answer_tables (
          name TEXT NOT NULL, url TEXT NOT NULL, PRIMARY KEY (name, url)) WITHOUT ROWID
        """,
        "CREATE INDEX _rowsmith_answer_tables_url ON _rowsmith_answer_tables (url)",
      ])
    ], clearedBy: [.deleteAllData, .modelChange])

  /// The highest value that a route has brought, for each set of arguments.
  private static let increments = InternalTable(
    "increments",
    versions: [
      .init(create: [
        """
        CREATE TABLE _rowsmith_increments (
          route TEXT NOT NULL, arguments TEXT NOT NULL, value NOT NULL, PRIMARY KEY (route, arguments)) WITHOUT ROWID
        """
      ])
    ], clearedBy: [.deleteAllData, .modelChange])

  /// Lists in the server's order, for each set of arguments, and the URL of their next page.
  private static let lists = InternalTable(
    "lists",
    versions: [
      .init(create: [
        """
        CREATE TABLE _rowsmith_lists (
          id INTEGER PRIMARY KEY, route TEXT NOT NULL, arguments TEXT NOT NULL, next TEXT, received REAL NOT NULL,
          UNIQUE (route, arguments))
        """
      ])
    ], clearedBy: [.deleteAllData, .modelChange])

  /// The items of lists: the key as one value, and the number of the call that brought it, from 1.
  private static let listItems = InternalTable(
    "list_items",
    versions: [
      .init(create: [
        """
        CREATE TABLE _rowsmith_list_items (
          list INTEGER NOT NULL, position INTEGER NOT NULL, key NOT NULL, part INTEGER NOT NULL,
          PRIMARY KEY (list, position)) WITHOUT ROWID
        """,
        "CREATE UNIQUE INDEX _rowsmith_list_items_key ON _rowsmith_list_items (list, key)",
      ])
    ], clearedBy: [.deleteAllData, .modelChange])
}
