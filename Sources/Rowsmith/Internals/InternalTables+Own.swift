extension InternalTables {
  /// The tables that every database has. Temporary tables are made where they are used.
  static let own = [meta, pending, unresolved, impliedKeys]
  /// Those that have been there before versions of tables were noted.
  static let unnoted = [meta, pending, unresolved]

  /// The name of the table by which a database of Rowsmith is known.
  static var metaName: String { meta.name }

  /// What the database remembers of the model and of Rowsmith: ``ModelRecord``, and versions of further tables.
  private static let meta = InternalTable(
    "meta",
    versions: [
      .init(create: ["CREATE TABLE _rowsmith_meta (key TEXT PRIMARY KEY NOT NULL, value) WITHOUT ROWID"])
    ], clearedBy: [])

  /// Pending links: from lists of keys to rows that have not arrived. A migration brings them to the new model.
  private static let pending = InternalTable(
    "pending",
    versions: [
      .init(create: [
        """
        CREATE TABLE _rowsmith_pending (
          relationship TEXT NOT NULL, target NOT NULL, source NOT NULL, position INTEGER,
          PRIMARY KEY (relationship, target)) WITHOUT ROWID
        """,
        "CREATE INDEX _rowsmith_pending_source ON _rowsmith_pending (relationship, source)",
      ])
    ], clearedBy: [.deleteAllData])

  /// Unresolved keys: those that name no row, as reports count them. A migration finds them anew.
  private static let unresolved = InternalTable(
    "unresolved",
    versions: [
      .init(create: [
        """
        CREATE TABLE _rowsmith_unresolved (
          reference TEXT NOT NULL, key NOT NULL, PRIMARY KEY (reference, key)) WITHOUT ROWID
        """
      ])
    ], clearedBy: [.deleteAllData])

  /// Relationships whose keys came under the foreign key that the model implies. A migration gives them their new names.
  private static let impliedKeys = InternalTable(
    "implied_keys",
    versions: [
      .init(create: [
        "CREATE TABLE _rowsmith_implied_keys (relationship TEXT PRIMARY KEY NOT NULL) WITHOUT ROWID"
      ])
    ], clearedBy: [.deleteAllData])
}
