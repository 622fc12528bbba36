/// Finds suggestions for a whole model, within a limit.
///
/// A model with a few mistakes gets a suggestion for each. With thousands of mistakes, comparing every word with thousands
/// of others would take too long, so only the first ones get suggestions.
final class SuggestionSearch {
  /// The most words to compare.
  static let most = 50_000

  /// The number of words compared so far.
  private(set) var compared = 0

  /// The nearest of the known words; `nil` if none is near enough, or the limit is reached.
  func nearest(to word: String, in known: @autoclosure () -> [String]) -> String? {
    guard compared < Self.most else { return nil }
    let known = known()
    compared += known.count
    return Suggestion.nearest(to: word, in: known)
  }
}
