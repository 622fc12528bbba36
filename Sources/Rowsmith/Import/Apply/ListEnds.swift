import RowsmithSchema

/// The end of an ordered list: the greatest position among its items.
struct ListEnd {
  /// The item that has the position.
  enum Item {
    /// A row, by its rowid.
    case row(Int64)
    /// A record, by its key as one value; its row may not exist yet.
    case key(StoredValue)
  }

  var position: Int64
  /// `nil` if it is not known.
  var item: Item?
  /// Whether no link can have been removed since. If one can, the position is the greatest if the item still has it.
  var isCertain: Bool
}

/// The last positions of ordered lists that were extended, so that the next list of the same parent need not search for
/// its own: documents of many root records extend one list many times, or several lists in turn.
struct ListEnds {
  private struct Known {
    var end: ListEnd
    /// How many links had been added and removed by then.
    var counts: ImportReport.Links
  }

  /// The lists of a relationship.
  private struct Lists {
    var ends: [[StoredValue]: Known] = [:]
    /// The parent of the last list; `nil` if its end is not known.
    var last: [StoredValue]?

    mutating func keep(_ known: Known, of parent: [StoredValue]) {
      if ends.count >= ListEnds.maximum { ends.removeAll(keepingCapacity: true) }
      ends[parent] = known
      last = parent
    }

    mutating func take(_ parent: [StoredValue], removed: Int) -> ListEnd? {
      defer { last = nil }
      guard let known = ends.removeValue(forKey: parent) else { return nil }
      var end = known.end
      // Another list may have got a row of this one.
      if last != parent || known.counts.removed != removed { end.isCertain = false }
      return end
    }

    mutating func forget(_ parent: [StoredValue]) {
      ends[parent] = nil
      if last == parent { last = nil }
    }
  }

  private var lists: [Int: Lists] = [:]

  /// How many lists of a relationship are known at most.
  private static let maximum = 1024

  /// Keeps the last position of a list.
  mutating func keep(_ end: ListEnd, of list: ItemList, _ counts: ImportReport.Links) {
    lists[list.relationship.index, default: Lists()].keep(
      Known(end: end, counts: counts), of: list.parent.map(\.stored))
  }

  /// Whether the last list of a relationship had this parent, and no link was added or removed since.
  func isLast(_ relationship: RelationshipMapping, of parent: [StoredValue], _ counts: ImportReport.Links)
    -> Bool
  {
    guard let lists = lists[relationship.index], lists.last == parent else { return false }
    return lists.ends[parent]?.counts == counts
  }

  /// Forgets the end of a list's parent, as the list begins, and returns it.
  ///
  /// - Parameter removed: how many links were removed so far.
  mutating func take(for list: ItemList, removed: Int) -> ListEnd? {
    let index = list.relationship.index
    guard lists[index] != nil else { return nil }
    let end = lists[index]?.take(list.parent.map(\.stored), removed: removed)
    return list.policy == .merge ? end : nil
  }

  /// Forgets the lists of a relationship.
  mutating func forget(_ relationship: RelationshipMapping) { lists[relationship.index] = nil }

  /// Forgets the lists of a parent.
  mutating func forget(_ relationship: RelationshipMapping, of parent: [Cell]) {
    guard lists[relationship.index] != nil else { return }
    lists[relationship.index]?.forget(parent.map(\.stored))
  }

  /// Forgets all: the import has ended, or a part of it was rolled back.
  mutating func forgetAll() { lists.removeAll() }
}
