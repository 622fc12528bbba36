import RowsmithAPI
import RowsmithSchema

/// Turns a schema into declarations. What it knows beside the schema is how to spell things.
struct Translator {
  let graph: SchemaGraph
  /// What the server offers, if the model speaks of one.
  let api: API?
  /// The roots without a primary key to whose records something can refer.
  let rootsWithRowIdentifiers: Set<String>
  let names: TypeNames
  let module: String

  /// Checks that the names of the schema can stand beside each other in Swift.
  init(schema: Schema, api: API?, module: String) throws(GeneratorError) {
    graph = SchemaGraph(schema)
    self.api = api
    rootsWithRowIdentifiers = graph.rootsWithRowIdentifiers
    names = TypeNames(schema: schema, module: module)
    self.module = module
    let messages = nameCollisions()
    guard messages.isEmpty else { throw GeneratorError(messages: messages) }
  }

  var schema: Schema { graph.schema }

  /// The name of the type that stands for the model.
  var modelName: String { SwiftName.upperFirst(module) + "Model" }
}
