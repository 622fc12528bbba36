/// The items of a to-many relationship of many records, read with one query.
public struct RelatedItems<Source: Record, Target: Record>: Sendable, Hashable {
  /// Every item once: those of the first record, then of the second, and so on.
  public let all: [Target]
  let items: [StoredKey: [Target]]
  /// Where the key stands among the columns of the source.
  let keyIndices: [Int]

  /// The items of a record, in the order of the relationship.
  public subscript(record: Source) -> [Target] {
    items[StoredKey(record, keyIndices)] ?? []
  }

  /// The items of the record with that key, in the order of the relationship.
  public subscript(key key: Source.Key) -> [Target] { items[StoredKey(key.storedValues)] ?? [] }
}
