import RowsmithSchema

// The parents that partial records give.
extension Partials {
  /// Removes the parent that a partial record gives: a list that counts later names another parent.
  func forgetParent(via relationship: RelationshipMapping, key: [StoredValue]) throws {
    guard let partial = try find(table: relationship.table, key: key) else { return }
    try forgetParent(via: relationship, of: partial, key: key)
  }

  private func forgetParent(
    via relationship: RelationshipMapping, of partial: Partial, key: [StoredValue]
  ) throws {
    let slots = ([relationship] + relationship.others).flatMap(\.slots)
    guard slots.contains(where: { partial.cells[$0] != nil }) else { return }
    var partial = partial
    for slot in slots { partial.cells[slot] = nil }
    try keep(partial, table: relationship.table, key: key)
  }

  /// Removes the parent that partial records give, if they are not in that parent's list, which counts later.
  func forgetParents(via relationship: RelationshipMapping, notIn list: ItemList) throws {
    let parent = list.parent.map(\.stored)
    let keys = try keys(ofParent: parent, via: relationship)
    if keys.isEmpty { return }
    let staying = Set(list.absent.union(list.keptKeys).keys.map { $0.map(\.stored) })
    for key in keys where !staying.contains(key) {
      guard let partial = try find(table: relationship.table, key: key),
        relationship.slots.map({ partial.cells[$0] }) == parent
      else { continue }
      try forgetParent(via: relationship, of: partial, key: key)
    }
  }
}
