import RowsmithSchema

/// A text of a request, compared by its bytes. Swift compares `é` and `e` with a combining accent as equal; SQLite
/// does not.
struct ExactText: Sendable {
  let text: String

  init(_ text: String) { self.text = text }
}

extension ExactText: Hashable {
  static func == (one: ExactText, other: ExactText) -> Bool {
    StoredValue.text(one.text) == .text(other.text)
  }

  /// Hashes the text by its bytes.
  func hash(into hasher: inout Hasher) { hasher.combine(StoredValue.text(text)) }
}
