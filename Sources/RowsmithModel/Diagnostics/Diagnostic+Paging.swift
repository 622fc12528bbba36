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
