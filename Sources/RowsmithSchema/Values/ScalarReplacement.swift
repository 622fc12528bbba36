extension StringProtocol {
  /// Replaces each occurrence of a scalar.
  ///
  /// A `Character` may be several scalars: a quotation mark with a combining accent, a carriage return with its line feed. In
  /// SQL, CSV and HTTP, such a quotation mark still ends a text.
  package func replacing(scalar: Unicode.Scalar, with replacement: String) -> String {
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
