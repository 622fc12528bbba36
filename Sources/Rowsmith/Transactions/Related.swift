/// A relationship that `including` can read: ``ToMany``, the ``Column`` of a to-one relationship, or a ``RelatedGraphs`` of
/// either. Apps have no need to conform their own types.
public protocol Related<Source>: Sendable {
  /// The record that has the relationship.
  associatedtype Source: Record

  /// The target of one record: an array for to-many, an optional for to-one.
  associatedtype Included: Sendable, Hashable

  /// The name of the relationship.
  var relationshipName: RelationshipName { get }

  /// Reads the targets of each record, in the order of the records.
  func include(in records: [Source], _ transaction: ReadTransaction) throws -> [Included]
}

extension ToMany: Related {
  /// The name of the relationship.
  public var relationshipName: RelationshipName { RelationshipName(names: [name]) }

  /// Reads the items of each record.
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

  /// Reads the target of each record; `nil` if the link is empty or its record does not exist.
  public func include(in records: [Root], _ transaction: ReadTransaction) throws -> [Value.Target?] {
    if let step = path.first {
      throw StoreError(
        .misuse,
        "'\(step.target)' is between '\(Root.entityName)' and '\(Value.Target.entityName)'; include "
          + "one inside the other: 'including { $0.\(step.columns.first ?? "").including { … } }'",
        entity: Root.entityName)
    }
    let targets: RelatedTargets<Root, Value.Target> = try transaction.targets(of: names, of: records)
    return records.map { targets[$0] }
  }
}
