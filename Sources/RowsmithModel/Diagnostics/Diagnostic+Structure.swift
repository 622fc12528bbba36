// Keys and kinds of values: everything that needs no lookup of names.
extension Diagnostic {
  static func unknownKey(_ key: String, in place: Vocabulary.Place, at range: SourceRange) -> Diagnostic {
    let known = place.keys.filter { !Vocabulary.unadvertised.contains($0) }
    let nearest = Suggestion.nearest(to: key, in: known)
    let help = nearest == nil ? "; it takes \(known.listed("and"))" : ""
    return .error("unknown key '\(key)' in \(place.name)\(help)", suggestion: nearest, at: range)
  }

  static func wrongKind(_ what: String, expected: String, found: String, at range: SourceRange) -> Diagnostic
  {
    .error("\(what) must be \(expected), found \(found)", at: range)
  }

  static func missingVersion(at range: SourceRange) -> Diagnostic {
    .error("the key 'rowsmith' is missing; begin the file with 'rowsmith: 1'", at: range)
  }

  static func unknownVersion(_ found: String, at range: SourceRange) -> Diagnostic {
    .error("'rowsmith' is the version of the format and must be 1, found \(found)", at: range)
  }

  static func notOneOf(
    _ value: String, _ what: String, _ allowed: [String], at range: SourceRange
  ) -> Diagnostic {
    let nearest = Suggestion.nearest(to: value, in: allowed)
    let help = nearest == nil ? "; expected \(allowed.listed("or"))" : ""
    return .error("'\(value)' is not a valid \(what)\(help)", suggestion: nearest, at: range)
  }

  static func missingPart(_ key: String, of what: String, write example: String, at range: SourceRange)
    -> Diagnostic
  {
    .error("\(what) has no '\(key)'; write \(example)", at: range)
  }

  static func twoPrimaryKeys(at range: SourceRange) -> Diagnostic {
    .error("'PrimaryAttribute' is another name for 'PrimaryKey'; give only one of them", at: range)
  }

  static func emptyList(_ what: String, at range: SourceRange) -> Diagnostic {
    .error("\(what) is empty; name at least one, or leave the key out", at: range)
  }

  static func listedTwice(_ name: String, in what: String, at range: SourceRange) -> Diagnostic {
    .error("'\(name)' is listed twice in \(what)", at: range)
  }

  static func malformedAttributeType(_ found: String, of name: String, at range: SourceRange) -> Diagnostic {
    .error(
      "the type of '\(name)' must be a type such as String, String?, [Int] or \"[Int]?\", found \(found)",
      at: range)
  }

  static func malformedTarget(_ found: String, of name: String, at range: SourceRange) -> Diagnostic {
    .error(
      "'\(name)' must lead to an entity, such as Band, Band?, [Album] or {Label}, or be { oneOf: [Band, Album] }, found \(found)",
      at: range)
  }

  static func malformedMember(_ found: String, of path: String, at range: SourceRange) -> Diagnostic {
    .error("'\(path)' must hold an entity, such as Band, [Album] or {Label}, found \(found)", at: range)
  }

  static func emptyKeyInPath(_ path: String, at range: SourceRange) -> Diagnostic {
    .error(
      "the key path '\(path)' has an empty key; write keys with one dot between them, and '\\.' for a dot "
        + "in a key",
      at: range)
  }

  static func placeInPath(_ place: String, at range: SourceRange) -> Diagnostic {
    .error("'\(place)' is a place, not a key; it cannot be part of a key path", at: range)
  }

  static func placeNotAllowed(_ place: String, in what: String, at range: SourceRange) -> Diagnostic {
    .error("\(what) is a key or a key path, not the place '\(place)'", at: range)
  }

  static func badDatePattern(
    _ pattern: String, _ problem: String, suggestion: String?, at range: SourceRange
  ) -> Diagnostic {
    let why = suggestion == nil ? " is neither a name nor a pattern: \(problem)" : " is unknown"
    return .error("the date format '\(pattern)'\(why)", suggestion: suggestion, at: range)
  }
}

extension Diagnostic {
  static func defaultGivenTwice(_ key: String, first: SourceRange, at range: SourceRange) -> Diagnostic {
    .error("the default '\(key)' is given in two files; it is already at \(first)", at: range)
  }

  static func badPath(_ path: String, _ problem: ImportName.Problem, at range: SourceRange) -> Diagnostic {
    switch problem {
    case .emptyKey: .emptyKeyInPath(path, at: range)
    case .placeInside(let place): .placeInPath(place, at: range)
    }
  }

  static func optionalToMany(_ name: String, _ type: String, at range: SourceRange) -> Diagnostic {
    .error(
      "'\(name)' leads to any number of records, also none; write \(type.dropLast()) without '?'", at: range)
  }

  static func optionalMember(_ path: String, _ type: String, at range: SourceRange) -> Diagnostic {
    .error("'\(path)' may always be missing from a document; write \(type.dropLast()) without '?'", at: range)
  }
}
