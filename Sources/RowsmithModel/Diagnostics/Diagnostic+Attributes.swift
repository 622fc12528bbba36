// Attributes: types, dates, defaults, and JSON paths.
extension Diagnostic {
  static func unknownType(
    _ name: String, _ known: [String], suggestion: String?, at range: SourceRange
  ) -> Diagnostic {
    let help = suggestion == nil ? "; expected \(known.joined(separator: ", ")) or an enumeration" : ""
    return .error("unknown type '\(name)'\(help)", suggestion: suggestion, at: range)
  }

  static func entityAsType(_ entity: String, of name: String, at range: SourceRange) -> Diagnostic {
    .error("'\(entity)' is an entity; put '\(name)' under 'relationships'", at: range)
  }

  static func listOfJSON(_ name: String, at range: SourceRange) -> Diagnostic {
    .error("a list of JSON values is a JSON value; write '\(name): JSON'", at: range)
  }

  static func dateFormatWithoutDate(_ name: String, at range: SourceRange) -> Diagnostic {
    .error(
      "'DateFormat' is for dates, and '\(name)' is not one; make its type Date or leave 'DateFormat' out",
      at: range)
  }

  static func nullDefault(_ name: String, at range: SourceRange) -> Diagnostic {
    .error("the default of '\(name)' is null, but its type is not optional; add '?' to the type", at: range)
  }

  static func wrongDefault(
    _ name: String, expected: String, found: String, at range: SourceRange
  ) -> Diagnostic {
    .error("the default of '\(name)' must be \(expected), found \(found)", at: range)
  }

  static func unlistedDefault(
    _ value: String, of name: String, _ listed: [String], suggestion: String?, at range: SourceRange
  ) -> Diagnostic {
    let expected = listed.count > 30 ? "one of \(listed.count) values" : listed.listed("or")
    let help = suggestion == nil ? "; expected \(expected)" : ""
    return .error(
      "the default of '\(name)' is '\(value)', which is not listed\(help)", suggestion: suggestion, at: range)
  }

  static func badTransform(_ name: String, suggestion: String?, at range: SourceRange) -> Diagnostic {
    .error(
      "'\(name)' cannot name a transform: the app implements it as a function", suggestion: suggestion,
      at: range)
  }

  static func transformOfTheApp(_ name: String, suggestion: String, at range: SourceRange) -> Diagnostic {
    .warning(
      "the transform '\(name)' is not built in, so the app must implement it", suggestion: suggestion,
      at: range)
  }

  static func transformedDefault(
    _ value: String, of name: String, by transform: String, into new: String?, at range: SourceRange
  ) -> Diagnostic {
    let result = new.map { "'\($0)'" } ?? "null"
    let help = new.map { "write '\($0)'" } ?? "leave the default out"
    return .warning(
      "the default of '\(name)' is '\(value)', but 'Transform: \(transform)' reads this as \(result); \(help)",
      at: range)
  }

  static func sameFirstPath(
    _ name: String, _ other: String, path: String, first: SourceRange, at range: SourceRange
  ) -> Diagnostic {
    .warning(
      "'\(name)' reads '\(path)' first, as '\(other)' at \(first) does, and their types "
        + "differ; give one of them another 'ImportName'", at: range)
  }

  static func sameImportPath(
    _ name: String, _ other: String, path: String, first: SourceRange, at range: SourceRange
  ) -> Diagnostic {
    .error(
      "'\(name)' imports '\(path)', which '\(other)' at \(first) imports already; give one of them "
        + "another 'ImportName'", at: range)
  }

  static func neverSet(_ name: String, place: String, _ entity: String, needs: String, at range: SourceRange)
    -> Diagnostic
  {
    .warning("'\(name)' can never be set: '\(place)' needs \(needs), and none holds '\(entity)'", at: range)
  }
}
