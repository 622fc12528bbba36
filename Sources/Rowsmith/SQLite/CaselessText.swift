import RowsmithSchema

extension String {
  /// The text without upper case, for comparisons that ignore case.
  ///
  /// The Greek sigma at the end of a word has a form of its own and no capital letter of its own: it becomes a sigma.
  var caseless: String {
    let text = lowercased()
    return text.unicodeScalars.contains("ς") ? text.replacing(scalar: "ς", with: "σ") : text
  }
}
