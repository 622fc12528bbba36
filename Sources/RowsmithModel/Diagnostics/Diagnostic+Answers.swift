// Routes: answers.
extension Diagnostic {
  static func malformedResult(_ found: String, of route: String, at range: SourceRange) -> Diagnostic {
    .error(
      "'returns' of '\(route)' must be a type such as Band, [Band] or Band.albums, or the name of a document, found \(found)",
      at: range)
  }

  static func unknownResult(_ name: String, suggestion: String?, at range: SourceRange) -> Diagnostic {
    let help = suggestion == nil ? "; declare it under 'entities' or 'documents'" : ""
    return .error("there is no entity or document '\(name)'\(help)", suggestion: suggestion, at: range)
  }

  static func listOfDocument(_ name: String, at range: SourceRange) -> Diagnostic {
    .error("'\(name)' is a document; write it without brackets", at: range)
  }

  static func listOfRelationship(_ name: String, at range: SourceRange) -> Diagnostic {
    .error("'\(name)' is the value of a relationship; write it without brackets", at: range)
  }

  static func unknownRelationship(
    _ name: String, of entity: String, suggestion: String?, at range: SourceRange
  ) -> Diagnostic {
    .error("'\(entity)' has no relationship '\(name)'", suggestion: suggestion, at: range)
  }

  static func parentNotNamed(_ entity: String, _ relationship: String, _ key: String, at range: SourceRange)
    -> Diagnostic
  {
    .error(
      "the path does not say whose '\(relationship)' are returned; name the '\(entity)' with ':\(key)'",
      at: range)
  }

  static func parentWithoutKey(_ entity: String, _ relationship: String, at range: SourceRange) -> Diagnostic
  {
    .error(
      "no path can say whose '\(relationship)' are returned: '\(entity)' has no primary key; give it one",
      at: range)
  }

  static func bodyOfHead(_ key: String, at range: SourceRange) -> Diagnostic {
    .error(
      "'\(key)' reads the body of an answer, and the answer to head has none; use get, or leave it out",
      at: range)
  }

  static func needsReturns(_ key: String, at range: SourceRange) -> Diagnostic {
    .error("'\(key)' is about the records that are returned, and 'returns' is missing; add it", at: range)
  }

  static func needsList(_ key: String, _ example: String, at range: SourceRange) -> Diagnostic {
    .error("'\(key)' is for lists of records; write returns: \"\(example)\"", at: range)
  }

  static func policyOfOne(_ policy: String, at range: SourceRange) -> Diagnostic {
    .error(
      "'\(policy)' deletes the records that an answer does not list, and one record is no list; leave it out, or return a list",
      at: range)
  }

  static func rootPolicyNeedsKey(_ policy: String, _ entity: String, at range: SourceRange) -> Diagnostic {
    .error(
      "'\(policy)' needs to recognise records, but '\(entity)' has no primary key; give it one or use Merge",
      at: range)
  }

  static func pruningOfChanges(_ policy: String, at range: SourceRange) -> Diagnostic {
    .error(
      "'\(policy)' would delete every record that has not changed, because 'incremental' asks for changes only; use Merge",
      at: range)
  }
}
