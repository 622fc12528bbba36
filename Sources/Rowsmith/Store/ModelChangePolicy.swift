/// What opening a store does with a database that another version of the model made.
public enum ModelChangePolicy: String, Sendable, Hashable, CaseIterable {
  /// The database is brought to the model where nothing is lost; otherwise opening fails and says what would be.
  case migrate
  /// The database is brought to the model, and what the model no longer has is lost.
  case migrateLosingData
  /// Opening fails.
  case fail
  /// The database is deleted and made anew: for data that the server has anyway.
  case deleteStore
}
