/// Where a store keeps its rows.
public enum StoreLocation: Sendable, Hashable {
  /// A file, created when it is missing.
  case file(String)
  /// Memory; the rows go with the store.
  case memory
}
