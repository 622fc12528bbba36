/// Splits names into words: `imageURL`, `image_url` and `image-url` are `image`, `url`.
package enum Words {
  /// The words of a name, in lowercase.
  ///
  /// A word begins at a capital after a lowercase letter or a digit, and at the last of several capitals if a lowercase letter
  /// follows: `HTMLBody` is `html`, `body`. Digits belong to the word before them: `line2Text` is `line2`, `text`. An `s` after
  /// capitals is their plural: `imageURLs` is `image`, `urls`.
  package static func of(_ name: String) -> [String] {
    var words: [String] = []
    var word = ""
    let letters = Array(name)
    for (index, letter) in letters.enumerated() {
      if isSeparator(letter) {
        append(&word, to: &words)
        continue
      }
      if letter.isUppercase, beginsWord(at: index, in: letters) { append(&word, to: &words) }
      word.append(letter)
    }
    append(&word, to: &words)
    return words
  }

  private static func beginsWord(at index: Int, in letters: [Character]) -> Bool {
    guard index > 0 else { return false }
    let previous = letters[index - 1]
    if !previous.isUppercase { return previous.isLetter || previous.isNumber }
    guard index + 1 < letters.count, letters[index + 1].isLowercase else { return false }
    return !isPlural(at: index + 1, in: letters)
  }

  /// Whether a letter behind two capitals is the `s` of `URLs`.
  private static func isPlural(at index: Int, in letters: [Character]) -> Bool {
    guard letters[index] == "s" else { return false }
    return index + 1 == letters.count || !letters[index + 1].isLowercase
  }

  private static func isSeparator(_ letter: Character) -> Bool {
    letter == "_" || letter == "-" || letter == " " || letter == "."
  }

  private static func append(_ word: inout String, to words: inout [String]) {
    if !word.isEmpty { words.append(word.lowercased()) }
    word = ""
  }
}
