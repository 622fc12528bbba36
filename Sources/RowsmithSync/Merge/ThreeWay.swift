import Rowsmith
import RowsmithAPI

/// What both sides made of one value since they agreed.
struct ThreeWay: Sendable {
  /// What they agreed on; nil where they never did.
  var base: StoredValue?
  /// What this database has.
  var mine: StoredValue
  /// What the server has.
  var theirs: StoredValue
  /// Which of the two is the later, by the server's clock.
  var later: Side

  /// One of the two.
  enum Side: String, Sendable {
    case mine
    case theirs
  }

  /// What came of it.
  struct Outcome: Sendable, Hashable {
    /// The value that stands here; mine where nobody has decided.
    var value: StoredValue
    /// Who has won, where both had changed it to something else: `mine`, `theirs` or `both`. Nil where there was no conflict.
    var winner: Winner?
  }

  /// Who has won a conflict.
  enum Winner: String, Sendable {
    case mine
    case theirs
    /// Something of both stands.
    case both
    /// Nobody has decided yet.
    case open
  }

  /// Whether both have changed it, to something else.
  var isConflict: Bool { mine != theirs && base != mine && base != theirs }

  /// The value that stands.
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

/// Two lists as sets: what either side has added is in, what either has taken out is not.
private struct ListUnion {
  var base, mine, theirs: [JSONValue]

  init?(base: StoredValue?, mine: StoredValue, theirs: StoredValue) {
    guard let mine = ListUnion.items(mine), let theirs = ListUnion.items(theirs) else { return nil }
    self.mine = mine
    self.theirs = theirs
    self.base = base.flatMap(ListUnion.items) ?? []
  }

  /// The server's order, and behind it what was added here.
  var merged: StoredValue {
    let removed = base.filter { !mine.contains($0) }
    var items = theirs.filter { !removed.contains($0) }
    let gone = base.filter { !theirs.contains($0) }
    for item in mine where !items.contains(item) && !gone.contains(item) { items.append(item) }
    return .text(JSONValue.array(items).text)
  }

  private static func items(_ value: StoredValue) -> [JSONValue]? {
    if value == .null { return [] }
    guard case .text(let text) = value, case .array(let items)? = try? JSONValue(parsing: text) else {
      return nil
    }
    return items
  }
}
