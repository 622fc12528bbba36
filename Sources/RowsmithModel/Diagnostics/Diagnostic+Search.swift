// The key `search` of an entity.
extension Diagnostic {
  static func unknownSearchColumn(
    _ name: String, _ entity: String, suggestion: String?, at range: SourceRange
  ) -> Diagnostic {
    .error("'\(name)' in 'search' is no attribute of '\(entity)'", suggestion: suggestion, at: range)
  }

  static func searchColumnWithoutText(_ name: String, _ type: String, at range: SourceRange) -> Diagnostic {
    .error(
      "'\(name)' cannot be searched: it is \(type.withArticle), and words are in a String or URL", at: range)
  }

  static func reservedSearchColumn(_ name: String, at range: SourceRange) -> Diagnostic {
    .error(
      "'\(name)' cannot be searched under this name, which SQLite's search has for something else; give the attribute "
        + "another name, and 'ImportName' where its key in JSON stays",
      at: range)
  }
}
