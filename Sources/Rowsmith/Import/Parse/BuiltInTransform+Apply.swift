import RowsmithSchema

extension BuiltInTransform {
  /// Applies the transform to text; returns bytes in the text or the arena, or `nil` for null.
  func apply(to text: UnsafeBufferPointer<UInt8>, _ arena: Arena) -> UnsafeBufferPointer<UInt8>? {
    switch self {
    case .trim: return UnsafeBufferPointer(rebasing: trimmed(text))
    case .lowercase, .uppercase, .collapseWhitespace:
      return applied(to: String(decoding: text, as: UTF8.self)).map { arena.copy($0.utf8) }
    case .emptyToNull: return text.isEmpty ? nil : text
    }
  }

  /// Trims what Unicode calls White_Space, so also no-break spaces.
  private func trimmed(_ text: UnsafeBufferPointer<UInt8>) -> Slice<UnsafeBufferPointer<UInt8>> {
    let scalars = String(decoding: text, as: UTF8.self).unicodeScalars
    let start = scalars.prefix(while: \.properties.isWhitespace).reduce(0) { $0 + $1.utf8.count }
    let rest = scalars.drop(while: \.properties.isWhitespace)
    let end = rest.reversed().prefix(while: \.properties.isWhitespace).reduce(0) { $0 + $1.utf8.count }
    return text[start..<(text.count - end)]
  }
}
