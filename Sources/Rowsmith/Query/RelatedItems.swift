/// The items of a to-many relationship for many records, read with one query.
public struct RelatedItems<Source: Record, Target: Record>: Sendable, Hashable {
  /// Every item once: first those of the first record, then those of the second, and so on.
  public let all: [Target]
  let items: [StoredKey: [Target]]
  /// The positions of the key's columns in the source's columns.
  let keyIndices: [Int]

  /// The items of a record, in the order of the relationship.
  public subscript(record: Source) -> [Target] {
    items[StoredKey(record, keyIndices)] ?? []
  }

  /// The items of the record with a key, in the order of the relationship.
  public subscript(key key: Source.Key) -> [Target] { items[StoredKey(key.storedValues)] ?? [] }
}
