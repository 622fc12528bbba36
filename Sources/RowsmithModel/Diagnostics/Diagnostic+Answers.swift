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

// Routes: paging and incremental requests.
extension Diagnostic {
  static func twoWaysOfPaging(_ first: String, _ second: String, at range: SourceRange) -> Diagnostic {
    .error("'pages' takes '\(first)' or '\(second)', not both; leave one of them out", at: range)
  }

  static func sizeWithoutEffect(_ way: String, at range: SourceRange) -> Diagnostic {
    .error(
      "'size' can be used with page numbers or 'offset', not with '\(way)'; put it in 'query'", at: range)
  }

  static func parameterBesideOffset(at range: SourceRange) -> Diagnostic {
    .error("'offset' is the name of the parameter; leave 'parameter' out", at: range)
  }

  static func unknownPagingAttribute(
    _ name: String, _ entity: String, suggestion: String?, at range: SourceRange
  ) -> Diagnostic {
    .error(
      "'\(entity)' has no attribute '\(name)' after which a page could begin", suggestion: suggestion,
      at: range)
  }

  static func unknownIncremental(_ name: String, _ entity: String, suggestion: String?, at range: SourceRange)
    -> Diagnostic
  {
    .error(
      "'\(entity)' has no attribute '\(name)' to ask for changes with", suggestion: suggestion, at: range)
  }

  static func unorderedIncremental(_ name: String, _ type: String, at range: SourceRange) -> Diagnostic {
    .error(
      "'\(name)' has the type \(type), which has no highest value; use a Date, Int, Double or Decimal",
      at: range)
  }

  static func localAttribute(_ name: String, of key: String, at range: SourceRange) -> Diagnostic {
    .error("'\(name)' is local: the server does not know it, so '\(key)' cannot use it", at: range)
  }

  static func overlapWithoutDate(_ name: String, at range: SourceRange) -> Diagnostic {
    .error("'overlap' is a number of seconds, and '\(name)' is not a Date; leave it out", at: range)
  }
}
