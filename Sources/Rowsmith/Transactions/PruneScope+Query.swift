package import RowsmithSchema

extension PruneScope {
  /// The rows of a query.
  public init<R: Record>(_ query: Query<R>) { self.init(query.node) }

  /// The rows of an entity whose columns have these values; `.null` matches NULL.
  package init(entity: String, columns: [(name: String, value: StoredValue)]) {
    var node = QueryNode(entity: entity)
    for (name, value) in columns {
      node.condition = node.condition.and(.sql("\(DDL.quoted(name)) IS ?", [value]))
    }
    self.init(node)
  }

  private init(_ node: QueryNode) {
    entity = node.entity
    rows = { mapping in
      var compiler = QueryCompiler(mapping: mapping)
      let rowID = try mapping.requireEntity(node.entity).table.rowIDName
      let sql = try compiler.select(node, isOrdered: false) { "\($1).\(rowID)" }
      return (sql, compiler.values)
    }
  }
}
