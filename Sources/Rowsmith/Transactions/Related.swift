/// A relationship whose records can be read along with those that have it: ``ToMany``, and the ``Column`` of a to-one
/// relationship. There is no reason to conform other types.
public protocol Related: Sendable {
  /// What one record gets: an array for to-many, an optional for to-one.
  associatedtype Included: Sendable, Hashable

  /// Which relationship it is.
  var relationshipName: RelationshipName { get }

  /// Reads what belongs to each of the records, in their order.
  func include<R: Record>(in records: [R], _ transaction: ReadTransaction) throws -> [Included]
}

extension ToMany: Related {
  /// The name of the relationship.
  public var relationshipName: RelationshipName { RelationshipName(names: [name]) }

  /// Reads the items of each of the records.
  public func include<R: Record>(in records: [R], _ transaction: ReadTransaction) throws -> [[Target]] {
    let items = try transaction.items(of: ToMany<R, Target>(name), of: records, .always)
    return records.map { items[$0] }
  }
}

extension Column: Related where Value: ToOne {
  /// The columns of the relationship.
  public var relationshipName: RelationshipName { RelationshipName(names: names) }

  /// Reads the record to which each of the records leads; nil where it is not there.
  public func include<R: Record>(in records: [R], _ transaction: ReadTransaction) throws -> [Value.Target?] {
    let targets: RelatedTargets<R, Value.Target> = try transaction.targets(of: names, of: records)
    return records.map { targets[$0] }
  }
}

/// The content of a to-one relationship's columns: a ``Reference``, or an optional one.
public protocol ToOne: Sendable {
  /// The record that it leads to.
  associatedtype Target: Record
}

extension Reference: ToOne {}

extension Optional: ToOne where Wrapped: ToOne {
  /// The record that it leads to.
  public typealias Target = Wrapped.Target
}
