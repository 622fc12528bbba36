import RowsmithSchema

/// One connection with what work on it needs. Used by one thread at a time.
final class Session {
  let connection: Connection
  let schema: QuerySchema
  private let customizations: Customizations
  private var plan: ImportPlan?

  init(connection: Connection, schema: QuerySchema, customizations: Customizations) {
    self.connection = connection
    self.schema = schema
    self.customizations = customizations
  }

  /// The model as the engine needs it. Made when first wanted, as many readers never do.
  func importPlan() throws -> ImportPlan {
    if let plan { return plan }
    let made = try ImportPlan(schema: schema.graph.schema, customizations: customizations)
    plan = made
    return made
  }
}
