// Conditions on the target of a to-one relationship.
extension Column {
  /// True if the target record exists and meets the condition.
  public func matches<Target: Record>(
    _ condition: (Target.Columns.Type) throws -> Condition<Target>
  ) rethrows -> Condition<Root> where Value == Reference<Target> {
    related(Target.self, try condition(Target.Columns.self))
  }

  /// True if the relationship is not empty, and its target record exists and meets the condition.
  public func matches<Target: Record>(
    _ condition: (Target.Columns.Type) throws -> Condition<Target>
  ) rethrows -> Condition<Root> where Value == Reference<Target>? {
    related(Target.self, try condition(Target.Columns.self))
  }

  private func related<Target: Record>(
    _ type: Target.Type, _ condition: Condition<Target>
  ) -> Condition<Root> {
    let relationship = RelationshipTerm(kind: .toOne(term), target: Target.entityName)
    return Condition(.related(relationship, condition.node, .any))
  }
}

// Conditions on the items of a to-many relationship.
extension ToMany {
  /// True if at least one item meets the condition.
  public func contains(
    _ condition: (Target.Columns.Type) throws -> Condition<Target>
  ) rethrows -> Condition<Source> {
    Condition(.related(term, try condition(Target.Columns.self).node, .any))
  }

  /// True if every item meets the condition, or there are no items.
  public func allSatisfy(
    _ condition: (Target.Columns.Type) throws -> Condition<Target>
  ) rethrows -> Condition<Source> {
    Condition(.related(term, .not(try condition(Target.Columns.self).node), .none))
  }

  /// True if there are no items.
  public var isEmpty: Condition<Source> { Condition(.related(term, .always, .none)) }

  /// The number of items, for a comparison.
  public var count: RelatedCount<Source, Target> { RelatedCount(relationship: term, condition: .always) }

  /// The number of items that meet the condition, for a comparison.
  public func count(
    where condition: (Target.Columns.Type) throws -> Condition<Target>
  ) rethrows -> RelatedCount<Source, Target> {
    RelatedCount(relationship: term, condition: try condition(Target.Columns.self).node)
  }

  /// A query for the items of one record, by its key. Items of an ordered relationship are in its order.
  public func records(of key: Source.Key) -> Query<Target> {
    var node = QueryNode(entity: Target.entityName)
    node.source = QueryNode.Source(entity: Source.entityName, relationship: name, key: key.storedValues)
    return Query(node)
  }

  var term: RelationshipTerm { RelationshipTerm(kind: .toMany(name: name), target: Target.entityName) }
}

/// The number of items of a to-many relationship that meet a condition.
public struct RelatedCount<Source: Record, Target: Record>: Sendable, Hashable {
  let relationship: RelationshipTerm
  let condition: ConditionNode

  /// True if the number of items equals `number`.
  public static func == (count: RelatedCount, number: Int) -> Condition<Source> { count.is(.equal, number) }
  /// True if the number of items does not equal `number`.
  public static func != (count: RelatedCount, number: Int) -> Condition<Source> {
    count.is(.notEqual, number)
  }
  /// True if the number of items is less than `number`.
  public static func < (count: RelatedCount, number: Int) -> Condition<Source> { count.is(.less, number) }
  /// True if the number of items is less than or equal to `number`.
  public static func <= (count: RelatedCount, number: Int) -> Condition<Source> {
    count.is(.lessOrEqual, number)
  }
  /// True if the number of items is greater than `number`.
  public static func > (count: RelatedCount, number: Int) -> Condition<Source> { count.is(.greater, number) }
  /// True if the number of items is greater than or equal to `number`.
  public static func >= (count: RelatedCount, number: Int) -> Condition<Source> {
    count.is(.greaterOrEqual, number)
  }

  private func `is`(_ comparison: Comparison, _ number: Int) -> Condition<Source> {
    Condition(.related(relationship, condition, .count(comparison, number)))
  }
}
