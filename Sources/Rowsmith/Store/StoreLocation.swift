/// Where a store keeps its rows.
public enum StoreLocation: Sendable, Hashable {
  /// A file, created when it is missing.
  case file(String)
  /// A file that holds the tables of the model already: nothing is created, and one that does not is refused.
  case existingFile(String)
  /// Memory; the rows go with the store.
  case memory
}
