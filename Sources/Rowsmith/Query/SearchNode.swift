import RowsmithSchema

/// The text of a search, as the user typed it.
struct SearchNode: Sendable, Hashable {
  var text: String
}

extension SearchNode {
  /// Compares the texts by bytes: with another composition of an accent, an index of trigrams finds other rows.
  static func == (one: SearchNode, other: SearchNode) -> Bool {
    StoredValue.text(one.text) == .text(other.text)
  }

  /// Hashes the text by its bytes.
  func hash(into hasher: inout Hasher) { hasher.combine(StoredValue.text(text)) }
}
