extension Sequence<String> {
  /// The words as a list: `a`, `a or b`, `a, b or c`.
  func listed(_ conjunction: String) -> String {
    let words = Array(self)
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " \(conjunction) " + last
  }
}

extension String {
  /// The word with its article: `a list`, `an entity`.
  var withArticle: String {
    "aeiouAEIOU".contains(prefix(1)) ? "an \(self)" : "a \(self)"
  }
}
