import RowsmithSchema

extension Connection {
  /// Creates the temporary tables in which imports and writes note rows and keys, if they do not exist.
  ///
  /// Called outside transactions, once per connection, because a rollback would remove the tables. Every writer empties
  /// them before its transaction is committed; a rollback leaves them empty, too. The counts of keys stay for the next
  /// import.
  func makeTemporaryTables() throws {
    if hasTemporaryTables { return }
    try execute(
      """
      CREATE TEMP TABLE IF NOT EXISTS _rowsmith_references (
        reference INTEGER NOT NULL, key NOT NULL, PRIMARY KEY (reference, key)) WITHOUT ROWID;
      CREATE TEMP TABLE IF NOT EXISTS _rowsmith_touched (
        reference INTEGER NOT NULL, key NOT NULL, PRIMARY KEY (reference, key)) WITHOUT ROWID;
      CREATE TEMP TABLE IF NOT EXISTS _rowsmith_key_counts (
        reference INTEGER NOT NULL, key NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (reference, key)) WITHOUT ROWID;
      CREATE TEMP TABLE IF NOT EXISTS _rowsmith_orphans (
        table_index INTEGER NOT NULL, row INTEGER NOT NULL, blame INTEGER NOT NULL,
        PRIMARY KEY (table_index, row)) WITHOUT ROWID;
      CREATE TEMP TABLE IF NOT EXISTS _rowsmith_former (
        relationship_index INTEGER NOT NULL, holder INTEGER NOT NULL, row INTEGER NOT NULL,
        PRIMARY KEY (relationship_index, holder, row)) WITHOUT ROWID;
      CREATE TEMP TABLE IF NOT EXISTS _rowsmith_unlinked (
        relationship_index INTEGER NOT NULL, row INTEGER NOT NULL, blame INTEGER NOT NULL,
        PRIMARY KEY (relationship_index, row)) WITHOUT ROWID;
      CREATE TEMP TABLE IF NOT EXISTS _rowsmith_deletions (
        table_index INTEGER NOT NULL, row INTEGER NOT NULL, kind INTEGER NOT NULL, round INTEGER NOT NULL,
        PRIMARY KEY (table_index, row)) WITHOUT ROWID;
      CREATE INDEX IF NOT EXISTS temp._rowsmith_deletions_round
        ON _rowsmith_deletions (table_index, round, kind);
      CREATE TEMP TABLE IF NOT EXISTS _rowsmith_staying (
        table_index INTEGER NOT NULL, row INTEGER NOT NULL, hop INTEGER NOT NULL,
        PRIMARY KEY (table_index, row)) WITHOUT ROWID;
      CREATE INDEX IF NOT EXISTS temp._rowsmith_staying_hop ON _rowsmith_staying (table_index, hop);
      CREATE TEMP TABLE IF NOT EXISTS _rowsmith_partial (
        table_index INTEGER NOT NULL, key NOT NULL, cells TEXT NOT NULL, entity INTEGER NOT NULL,
        first INTEGER NOT NULL, first_entity INTEGER NOT NULL, last INTEGER NOT NULL, error TEXT NOT NULL,
        mentions INTEGER NOT NULL, brought TEXT NOT NULL, PRIMARY KEY (table_index, key)) WITHOUT ROWID;
      CREATE INDEX IF NOT EXISTS temp._rowsmith_partial_first ON _rowsmith_partial (first, table_index, key);
      CREATE TEMP TABLE IF NOT EXISTS _rowsmith_partial_mentions (
        table_index INTEGER NOT NULL, key NOT NULL, number INTEGER NOT NULL, record INTEGER NOT NULL,
        entity INTEGER NOT NULL, PRIMARY KEY (table_index, key, number)) WITHOUT ROWID;
      CREATE TEMP TABLE IF NOT EXISTS _rowsmith_partial_links (
        relationship_index INTEGER NOT NULL, parent NOT NULL, key NOT NULL,
        PRIMARY KEY (relationship_index, parent, key)) WITHOUT ROWID;
      CREATE TEMP TABLE IF NOT EXISTS _rowsmith_lacking (
        table_index INTEGER NOT NULL, row INTEGER NOT NULL, blame INTEGER NOT NULL, error TEXT NOT NULL,
        PRIMARY KEY (table_index, row)) WITHOUT ROWID;
      CREATE TEMP TABLE IF NOT EXISTS _rowsmith_writes (
        table_index INTEGER NOT NULL, row INTEGER NOT NULL, slot INTEGER NOT NULL, record INTEGER NOT NULL,
        PRIMARY KEY (table_index, row, slot)) WITHOUT ROWID;
      CREATE TEMP TABLE IF NOT EXISTS _rowsmith_tombstones (
        table_index INTEGER NOT NULL, key NOT NULL, stamp, blame INTEGER NOT NULL,
        PRIMARY KEY (table_index, key)) WITHOUT ROWID;
      """)
    hasTemporaryTables = true
  }
}
