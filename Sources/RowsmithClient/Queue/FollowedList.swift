import Rowsmith
import RowsmithSchema

/// A noted list while it follows the changes of its links. There may be as many of these as the list is long, so that each takes
/// the same time in a list of any length.
struct FollowedList {
  private var unsent: UnsentList
  private var own: KeyList
  private let isOrdered: Bool
  private var items: Set<[StoredValue]>
  private var base: Set<[StoredValue]>
  /// What is still to be removed from the two lists.
  private var gone: Set<[StoredValue]> = []
  private var goneFromBase: Set<[StoredValue]> = []
  /// How many items only one of the two lists has.
  private var differences: Int
  /// Whether the list is known to differ from that of the server.
  private var isChecked = false
  private(set) var hasChanged = false
  /// Whether the list is as it was given last.
  private(set) var isGiven = false

  /// `nil` for a list whose items are not noted.
  init?(_ unsent: UnsentList?, isOrdered: Bool) {
    guard let unsent, let own = unsent.own else { return nil }
    (self.unsent, self.own, self.isOrdered) = (unsent, own, isOrdered)
    items = Set(own.keys)
    base = Set(unsent.base?.keys ?? [])
    differences = items.symmetricDifference(base).count
  }

  /// Adds an item at the end.
  mutating func add(_ item: [StoredValue]) {
    if gone.contains(item) { removeGone() }
    guard items.insert(item).inserted else { return }
    own.keys.append(item)
    differences += base.contains(item) ? -1 : 1
    noteChange()
  }

  /// Removes an item.
  ///
  /// - Parameter isInBase: whether it stays in the server's list.
  mutating func remove(_ item: [StoredValue], isInBase: Bool) {
    if items.remove(item) != nil {
      gone.insert(item)
      differences += base.contains(item) ? 1 : -1
      noteChange()
    }
    if !isInBase, base.remove(item) != nil {
      goneFromBase.insert(item)
      differences -= 1
      noteChange()
    }
  }

  /// Replaces all items.
  mutating func give(_ keys: [[StoredValue]]) {
    own = KeyList(keys)
    items = Set(keys)
    gone = []
    differences = items.symmetricDifference(base).count
    noteChange()
    isGiven = true
  }

  /// Whether the list equals that of the server, so that it need not be noted any more.
  mutating func isAsAtServer() -> Bool {
    if isChecked { return false }
    isChecked = true
    guard differences == 0, !unsent.hasLeft, unsent.base != nil else { return false }
    let now = current()
    return now.base?.isSame(as: own, ordered: isOrdered) == true
  }

  /// The list to be noted.
  mutating func current() -> UnsentList {
    removeGone()
    unsent.own = own
    return unsent
  }

  private mutating func noteChange() { (isChecked, hasChanged, isGiven) = (false, true, false) }

  private mutating func removeGone() {
    if !gone.isEmpty { own.keys.removeAll(where: gone.contains) }
    if !goneFromBase.isEmpty { unsent.base?.keys.removeAll(where: goneFromBase.contains) }
    (gone, goneFromBase) = ([], [])
  }
}
