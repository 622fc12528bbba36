import RowsmithModel

/// Finds the word that was probably meant, by the rule that diagnostics of models use.
enum Spelling {
  static func nearest(to word: String, in known: [String]) -> String? {
    Suggestion.nearest(to: word, in: known)
  }
}
