// Conditions on the record to which a to-one relationship leads.
extension Column {
  /// Met where the record that the link leads to is there and meets the condition.
  public func matches<Target: Record>(
    _ condition: (Target.Columns.Type) throws -> Condition<Target>
  ) rethrows -> Condition<Root> where Value == Reference<Target> {
    related(Target.self, try condition(Target.Columns.self))
  }

  /// Met where there is a link, and the record it leads to is there and meets the condition.
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

// Conditions on the records of a to-many relationship.
extension ToMany {
  /// Met where one of the records meets the condition.
  public func contains(
    _ condition: (Target.Columns.Type) throws -> Condition<Target>
  ) rethrows -> Condition<Source> {
    Condition(.related(term, try condition(Target.Columns.self).node, .any))
  }

  /// Met where every one of the records meets the condition, or there is none.
  public func allSatisfy(
    _ condition: (Target.Columns.Type) throws -> Condition<Target>
  ) rethrows -> Condition<Source> {
    Condition(.related(term, .not(try condition(Target.Columns.self).node), .none))
  }

  /// Met where there is no record.
  public var isEmpty: Condition<Source> { Condition(.related(term, .always, .none)) }

  /// The number of records, to be compared.
  public var count: RelatedCount<Source, Target> { RelatedCount(relationship: term, condition: .always) }

  /// The number of records that meet the condition, to be compared.
  public func count(
    where condition: (Target.Columns.Type) throws -> Condition<Target>
  ) rethrows -> RelatedCount<Source, Target> {
    RelatedCount(relationship: term, condition: try condition(Target.Columns.self).node)
  }

  /// A query for the records of one source, by its key. Those of an ordered relationship come in its order.
  public func records(of key: Source.Key) -> Query<Target> {
    var node = QueryNode(entity: Target.entityName)
    node.source = QueryNode.Source(entity: Source.entityName, relationship: name, key: key.storedValues)
    return Query(node)
  }

  var term: RelationshipTerm { RelationshipTerm(kind: .toMany(name: name), target: Target.entityName) }
}

/// How many records of a to-many relationship meet a condition.
public struct RelatedCount<Source: Record, Target: Record>: Sendable, Hashable {
  let relationship: RelationshipTerm
  let condition: ConditionNode

  /// Met where there are that many.
  public static func == (count: RelatedCount, number: Int) -> Condition<Source> { count.is(.equal, number) }
  /// Met where there are more or fewer.
  public static func != (count: RelatedCount, number: Int) -> Condition<Source> {
    count.is(.notEqual, number)
  }
  /// Met where there are fewer.
  public static func < (count: RelatedCount, number: Int) -> Condition<Source> { count.is(.less, number) }
  /// Met where there are that many or fewer.
  public static func <= (count: RelatedCount, number: Int) -> Condition<Source> {
    count.is(.lessOrEqual, number)
  }
  /// Met where there are more.
  public static func > (count: RelatedCount, number: Int) -> Condition<Source> { count.is(.greater, number) }
  /// Met where there are that many or more.
  public static func >= (count: RelatedCount, number: Int) -> Condition<Source> {
    count.is(.greaterOrEqual, number)
  }

  private func `is`(_ comparison: Comparison, _ number: Int) -> Condition<Source> {
    Condition(.related(relationship, condition, .count(comparison, number)))
  }
}
