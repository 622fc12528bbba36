/// Finds the words that were probably meant, in a whole model, within a bound.
///
/// A model with a few mistakes gets a suggestion for each. One with thousands, in which every word would be compared
/// with thousands of others, gets its first ones and is answered soon all the same.
final class SuggestionSearch {
  /// How many words may be compared.
  static let most = 50_000

  /// How many words have been compared.
  private(set) var compared = 0

  /// The nearest of the known words, if one is near enough and not too many have been looked at.
  func nearest(to word: String, in known: @autoclosure () -> [String]) -> String? {
    guard compared < Self.most else { return nil }
    let known = known()
    compared += known.count
    return Suggestion.nearest(to: word, in: known)
  }
}
