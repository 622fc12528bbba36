import RowsmithModel

/// What looks like a record and belongs to the one around it, even if the samples have only one.
extension KeySearch {
  /// Whether the objects are pairs of name and value, which belong to their owner.
  var isPair: Bool { shapes.contains { $0.keys.contains(where: Self.values.contains) } }

  /// The members with the value: the second is that of AWS, the third that of the buckets that Elasticsearch counts.
  private static let values: Set<String> = ["value", "Value", "doc_count"]
}
