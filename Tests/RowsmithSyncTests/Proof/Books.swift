import Rowsmith
import RowsmithAPI
import RowsmithModel
import RowsmithSync

/// Authors, their books and magazines: the model that APIncrementalStore was tested with.
enum Books {
  static let schema: Schema = {
    let model = ModelCompiler.compile([ModelSource(path: "Books.yml", text: text)], name: "Books")
    return model.schema ?? Schema(name: "\(model.diagnostics)", entities: [])
  }()

  private static let text = """
    rowsmith: 1
    defaults: { MergePolicy: Merge }
    entities:
      Author:
        PrimaryKey: id
        attributes: { id: String, name: String?, acl: JSON? }
        relationships: { books: { to: "[Book]", DeleteRule: Cascade, export: false }, magazines: "[Magazine]" }
      Book:
        PrimaryKey: id
        attributes: { id: String, name: String?, createdDate: Date?, picture: Data? }
        relationships: { author: { to: Author?, inverse: books } }
      EBook: { extends: Book, attributes: { format: String? } }
      Magazine:
        PrimaryKey: id
        attributes: { id: String, name: String? }
        relationships: { authors: { to: "[Author]", inverse: magazines }, publisher: Publisher? }
      Publisher: { PrimaryKey: id, attributes: { id: String, name: String? } }
    """

  static func plan(_ conflict: ConflictPolicy = .serverWins) -> SyncPlan {
    SyncPlan(
      server: "kinto", conflict: conflict,
      entities: [
        .init("Author", collection: "authors", permissions: "acl"), .init("Book", collection: "books"),
        .init("Magazine", collection: "magazines", links: [.init("authors", .array)]),
        .init("Publisher", collection: "publishers"),
      ])
  }
}
