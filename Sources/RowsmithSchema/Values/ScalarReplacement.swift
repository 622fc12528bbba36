extension StringProtocol {
  /// The text with another in place of each occurrence of a scalar.
  ///
  /// A `Character` may be several scalars: a quotation mark with an accent behind it, a carriage return with its line feed.
  /// For SQL, CSV and HTTP, a quotation mark ends a text all the same.
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
