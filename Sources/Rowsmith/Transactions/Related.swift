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
    try requireOwn { "include one inside the other: 'including { $0.\($0).including { … } }'" }
    let targets: RelatedTargets<Root, Value.Target> = try transaction.targets(of: names, of: records)
    return records.map { targets[$0] }
  }

  /// Throws if the relationship is that of a record which another one leads to.
  ///
  /// - Parameter advice: what to do instead; it gets the name of the other relationship.
  func requireOwn(_ advice: (_ relationship: String) -> String) throws {
    guard let step = path.first else { return }
    throw StoreError(
      .misuse,
      "'\(step.target)' is between '\(Root.entityName)' and '\(Value.Target.entityName)'; "
        + advice(step.columns.first ?? ""),
      entity: Root.entityName)
  }
}
