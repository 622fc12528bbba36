/// A model with a relationship of every kind, for the tests of the import rules.
enum LibraryModel {
  static func yaml(books: String = "Replace", tags: String = "Replace", home: String = "Replace") -> String {
    """
    defaults: { MergePolicy: Merge }
    enums: { Kind: [novel, essay] }
    entities:
      Author:
        attributes:
          id: Int
          name: String?
          rank: { type: Int, default: 5 }
        relationships:
          books: { to: [Book], inverse: author, ordered: true, MergePolicy: \(books) }
          home: { to: Town?, inverse: none, MergePolicy: \(home) }
          desk: { to: Desk?, inverse: owner }
      Book:
        attributes:
          id: Int
          title: String
          kind: Kind?
          price: { type: Decimal?, default: "1.5" }
        relationships:
          author: Author?
          tags: { to: [Tag], inverse: books, ordered: true, MergePolicy: \(tags) }
          pages: { to: [Page], MergePolicy: Replace }
      Tag:
        PrimaryKey: name
        attributes: { name: { type: String, ImportName: [name, $value] }, color: String? }
        relationships: { books: [Book] }
      Page:
        PrimaryKey: [book, number]
        attributes: { number: Int, text: String? }
        relationships: { book: Book }
      Town: { attributes: { id: String, size: Int? } }
      Desk: { attributes: { id: Int }, relationships: { owner: Author? } }
      Note: { attributes: { text: String } }
    documents:
      library: { authors: [Author], books: [Book], tags: {Tag}, main.towns: [Town] }
    """
  }

  static func scenario(
    books: String = "Replace", tags: String = "Replace", home: String = "Replace",
    comparingReference: Bool = true
  ) throws -> ImportScenario {
    try ImportScenario(
      yaml(books: books, tags: tags, home: home), comparingReference: comparingReference)
  }
}
