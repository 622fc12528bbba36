import RowsmithSchema

/// The last positions of ordered lists that were extended, so that the next list of the same parent need not search for
/// its own: documents of many root records extend one list many times. For each relationship the last list is known.
struct ListEnds {
  private struct End {
    let parent: [StoredValue]
    let position: Int64
    /// How many links had been added and removed by then.
    let counts: ImportReport.Links
  }

  private var ends: [Int: End] = [:]

  /// Keeps the last position of a list.
  mutating func keep(_ position: Int64, of list: ItemList, _ counts: ImportReport.Links) {
    ends[list.relationship.index] = End(
      parent: list.parent.map(\.stored), position: position, counts: counts)
  }

  /// Whether the last list of a relationship had this parent, and no link was added or removed since.
  func isLast(_ relationship: RelationshipMapping, of parent: [StoredValue], _ counts: ImportReport.Links)
    -> Bool
  {
    ends[relationship.index].map { $0.parent == parent && $0.counts == counts } ?? false
  }

  /// Forgets the last list of a relationship, as another begins, and returns its last position if it had the same parent
  /// and no link was removed since.
  mutating func take(for list: ItemList, removed: Int) -> Int64? {
    guard let end = ends.removeValue(forKey: list.relationship.index), list.policy == .merge,
      end.counts.removed == removed, end.parent == list.parent.map(\.stored)
    else { return nil }
    return end.position
  }

  /// Forgets the last list of a relationship.
  mutating func forget(_ relationship: RelationshipMapping) { ends[relationship.index] = nil }

  /// Forgets all: the import has ended, or a part of it was rolled back.
  mutating func forgetAll() { ends.removeAll() }
}
