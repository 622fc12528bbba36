extension ChoiceColumn: Related {
  /// The record that has the relationship.
  public typealias Source = Root

  /// The columns of the relationship.
  public var relationshipName: RelationshipName { RelationshipName(names: names) }

  /// Reads the target of each record, with one query per target entity; `nil` if the link is empty or its record does not
  /// exist.
  public func include(in records: [Root], _ transaction: ReadTransaction) throws -> [Choice.Target?] {
    var targets = [Choice.Target?](repeating: nil, count: records.count)
    for (type, name) in zip(Choice.targets, names) {
      try include(type, name, in: records, transaction, &targets)
    }
    return targets
  }

  private func include<Target: Record>(
    _ type: Target.Type, _ name: String, in records: [Root], _ transaction: ReadTransaction,
    _ targets: inout [Choice.Target?]
  ) throws {
    let found: RelatedTargets<Root, Target> = try transaction.targets(of: [name], of: records)
    for (index, record) in records.enumerated() {
      guard let target = found[record] else { continue }
      targets[index] = Choice.target(target)
    }
  }
}
