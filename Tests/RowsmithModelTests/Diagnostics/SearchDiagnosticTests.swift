import Testing

/// The key `search` of an entity.
struct SearchDiagnosticTests {
  private func expect(_ search: String, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation)
  {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { MergePolicy: Merge }
        enums: { Kind: [a, b] }
        values: { Place: { city: String, zip: Int } }
        entities:
          Medium:
            Discriminator: type
            attributes: { id: Int, title: String, tags: [String], kind: Kind?, at: Place?, rank: String? }
            relationships: { band: Band? }
          Film:
            extends: Medium
            attributes: { plot: String? }
            search: \(search)
          Band: { attributes: { id: Int } }

        """, expected, sourceLocation: sourceLocation)
  }

  @Test(arguments: [
    "title", "[title, plot]", "[at.city]", "[at_city]", "{ columns: [plot], tokenizer: trigram }",
  ])
  func `text of the entity, of what it extends, and parts of values can be searched`(search: String) {
    expect(search, "")
  }

  @Test(arguments: [
    ("[titel]", "13:14: error: 'titel' in 'search' is not an attribute of 'Film'; did you mean 'title'?"),
    ("[at]", "13:14: error: 'at' in 'search' is not an attribute of 'Film'"),
    ("[band]", "13:14: error: 'band' in 'search' is not an attribute of 'Film'"),
    (
      "[title, id]", "13:21: error: 'id' cannot be searched: it is an Int, and only a String or URL has words"
    ),
    (
      "[tags]",
      "13:14: error: 'tags' cannot be searched: it is a [String], and only a String or URL has words"
    ),
    ("[kind]", "13:14: error: 'kind' cannot be searched: it is a Kind, and only a String or URL has words"),
    (
      "[at.zip]",
      "13:14: error: 'at.zip' cannot be searched: it is an Int, and only a String or URL has words"
    ),
    (
      "[rank]",
      "13:14: error: 'rank' cannot be searched under this name, which SQLite's search uses for something else; give "
        + "the attribute another name, and an 'ImportName' if its key in JSON stays"
    ),
    ("[title, title]", "13:21: error: 'title' is listed twice in 'search'"),
    ("[at.city, at_city]", "13:23: error: 'at_city' is listed twice in 'search'"),
    ("{ tokenizer: porter }", "13:13: error: 'search' has no 'columns'; write columns: [title, body]"),
    (
      "{ columns: [title], tokenizer: portr }",
      "13:44: error: 'portr' is not a valid tokenizer; did you mean 'porter'?"
    ),
  ])
  func `what cannot be searched is said where it stands`(search: String, expected: String) {
    expect(search, expected)
  }
}
