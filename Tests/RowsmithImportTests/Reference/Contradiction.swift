/// What a document may say that contradicts itself in a way of which the contract does not say what comes of it. What is
/// promised of it all the same is in `Trial+Contradiction.swift`.
enum Contradiction: String, Hashable, Sendable {
  /// A row comes as two kinds, neither of which extends the other, or is linked as one that it is no longer, or what one of
  /// its relationships leads to makes it an entity without that relationship.
  case twoKinds
  /// The ends of a one-to-one pair name others than each other.
  case partners
  /// A record is embedded in itself, and different things are said of its links.
  case insideItself
  /// A row without a key, which is known by its place alone, is given two places, or one place is given twice.
  case placeOfKeyless
  /// An item without a key meets the row of a record that it is itself embedded in.
  case meetsItself
  /// Bad records are left out, and two of those that say different things may each be the bad one.
  case whichIsBad
}
