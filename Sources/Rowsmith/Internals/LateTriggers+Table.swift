extension InternalTable {
  /// Triggers that an import leaves out while it fills an empty table, and what makes up for them when it has ended: a
  /// statement that does for all rows of the table what the trigger would have done for each, and nothing where that is done
  /// already. Another target of the package that keeps triggers enters them here.
  package static let lateTriggers = InternalTable(
    "late_triggers",
    versions: [
      .init(create: [
        """
        CREATE TABLE _rowsmith_late_triggers (
          name TEXT PRIMARY KEY NOT NULL, entity TEXT NOT NULL, statement TEXT NOT NULL) WITHOUT ROWID
        """
      ])
    ], clearedBy: [])
}
