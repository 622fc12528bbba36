extension String {
  /// The text for display on one line: control characters, line ends and characters that change the writing direction are
  /// escaped as in JSON, `\u001b`, `\n`.
  ///
  /// For messages with text from outside: values, keys and file names. JSON text stays the same JSON. Escaping is idempotent.
  /// Use `keepingLineFeeds` for several lines that are already escaped or are the program's own.
  package func escapedForDisplay(keepingLineFeeds: Bool = false) -> String {
    // Fast path: nearly all text is plain.
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
    var text = ""
    for scalar in unicodeScalars {
      if !scalar.isUnfitForDisplay || (keepingLineFeeds && scalar == "\n") {
        text.unicodeScalars.append(scalar)
        continue
      }
      switch scalar {
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      default:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return text
  }
}

extension Unicode.Scalar {
  /// Whether it is a control character (C0, DEL, C1), ends a line, or controls the direction of writing (the Unicode
  /// property `Bidi_Control`).
  fileprivate var isUnfitForDisplay: Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
