import RowsmithAPI
import RowsmithSchema

/// Translates a schema into declarations.
struct Translator {
  let graph: SchemaGraph
  /// The names for each family of several entities, by its root.
  let families: [String: FamilyNames]
  /// The API of the server, if the model has one.
  let api: API?
  /// The roots without a primary key whose records other records can refer to.
  let rootsWithRowIdentifiers: Set<String>
  let names: TypeNames
  let module: String
  /// The names of the routes.
  let routeNames: Set<String>
  /// The names of the nested types that routes have, or would have with pages or an order.
  let routeTypeNames: Set<String>
  /// The names of the cases of each enumeration, by the values.
  let caseNames: [String: [String: String]]
  /// The transforms of the app, in the order of the model.
  let applicationTransforms: [ApplicationTransform]
  /// What their functions are called behind the verb, by the transform's name.
  let transformFunctions: [String: String]

  /// Checks that the names of the schema do not collide in Swift.
  init(schema: Schema, api: API?, module: String) throws(GeneratorError) {
    graph = SchemaGraph(schema)
    families = FamilyNames.all(graph)
    self.api = api
    rootsWithRowIdentifiers = graph.rootsWithRowIdentifiers
    let routes = Set(api?.routes.map(\.name) ?? [])
    names = TypeNames(schema: schema, routes: routes, module: module)
    self.module = module
    routeNames = routes
    routeTypeNames = Set(routes.map { Translator.routeTypeName($0, beside: routes) })
    caseNames = Dictionary(
      schema.enumerations.map { ($0.name, Translator.caseNames(of: $0.values)) },
      uniquingKeysWith: { first, _ in first })
    applicationTransforms = Translator.applicationTransforms(of: schema)
    transformFunctions = Translator.functions(of: applicationTransforms)
    let messages = nameCollisions()
    guard messages.isEmpty else { throw GeneratorError(messages: messages) }
  }

  private static func caseNames(of values: [String]) -> [String: String] {
    Dictionary(zip(values, CaseNames.names(of: values)), uniquingKeysWith: { first, _ in first })
  }

  var schema: Schema { graph.schema }

  /// The name of the model's type.
  var modelName: String { SwiftName.upperFirst(module) + "Model" }
}
