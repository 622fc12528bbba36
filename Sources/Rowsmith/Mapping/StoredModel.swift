import RowsmithSchema

/// A model shared by all connections of a store: its schema, its layout and its mapping.
///
/// Opening a store needs schema and layout only; the mapping is created at the first read or write.
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

  /// How entities are mapped to tables, and JSON to columns.
  func mapping() throws -> Mapping { try mappingOnDemand.get() }
}
