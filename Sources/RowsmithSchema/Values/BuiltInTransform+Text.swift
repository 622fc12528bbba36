extension BuiltInTransform {
  /// What the transform makes of a text; `nil` for null.
  package func applied(to text: String) -> String? {
    let isText: (Unicode.Scalar) -> Bool = { !$0.properties.isWhitespace }
    let scalars = text.unicodeScalars
    switch self {
    case .trim:
      guard let first = scalars.firstIndex(where: isText), let last = scalars.lastIndex(where: isText) else {
        return ""
      }
      return String(scalars[first...last])
    case .lowercase: return text.lowercased()
    case .uppercase: return text.uppercased()
    case .collapseWhitespace:
      // By scalars: an accent behind white space is not part of it.
      let words = scalars.split(whereSeparator: \.properties.isWhitespace)
      return words.map { String($0) }.joined(separator: " ")
    case .emptyToNull: return text.isEmpty ? nil : text
    }
  }
}
