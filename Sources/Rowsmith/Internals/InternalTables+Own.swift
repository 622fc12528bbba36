extension InternalTables {
  /// The tables that every database has. Temporary tables are created where they are used.
  static let own = [meta, pending, unresolved, impliedKeys]
  /// The tables that existed before table versions were noted.
  static let unnoted = [meta, pending, unresolved]

  /// The name of the table that identifies a Rowsmith database.
  static var metaName: String { meta.name }

  /// What the database records about the model and Rowsmith: ``ModelRecord``, and versions of other tables.
  private static let meta = InternalTable(
    "meta",
    versions: [
      .init(create: ["CREATE TABLE _rowsmith_meta (key TEXT PRIMARY KEY NOT NULL, value) WITHOUT ROWID"])
    ], clearedBy: [])

  /// Pending links: from lists of keys to rows that are not there yet. A migration adapts them to the new model.
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

  /// Unresolved keys: those that name no row, as reports count them. A migration finds them again.
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

  /// Relationships whose keys were imported from the foreign key that the model implies. A migration renames them.
  private static let impliedKeys = InternalTable(
    "implied_keys",
    versions: [
      .init(create: [
        "CREATE TABLE _rowsmith_implied_keys (relationship TEXT PRIMARY KEY NOT NULL) WITHOUT ROWID"
      ])
    ], clearedBy: [.deleteAllData])
}
