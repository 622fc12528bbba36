/// A relationship whose records can be read along with those that have it: ``ToMany``, the ``Column`` of a to-one
/// relationship, and what ``RelatedGraphs`` makes of them. There is no reason to conform other types.
public protocol Related<Source>: Sendable {
  /// The record that has it.
  associatedtype Source: Record

  /// What one record gets: an array for to-many, an optional for to-one.
  associatedtype Included: Sendable, Hashable

  /// Which relationship it is.
  var relationshipName: RelationshipName { get }

  /// Reads what belongs to each of the records, in their order.
  func include(in records: [Source], _ transaction: ReadTransaction) throws -> [Included]
}

extension ToMany: Related {
  /// The name of the relationship.
  public var relationshipName: RelationshipName { RelationshipName(names: [name]) }

  /// Reads the items of each of the records.
  public func include(in records: [Source], _ transaction: ReadTransaction) throws -> [[Target]] {
    let items = try transaction.items(of: self, of: records, .always)
    return records.map { items[$0] }
  }
}

extension Column: Related where Value: ToOne {
  /// The record that has the relationship.
  public typealias Source = Root

  /// The columns of the relationship.
  public var relationshipName: RelationshipName { RelationshipName(names: path.flatMap(\.columns) + names) }

  /// Reads the record to which each of the records leads; nil where it is not there.
  public func include(in records: [Root], _ transaction: ReadTransaction) throws -> [Value.Target?] {
    if let step = path.first {
      throw StoreError(
        .misuse,
        "'\(step.target)' stands between '\(Root.entityName)' and '\(Value.Target.entityName)'; include one behind "
          + "the other: 'including { $0.\(step.columns.first ?? "").including { … } }'",
        entity: Root.entityName)
    }
    let targets: RelatedTargets<Root, Value.Target> = try transaction.targets(of: names, of: records)
    return records.map { targets[$0] }
  }
}
