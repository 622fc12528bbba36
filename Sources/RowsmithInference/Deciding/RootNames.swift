import RowsmithModel

/// What the records of a collection at the top are called.
enum RootNames {
  /// Keys that say that there are records, not what they are.
  private static let general: Set<String> = [
    "data", "items", "results", "records", "entries", "rows", "objects", "values", "value", "list", "content",
    "docs",
    "documents", "hits", "resources", "collection", "response", "result", "body", "nodes", "elements",
    "members",
    "member", "page", "included", "payload", "list_items",
  ]

  /// The name for the records at a path of the samples.
  ///
  /// - Parameter samples: what the samples are called.
  static func name(of path: [String], samples: String) -> String {
    path.last { !general.contains($0.lowercased()) } ?? samples
  }
}
