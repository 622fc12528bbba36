import RowsmithAPI
import RowsmithModel
import Testing

/// What a server offers by a model that must have no diagnostics; the header with version and a default policy is added
/// in front.
func api(_ yaml: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> API {
  let header = "rowsmith: 1\ndefaults: { MergePolicy: Merge }\n"
  let model = ModelCompiler.compile([ModelSource(path: "Model.yml", text: header + yaml)], name: "Model")
  #expect(model.diagnostics.map(\.description) == [], sourceLocation: sourceLocation)
  return try #require(model.api, sourceLocation: sourceLocation)
}

/// The route `a` of a model with products, their reviews, and a document.
func route(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Route {
  let api = try api(
    """
    enums: { Size: [small, large] }
    entities:
      Product:
        attributes:
          id: Int
          title: { type: String, ImportName: name }
          size: Size?
          price: Decimal?
          uuid: UUID?
          isNew: { type: Bool, default: false }
          updatedAt: Date
          tags: [String]
          seen: { type: Date?, local: true }
        relationships:
          reviews: [Review]
          maker: Maker?
      Review:
        attributes: { id: Int, stars: Int }
        relationships: { product: Product? }
      Maker: { PrimaryKey: code, attributes: { code: String, name: String } }
    documents: { catalog: { products: [Product] } }
    routes: { a: \(text) }
    """, sourceLocation: sourceLocation)
  return try #require(api.route("a"), sourceLocation: sourceLocation)
}
