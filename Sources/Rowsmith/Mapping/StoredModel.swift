import RowsmithSchema

/// A model as all connections of a store share it: what it says, where its rows are, and how the two are mapped.
///
/// Opening a store needs the first two; the mapping is made when something is first read or written.
final class StoredModel: Sendable {
  let graph: SchemaGraph
  let layout: Layout
  /// The app's transforms and hooks.
  let customizations: Customizations
  private let mappingOnDemand: OnDemand<Mapping, any Error>

  init(_ schema: Schema, customizations: Customizations) {
    let graph = SchemaGraph(schema)
    let layout = Layout(graph)
    self.graph = graph
    self.layout = layout
    self.customizations = customizations
    mappingOnDemand = OnDemand {
      try Mapping(graph: graph, layout: layout, customizations: customizations)
    }
  }

  var schema: Schema { graph.schema }

  /// How the model's entities are mapped to tables, and JSON to their columns.
  func mapping() throws -> Mapping { try mappingOnDemand.get() }
}
