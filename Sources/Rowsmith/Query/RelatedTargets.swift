/// The targets of a to-one relationship for many records, read with one query.
public struct RelatedTargets<Source: Record, Target: Record>: Sendable, Hashable {
  /// Every record once, in the order of the key.
  public let all: [Target]
  let records: [StoredKey: Target]
  /// The positions of the link's columns in the source's columns.
  let linkIndices: [Int]

  /// The target of a record; `nil` if its link is empty or the target does not exist.
  public subscript(record: Source) -> Target? {
    records[StoredKey(record, linkIndices)]
  }

  /// The target of a reference; `nil` if it does not exist.
  public subscript(reference: Reference<Target>) -> Target? { records[StoredKey(reference.key.storedValues)] }
}
