import RowsmithSchema

extension BuiltInTransform {
  /// Applies the transform to text; returns bytes in the text or the arena, or `nil` for null.
  func apply(to text: UnsafeBufferPointer<UInt8>, _ arena: Arena) -> UnsafeBufferPointer<UInt8>? {
    switch self {
    case .trim: return UnsafeBufferPointer(rebasing: trimmed(text))
    case .lowercase: return arena.copy(String(decoding: text, as: UTF8.self).lowercased().utf8)
    case .uppercase: return arena.copy(String(decoding: text, as: UTF8.self).uppercased().utf8)
    case .collapseWhitespace:
      let words = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      return arena.copy(words.joined(separator: " ").utf8)
    case .emptyToNull: return text.isEmpty ? nil : text
    }
  }

  /// Trims what Unicode calls White_Space, so also no-break spaces.
  private func trimmed(_ text: UnsafeBufferPointer<UInt8>) -> Slice<UnsafeBufferPointer<UInt8>> {
    let string = Substring(decoding: text, as: UTF8.self)
    let start = string.prefix(while: \.isWhitespace).utf8.count
    let rest = string.drop(while: \.isWhitespace)
    let end = rest.reversed().prefix(while: \.isWhitespace).reduce(0) { $0 + $1.utf8.count }
    return text[start..<(text.count - end)]
  }
}
