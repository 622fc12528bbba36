import Rowsmith
import RowsmithSchema

/// A text with a mark below the position of an error.
struct Pointer: Sendable {
  /// The text, and the line with the mark.
  let lines: [String]

  /// `nil` if the position is unknown.
  ///
  /// - Parameter column: the byte of the error, from 1.
  init?(in text: String?, at column: Int?) {
    guard let text, let column, column > 0 else { return nil }
    let before = String(decoding: text.utf8.prefix(column - 1), as: UTF8.self).escapedForDisplay()
    let shown = text.escapedForDisplay()
    lines = ["  \(shown)", "  " + String(repeating: " ", count: before.displayWidth) + "^"]
  }
}
