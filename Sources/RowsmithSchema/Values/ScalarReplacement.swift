extension StringProtocol {
  /// Replaces each occurrence of a scalar.
  ///
  /// A `Character` may be several scalars: a quotation mark with a combining accent, a carriage return with its line feed. In
  /// SQL, CSV and HTTP, such a quotation mark still ends a text.
  package func replacing(scalar: Unicode.Scalar, with replacement: String) -> String {
    // Most names have none of them, and are asked for with each statement.
    guard unicodeScalars.contains(scalar) else { return String(self) }
    var result = String.UnicodeScalarView()
    for other in unicodeScalars {
      if other == scalar {
        result.append(contentsOf: replacement.unicodeScalars)
      } else {
        result.append(other)
      }
    }
    return String(result)
  }
}
