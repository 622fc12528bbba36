import RowsmithSchema

extension QueryCompiler {
  /// The items of a to-many relationship, as parts of a statement.
  struct Items {
    var join = ""
    /// The columns that hold the key of the record whose items they are.
    var owner: [String]
    /// What they are columns of.
    var alias: String
    /// What orders the items.
    var position: String?
  }

  /// What leads from the rows of the target's table, known by the alias, to the records whose items they are.
  mutating func items(of relationship: Schema.Relationship, _ entity: String, alias: String) throws -> Items {
    let target = try schema.table(of: relationship.target)
    switch schema.graph.storage(of: relationship, in: entity) {
    case .columns:
      throw StoreError(.misuse, "'\(entity).\(relationship.name)' is to-one")
    case .inverseColumns(_, let columns, let position):
      return Items(owner: columns, alias: alias, position: position.map { "\(alias).\(DDL.quoted($0))" })
    case .linkTable(let name, let isSource):
      let ends = try linkTable(name).ends(isSource: isSource)
      let linkAlias = makeAlias()
      let match = match(ends.other, linkAlias, target.table.key, alias)
      return Items(
        join: " JOIN \(DDL.quoted(name)) AS \(linkAlias) ON \(match.joined(separator: " AND "))",
        owner: ends.own, alias: linkAlias, position: ends.position.map { "\(linkAlias).\(DDL.quoted($0))" })
    }
  }

  /// `SELECT` of the items of many records, each with the key of the record behind its own columns.
  static func items(
    _ columns: [String], of name: String, source: String, keys: [StoredKey], _ condition: ConditionNode,
    schema: QuerySchema
  ) throws -> CompiledQuery {
    var compiler = QueryCompiler(schema: schema)
    let relationship = try schema.relationship(name, of: source)
    let target = try schema.table(of: relationship.target)
    let alias = compiler.makeAlias()
    let items = try compiler.items(of: relationship, source, alias: alias)
    var conditions = [compiler.membership(items.owner, nil, keys.map(\.values), items.alias)]
    if let family = target.familyCondition(alias: alias) { conditions.append(family) }
    if condition != .always { conditions.append(try compiler.condition(condition, target, alias)) }
    let own = columns.isEmpty ? ["NULL"] : columns.map { "\(alias).\(DDL.quoted($0))" }
    let owner = items.owner.map { "\(items.alias).\(DDL.quoted($0))" }
    let order =
      (items.position.map { ["\($0) IS NULL", $0] } ?? []) + target.identity.map { "\(alias).\($0)" }
    let sql =
      "SELECT \((own + owner).joined(separator: ", ")) FROM \(DDL.quoted(target.name)) AS \(alias)\(items.join) "
      + "WHERE \(conditions.joined(separator: " AND ")) ORDER BY \(order.joined(separator: ", "))"
    return CompiledQuery(sql: sql, values: compiler.values)
  }

  /// A condition on how many records of a relationship meet a condition.
  mutating func related(
    _ relationship: RelationshipTerm, _ node: ConditionNode, _ quantity: Quantity, _ table: EntityTable,
    _ alias: String
  ) throws -> String {
    let rows = try relatedRows(relationship, node, table, alias)
    switch quantity {
    case .any: return "EXISTS (SELECT 1\(rows))"
    case .none: return "NOT EXISTS (SELECT 1\(rows))"
    case .count(let comparison, let number):
      return "(SELECT count(*)\(rows)) \(comparison.rawValue) \(bind(.integer(Int64(number))))"
    }
  }

  private mutating func relatedRows(
    _ relationship: RelationshipTerm, _ node: ConditionNode, _ table: EntityTable, _ alias: String
  ) throws -> String {
    let target = try schema.table(of: relationship.target)
    let targetAlias = makeAlias()
    var text = " FROM \(DDL.quoted(target.name)) AS \(targetAlias)"
    var conditions: [String] = []
    switch relationship.kind {
    case .toOne(let columns):
      conditions += match(target.table.key, targetAlias, columns, alias)
    case .toMany(let name):
      let declared = try schema.relationship(name, of: table.entity)
      switch schema.graph.storage(of: declared, in: table.entity) {
      case .columns(let columns): conditions += match(target.table.key, targetAlias, columns, alias)
      case .inverseColumns(_, let columns, _):
        conditions += match(columns, targetAlias, table.table.key, alias)
      case .linkTable(let linkName, let isSource):
        let ends = try linkTable(linkName).ends(isSource: isSource)
        let linkAlias = makeAlias()
        let join = match(ends.other, linkAlias, target.table.key, targetAlias)
        text += " JOIN \(DDL.quoted(linkName)) AS \(linkAlias) ON \(join.joined(separator: " AND "))"
        conditions += match(ends.own, linkAlias, table.table.key, alias)
      }
    }
    if let family = target.familyCondition(alias: targetAlias) { conditions.append(family) }
    if node != .always { conditions.append(try condition(node, target, targetAlias)) }
    return "\(text) WHERE \(conditions.joined(separator: " AND "))"
  }

  private func match(
    _ columns: [String], _ alias: String, _ others: [String], _ otherAlias: String
  ) -> [String] {
    zip(columns, others).map { "\(alias).\(DDL.quoted($0)) = \(otherAlias).\(DDL.quoted($1))" }
  }

  func linkTable(_ name: String) throws -> Layout.LinkTable {
    if let link = schema.layout.linkTables.first(where: { $0.name == name }) { return link }
    throw StoreError(.misuse, "the model has no link table '\(name)'")
  }
}

extension Layout.LinkTable {
  /// The columns of both ends as one of them sees it, and what orders its list.
  func ends(isSource: Bool) -> (own: [String], other: [String], position: String?) {
    let (source, target) = (sourceColumns.map(\.name), targetColumns.map(\.name))
    return isSource
      ? (source, target, isOrdered ? "position" : nil)
      : (target, source, isInverseOrdered ? "source_position" : nil)
  }
}
