extension InternalTable {
  /// Triggers that an import leaves out while it fills an empty table, each with the statement that replaces it at the end.
  /// That statement does for all rows what the trigger would have done for each, except where it is done already. Other
  /// targets of the package enter their triggers here.
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
