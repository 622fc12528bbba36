import RowsmithSchema

extension QueryCompiler {
  /// The rows of one record's to-many relationship, as parts of a statement.
  struct Items {
    var join = ""
    var conditions: [String] = []
    var position: String?
  }

  /// What restricts the rows of the target's table, known by the alias, to the items of one record.
  mutating func items(of source: QueryNode.Source, alias: String) throws -> Items {
    let relationship = try schema.relationship(source.relationship, of: source.entity)
    let target = try schema.table(of: relationship.target)
    switch schema.graph.storage(of: relationship, in: source.entity) {
    case .columns:
      throw StoreError(.misuse, "'\(source.entity).\(relationship.name)' is to-one")
    case .inverseColumns(_, let columns, let position):
      return Items(
        conditions: zip(columns, source.key).map { "\(alias).\(DDL.quoted($0)) = \(bind($1))" },
        position: position.map { "\(alias).\(DDL.quoted($0))" })
    case .linkTable(let name, let isSource):
      let link = try linkTable(name)
      let ends = link.ends(isSource: isSource)
      let linkAlias = makeAlias()
      let match = zip(ends.other, target.table.key).map {
        "\(linkAlias).\(DDL.quoted($0)) = \(alias).\(DDL.quoted($1))"
      }
      return Items(
        join: " JOIN \(DDL.quoted(name)) AS \(linkAlias) ON \(match.joined(separator: " AND "))",
        conditions: zip(ends.own, source.key).map { "\(linkAlias).\(DDL.quoted($0)) = \(bind($1))" },
        position: ends.position.map { "\(linkAlias).\(DDL.quoted($0))" })
    }
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
