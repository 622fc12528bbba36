import RowsmithSchema

/// An SQL statement with the values of its parameters.
struct CompiledQuery: Sendable, Hashable {
  var sql: String
  var values: [StoredValue]
}

/// Writes queries as SQL. One compiler makes one statement.
struct QueryCompiler {
  let mapping: Mapping
  private(set) var values: [StoredValue] = []
  private var aliasCount = 0

  init(mapping: Mapping) { self.mapping = mapping }

  /// `SELECT` of the columns of the records, in their order.
  static func select(_ columns: [String], _ query: QueryNode, mapping: Mapping) throws -> CompiledQuery {
    var compiler = QueryCompiler(mapping: mapping)
    let sql = try compiler.select(query) { alias in
      // An entity may have no column at all.
      columns.isEmpty ? "NULL" : columns.map { "\(alias).\(DDL.quoted($0))" }.joined(separator: ", ")
    }
    return CompiledQuery(sql: sql, values: compiler.values)
  }

  /// `SELECT count(*)` of the records.
  static func count(_ query: QueryNode, mapping: Mapping) throws -> CompiledQuery {
    var compiler = QueryCompiler(mapping: mapping)
    if query.limit == nil {
      let from = try compiler.from(query)
      return CompiledQuery(sql: "SELECT count(*)\(from.text)", values: compiler.values)
    }
    let rows = try compiler.select(query, isOrdered: false) { _ in "1" }
    return CompiledQuery(sql: "SELECT count(*) FROM (\(rows))", values: compiler.values)
  }

  /// A `SELECT` statement.
  ///
  /// - Parameters:
  ///   - isOrdered: whether the order of the rows matters; where there is a limit it always does.
  ///   - columns: the result columns, given the alias of the table.
  mutating func select(
    _ query: QueryNode, isOrdered: Bool = true, columns: (_ alias: String) -> String
  ) throws -> String {
    let from = try from(query)
    var sql = "SELECT \(columns(from.alias))\(from.text)"
    if isOrdered || query.limit != nil { sql += " ORDER BY \(order(of: query, from))" }
    if let limit = query.limit {
      sql += " LIMIT \(bind(.integer(Int64(limit))))"
      if query.offset > 0 { sql += " OFFSET \(bind(.integer(Int64(query.offset))))" }
    }
    return sql
  }

  /// Where rows come from: ` FROM … WHERE …`, and what names them.
  struct From {
    var text: String
    var alias: String
    var entity: EntityMapping
    /// What orders the items of an ordered relationship.
    var position: String?
  }

  /// ` FROM "Band" AS t0 WHERE …`
  mutating func from(_ query: QueryNode) throws -> From {
    let entity = try mapping.requireEntity(query.entity)
    let alias = makeAlias()
    var from = From(text: " FROM \(DDL.quoted(entity.table.name)) AS \(alias)", alias: alias, entity: entity)
    var conditions: [String] = []
    if let source = query.source {
      let relationship = try mapping.requireRelationship(source.relationship, of: source.entity)
      let items = try self.items(of: relationship, alias: alias)
      from.text += items.join
      from.position = items.position
      conditions += zip(items.owner, source.key).map { "\(items.alias).\(DDL.quoted($0)) = \(bind($1))" }
    }
    if let family = entity.familyCondition(alias: alias) { conditions.append(family) }
    if query.condition != .always { conditions.append(try condition(query.condition, entity, alias)) }
    if !conditions.isEmpty { from.text += " WHERE \(conditions.joined(separator: " AND "))" }
    return from
  }

  private func order(of query: QueryNode, _ from: From) -> String {
    var terms = query.orderings.flatMap { ordering in
      ordering.column.names.map { name in
        column(name, ordering.column.collation, from.alias) + (ordering.isDescending ? " DESC" : "")
      }
    }
    let direction = query.isReversed ? " DESC" : ""
    if query.orderings.isEmpty, let position = from.position {
      terms += ["\(position) IS NULL\(direction)", position + direction]
    }
    // Values that are different may be equal in an order of another kind.
    let named = Set(query.orderings.map(\.column).filter { $0.collation == nil }.flatMap(\.names))
    let key = from.entity.table.layout.key
    if key.isEmpty || !Set(key).isSubset(of: named) {
      terms += from.entity.table.layout.identitySQL.map { "\(from.alias).\($0)\(direction)" }
    }
    return terms.joined(separator: ", ")
  }

  mutating func makeAlias() -> String {
    defer { aliasCount += 1 }
    return "t\(aliasCount)"
  }

  /// The parameter that stands for the value.
  mutating func bind(_ value: StoredValue) -> String {
    values.append(value)
    return "?\(values.count)"
  }

  /// A column with the way in which it is compared.
  func column(_ name: String, _ collation: Collation?, _ alias: String) -> String {
    "\(alias).\(DDL.quoted(name))" + (collation.map { " COLLATE \($0.rawValue)" } ?? "")
  }
}
