/// What opening a store does with a database of another version of the model.
public enum ModelChangePolicy: String, Sendable, Hashable, CaseIterable {
  /// Migrates the database if no data is lost; otherwise opening fails with the list of losses.
  case migrate
  /// Migrates the database, and drops the data that the model no longer has.
  case migrateLosingData
  /// Opening fails.
  case fail
  /// Deletes the database and creates a new one: for data that the server has anyway. What only the file has is lost with it:
  /// local values, calls in the queue and changes that have not been sent, the history. A file that must exist,
  /// `.existingFile`, stays, and opening fails.
  case deleteStore
}
