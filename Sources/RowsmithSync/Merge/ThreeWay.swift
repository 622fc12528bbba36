import Rowsmith
import RowsmithAPI

/// The three states of a value in a merge.
struct ThreeWay: Sendable {
  /// The value that both sides last agreed on; `nil` if they never did.
  var base: StoredValue?
  /// The value in this database.
  var mine: StoredValue
  /// The value at the server.
  var theirs: StoredValue
  /// The side with the later change, by the server's clock.
  var later: Side

  /// One of the two sides.
  enum Side: String, Sendable {
    case mine
    case theirs
  }

  /// The result of a merge.
  struct Outcome: Sendable, Hashable {
    /// The value that wins here; the local one while the conflict is open.
    var value: StoredValue
    /// The winner of the conflict; `nil` if there was none.
    var winner: Winner?
  }

  /// The winner of a conflict.
  enum Winner: String, Sendable {
    case mine
    case theirs
    /// Changes of both are kept.
    case both
    /// The conflict is open.
    case open
  }

  /// Whether both sides have changed it, in different ways.
  var isConflict: Bool { mine != theirs && base != mine && base != theirs }

  /// The value that wins.
  ///
  /// - Parameter isList: whether the values are lists, as JSON arrays.
  func merged(_ policy: ConflictPolicy, isList: Bool) -> Outcome {
    if mine == theirs || base == mine { return Outcome(value: theirs) }
    if base == theirs { return Outcome(value: mine) }
    switch policy {
    case .serverWins: return Outcome(value: theirs, winner: .theirs)
    case .clientWins: return Outcome(value: mine, winner: .mine)
    case .manual: return Outcome(value: mine, winner: .open)
    case .union:
      if isList, let union = ListUnion(base: base, mine: mine, theirs: theirs)?.merged {
        return Outcome(value: union, winner: .both)
      }
      return byTime
    case .fieldMerge, .lastWriter: return byTime
    }
  }

  private var byTime: Outcome {
    switch later {
    case .mine: Outcome(value: mine, winner: .mine)
    case .theirs: Outcome(value: theirs, winner: .theirs)
    }
  }
}

/// Two lists as sets: what either side added is in, what either side removed is out.
private struct ListUnion {
  var base, mine, theirs: [JSONValue]

  init?(base: StoredValue?, mine: StoredValue, theirs: StoredValue) {
    guard let mine = ListUnion.items(mine), let theirs = ListUnion.items(theirs) else { return nil }
    self.mine = mine
    self.theirs = theirs
    self.base = base.flatMap(ListUnion.items) ?? []
  }

  /// The items in the server's order, then those added here.
  var merged: StoredValue {
    let before = Set(base.map(ListUnion.identity))
    let removed = before.subtracting(mine.map(ListUnion.identity))
    let gone = before.subtracting(theirs.map(ListUnion.identity))
    var items = theirs.filter { !removed.contains(ListUnion.identity($0)) }
    var known = Set(items.map(ListUnion.identity))
    for item in mine {
      let identity = ListUnion.identity(item)
      if !gone.contains(identity), known.insert(identity).inserted { items.append(item) }
    }
    return .text(JSONValue.array(items).text)
  }

  /// What tells an item from others. Stored texts are compared by bytes, as in SQLite, where keys that differ only in how an
  /// accent is composed are two; Swift's strings do not distinguish them.
  private static func identity(_ item: JSONValue) -> StoredValue { .text(item.text) }

  private static func items(_ value: StoredValue) -> [JSONValue]? {
    if value == .null { return [] }
    guard case .text(let text) = value, case .array(let items)? = try? JSONValue(parsing: text) else {
      return nil
    }
    return items
  }
}
