// Local members, deletions by the server, and which of two versions is newer.
extension Diagnostic {
  static func localIsRead(_ name: String, at range: SourceRange) -> Diagnostic {
    .error("'\(name)' is local, so no JSON is read for it; leave 'ImportName' or 'local' out", at: range)
  }

  static func localIsProduced(_ name: String, at range: SourceRange) -> Diagnostic {
    .error("'\(name)' is local, so no JSON has it; leave 'export' out", at: range)
  }

  static func localWithoutEffect(_ key: String, _ name: String, at range: SourceRange) -> Diagnostic {
    .warning("'\(key)' has no effect on '\(name)', which is local: no JSON is read or produced", at: range)
  }

  static func localWithoutValue(_ name: String, at range: SourceRange) -> Diagnostic {
    .error(
      "'\(name)' is local, so no import gives it a value; add '?' to its type or give it a 'default'",
      at: range
    )
  }

  static func localKey(_ name: String, at range: SourceRange) -> Diagnostic {
    .error("'\(name)' cannot be a primary key: it is local, so no JSON has it", at: range)
  }

  static func badDeletionValue(_ key: String, _ found: String, at range: SourceRange) -> Diagnostic {
    .error(
      "'\(key)' must have a text, number or truth value, or a list of these, found \(found)", at: range)
  }

  static func notOnRoot(_ key: String, _ root: String, at range: SourceRange) -> Diagnostic {
    .error("'\(key)' applies to a whole family; move it to '\(root)'", at: range)
  }

  static func needsPrimaryKey(_ key: String, _ entity: String, at range: SourceRange) -> Diagnostic {
    .error(
      "'\(key)' needs to recognise records, but '\(entity)' has no primary key; give it one", at: range)
  }

  static func unknownModification(
    _ name: String, _ entity: String, suggestion: String?, at range: SourceRange
  )
    -> Diagnostic
  {
    .error(
      "the modification attribute '\(name)' is not an attribute of '\(entity)'", suggestion: suggestion,
      at: range
    )
  }

  static func unorderedModification(_ name: String, _ type: String, at range: SourceRange) -> Diagnostic {
    .error(
      "the modification attribute '\(name)' must be a Date, Int, Double or Decimal, which "
        + "can be compared; it is \(type)", at: range)
  }

  static func localModification(_ name: String, at range: SourceRange) -> Diagnostic {
    .error(
      "the modification attribute '\(name)' is local, but the server's versions are compared by it; name an "
        + "attribute that the JSON has", at: range)
  }
}
