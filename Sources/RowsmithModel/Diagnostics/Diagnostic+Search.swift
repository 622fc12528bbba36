// The key `search` of an entity.
extension Diagnostic {
  static func unknownSearchColumn(
    _ name: String, _ entity: String, suggestion: String?, at range: SourceRange
  ) -> Diagnostic {
    .error("'\(name)' in 'search' is not an attribute of '\(entity)'", suggestion: suggestion, at: range)
  }

  static func searchColumnWithoutText(_ name: String, _ type: String, at range: SourceRange) -> Diagnostic {
    .error(
      "'\(name)' cannot be searched: it is \(type.withArticle), and only a String or URL has words", at: range
    )
  }

  static func reservedSearchColumn(_ name: String, at range: SourceRange) -> Diagnostic {
    .error(
      "'\(name)' cannot be searched under this name, which SQLite's search uses for something else; give the "
        + "attribute another name, and an 'ImportName' if its key in JSON stays",
      at: range)
  }
}
