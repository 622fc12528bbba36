package import RowsmithSchema

extension PruneScope {
  /// The rows of a query.
  public init<R: Record>(_ query: Query<R>) {
    let node = query.node
    entity = node.entity
    rows = { mapping in try PruneScope.rows(of: node, mapping) }
  }

  /// The rows of an entity whose columns have these values; `.null` matches NULL. Decimals are compared by value.
  package init(entity: String, columns: [(name: String, value: StoredValue)]) {
    self.entity = entity
    rows = { mapping in
      let found = try mapping.requireEntity(entity)
      var node = QueryNode(entity: entity)
      for (name, value) in columns {
        let condition = "\(DDL.quoted(name)) IS ?\(found.collation(of: name))"
        node.condition = node.condition.and(.sql(ExactText(condition), [value]))
      }
      return try PruneScope.rows(of: node, mapping)
    }
  }

  /// The SQL that selects the rowids of a query.
  private static func rows(of node: QueryNode, _ mapping: Mapping) throws
    -> (sql: String, values: [StoredValue])
  {
    var compiler = QueryCompiler(mapping: mapping)
    let rowID = try mapping.requireEntity(node.entity).table.rowIDName
    let sql = try compiler.select(node, isOrdered: false) { "\($1).\(rowID)" }
    return (sql, compiler.values)
  }
}
