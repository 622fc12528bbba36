/// How much a record differs from one mention to the next.
///
/// A record that has changed was one thing before and is another since. What says something else nearly each time, as the
/// rating of a player in a game does, belongs to where it is.
struct Turnover {
  /// How many mentions followed the first of their record.
  private var mentions = 0
  /// How many of these differed from the first one and from the one before.
  private var turns = 0
  /// How many members beside the key were equal, and how many were not.
  private var same = 0
  private var different = 0

  /// Adds a mention.
  ///
  /// - Parameters:
  ///   - same: how many of its members are as in the first one, among them the key.
  ///   - isTurn: whether it differs from the first one and from the one before.
  mutating func add(same: Int, different: Int, isTurn: Bool) {
    mentions += 1
    if isTurn { turns += 1 }
    self.same += same - 1
    self.different += different
  }

  /// Adds the mentions of another place, or of other records.
  mutating func add(_ other: Turnover) {
    mentions += other.mentions
    turns += other.turns
    same += other.same
    different += other.different
  }

  /// Whether the records are other ones nearly each time, in much of what they say.
  var isHigh: Bool { turns > 1 && 2 * turns > mentions && 3 * different > same }
}
