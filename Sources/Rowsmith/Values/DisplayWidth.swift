extension String {
  /// The columns that the text takes on a terminal: two for a wide East Asian character or an emoji, none for a character
  /// that only combines with others.
  package var displayWidth: Int { reduce(0) { $0 + $1.displayWidth } }

  /// The text cut to a width, with an ellipsis if something was cut off.
  package func truncated(toWidth width: Int) -> String {
    if displayWidth <= width { return self }
    var (text, used) = ("", 1)
    for character in self {
      used += character.displayWidth
      if used > width { break }
      text.append(character)
    }
    return width > 0 ? text + "…" : ""
  }

  /// The text padded with spaces to a width.
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - displayWidth))
  }
}

extension Character {
  fileprivate var displayWidth: Int {
    let scalars = unicodeScalars
    guard let first = scalars.first else { return 0 }
    if first.isWide || scalars.contains("\u{FE0F}") { return 2 }
    return scalars.allSatisfy(\.isZeroWidth) ? 0 : 1
  }
}

extension Unicode.Scalar {
  fileprivate var isZeroWidth: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: true
    default: false
    }
  }

  /// Whether it takes two columns: the blocks of East Asian scripts, and emoji (UAX 11).
  fileprivate var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x1AFF0...0x1B2FF,
      0x20000...0x3FFFD:
      true
    default: properties.isEmojiPresentation
    }
  }
}
