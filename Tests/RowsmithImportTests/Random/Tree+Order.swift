import Rowsmith

extension Trial.Step {
  /// The documents in another order, if one is wished and makes no difference by the contract.
  func reordered(expecting report: ReferenceReport, _ model: ReferenceModel) -> [Tree]? {
    guard let order, !report.isContradictory, report.skipped.isEmpty, !report.hasAppended,
      !model.hasOrderInJSON
    else { return nil }
    return reordered(order)
  }

  /// The documents in another order: root records, collections, and the members of every object.
  ///
  /// "Order inside does not matter: children before parents, foreign keys before their rows, entities in any sequence
  /// give the same rows".
  func reordered(_ seed: UInt64) -> [Tree] {
    var random = SplitMix64(seed: seed)
    if documents.count > 1 { return documents.map { $0.reordered(&random) }.shuffled(using: &random) }
    return documents.map { reordered($0, &random) }
  }

  private func reordered(_ document: Tree, _ random: inout SplitMix64) -> Tree {
    let members: [Tree.Member]
    switch target {
    case .entity:
      guard case .array(let items) = document else { return document.reordered(&random) }
      return .array(Trial.Step.shuffled(items, &random))
    case .document:
      guard case .object(let all) = document else { return document }
      members = all
    default: return document.reordered(&random)
    }
    let reordered = members.map { member -> Tree.Member in
      guard case .array(let items) = member.value else { return member }
      return .init(key: member.key, value: .array(Trial.Step.shuffled(items, &random)))
    }
    return .object(reordered.shuffled(using: &random))
  }

  private static func shuffled(_ items: [Tree], _ random: inout SplitMix64) -> [Tree] {
    items.map { $0.reordered(&random) }.shuffled(using: &random)
  }
}

extension ReferenceModel {
  /// Whether the order of root records or of the members of an object says something: `$index`, and ordered lists that
  /// stand as objects.
  fileprivate var hasOrderInJSON: Bool {
    graph.schema.entities.contains { entity in
      entity.attributes.contains { $0.importPaths.contains(.index) }
        || entity.relationships.contains { $0.isKeyed && $0.isOrdered }
    }
  }
}

extension Tree {
  /// The value with the members of its objects in another order; of a key that occurs twice only the last is left.
  fileprivate func reordered(_ random: inout SplitMix64) -> Tree {
    switch self {
    case .array(let items): return .array(items.map { $0.reordered(&random) })
    case .object(let members):
      var last: [String: Int] = [:]
      for (index, member) in members.enumerated() { last[member.key] = index }
      return .object(
        members.indices.filter { last[members[$0].key] == $0 }
          .map { Member(key: members[$0].key, value: members[$0].value.reordered(&random)) }
          .shuffled(using: &random))
    case .null, .bool, .number, .string: return self
    }
  }
}
