import RowsmithSchema

extension QueryCompiler {
  /// The items of a to-many relationship, as parts of a statement.
  struct Items {
    var join = ""
    /// The columns that hold the key of the items' owner.
    var owner: [String]
    /// The alias of the table with these columns.
    var alias: String
    /// The column that orders the items.
    var position: String?
  }

  /// The SQL that connects rows of the target's table, by its alias, with the owners of the items.
  mutating func items(of relationship: RelationshipMapping, alias: String) throws -> Items {
    switch relationship.storage {
    case .columns: throw StoreError(.misuse, "'\(relationship.qualifiedName)' is to-one")
    case .inverse(let inverse, let position):
      let place = position.map { relationship.target.table.layout.columns[$0].name }
      return Items(
        owner: inverse.columnNames, alias: alias, position: place.map { "\(alias).\(DDL.quoted($0))" })
    case .link(let link, let isSource):
      let end = link.end(isSource: isSource)
      let linkAlias = makeAlias()
      joins.accompany(alias)
      let match = match(end.other, linkAlias, relationship.target.table.layout.key, alias)
      return Items(
        join: " JOIN \(DDL.quoted(link.name)) AS \(linkAlias) ON \(match.joined(separator: " AND "))",
        owner: end.own, alias: linkAlias, position: end.position.map { "\(linkAlias).\(DDL.quoted($0))" })
    }
  }

  /// `SELECT` of the items of many records. The key of the owner follows the columns of each item.
  static func items(
    _ columns: [String], of name: String, source: String, keys: [StoredKey], _ condition: ConditionNode,
    mapping: Mapping
  ) throws -> CompiledQuery {
    var compiler = QueryCompiler(mapping: mapping)
    let relationship = try mapping.requireRelationship(name, of: source)
    let target = relationship.target
    let alias = compiler.makeAlias()
    let items = try compiler.items(of: relationship, alias: alias)
    var conditions = [
      compiler.membership(
        items.owner.map { "\(items.alias).\(DDL.quoted($0))" }, keys.map(\.values))
    ]
    if let family = target.familyCondition(alias: alias) { conditions.append(family) }
    if condition != .always {
      if condition.hasSQL { compiler.isolate(alias) }
      conditions.append(try compiler.condition(condition, target, alias))
    }
    let own = columns.isEmpty ? ["NULL"] : columns.map { "\(alias).\(DDL.quoted($0))" }
    let owner = items.owner.map { "\(items.alias).\(DDL.quoted($0))" }
    let order =
      (items.position.map { ["\($0) IS NULL", $0] } ?? [])
      + target.table.layout.identitySQL.map { "\(alias).\($0)" }
    let sql =
      "SELECT \((own + owner).joined(separator: ", ")) FROM \(DDL.quoted(target.table.name)) AS \(alias)\(items.join)"
      + compiler.joined(to: alias) + " "
      + "WHERE \(conditions.joined(separator: " AND ")) ORDER BY \(order.joined(separator: ", "))"
    return CompiledQuery(sql: sql, values: compiler.values)
  }

  /// A condition on the number of a relationship's records that meet a condition.
  mutating func related(
    _ relationship: RelationshipTerm, _ node: ConditionNode, _ quantity: Quantity, _ entity: EntityMapping,
    _ alias: String
  ) throws -> String {
    let rows = try relatedRows(relationship, node, entity, alias)
    switch quantity {
    case .any: return "EXISTS (SELECT 1\(rows))"
    case .none: return "NOT EXISTS (SELECT 1\(rows))"
    case .count(let comparison, let number):
      return "(SELECT count(*)\(rows)) \(comparison.rawValue) \(bind(.integer(Int64(number))))"
    }
  }

  private mutating func relatedRows(
    _ term: RelationshipTerm, _ node: ConditionNode, _ entity: EntityMapping, _ alias: String
  ) throws -> String {
    let target = try mapping.requireEntity(term.target)
    let targetAlias = makeAlias()
    let targetKey = target.table.layout.key
    var text = " FROM \(DDL.quoted(target.table.name)) AS \(targetAlias)"
    var conditions: [String] = []
    switch term.kind {
    case .toOne(let column):
      conditions += zip(targetKey, try columns(column, alias)).map {
        "\(targetAlias).\(DDL.quoted($0)) = \($1)"
      }
    case .toMany(let name):
      let relationship = try mapping.requireRelationship(name, of: entity.name)
      switch relationship.storage {
      case .columns: conditions += match(targetKey, targetAlias, relationship.columnNames, alias)
      case .inverse(let inverse, _):
        conditions += match(inverse.columnNames, targetAlias, entity.table.layout.key, alias)
      case .link(let link, let isSource):
        let end = link.end(isSource: isSource)
        let linkAlias = makeAlias()
        joins.accompany(targetAlias)
        let join = match(end.other, linkAlias, targetKey, targetAlias)
        text += " JOIN \(DDL.quoted(link.name)) AS \(linkAlias) ON \(join.joined(separator: " AND "))"
        conditions += match(end.own, linkAlias, entity.table.layout.key, alias)
      }
    }
    if let family = target.familyCondition(alias: targetAlias) { conditions.append(family) }
    if node != .always {
      if node.hasSQL { isolate(targetAlias) }
      conditions.append(try condition(node, target, targetAlias))
    }
    return "\(text)\(joined(to: targetAlias)) WHERE \(conditions.joined(separator: " AND "))"
  }

  func match(
    _ columns: [String], _ alias: String, _ others: [String], _ otherAlias: String
  ) -> [String] {
    zip(columns, others).map { "\(alias).\(DDL.quoted($0)) = \(otherAlias).\(DDL.quoted($1))" }
  }
}
