/// The records to which a to-one relationship of many records leads, read with one query.
public struct RelatedTargets<Source: Record, Target: Record>: Sendable, Hashable {
  /// Every record once, in the order of the key.
  public let all: [Target]
  let records: [StoredKey: Target]
  /// Where the link stands among the columns of the source.
  let linkIndices: [Int]

  /// The record to which a record leads; nil where it leads to none, or to one that is not there.
  public subscript(record: Source) -> Target? {
    records[StoredKey(record, linkIndices)]
  }

  /// The record to which a link leads; nil where it is not there.
  public subscript(reference: Reference<Target>) -> Target? { records[StoredKey(reference.key.storedValues)] }
}
