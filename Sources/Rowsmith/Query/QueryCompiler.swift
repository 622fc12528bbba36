import RowsmithSchema

/// An SQL statement with the values of its parameters.
struct CompiledQuery: Sendable, Hashable {
  var sql: String
  var values: [StoredValue]
}

/// Compiles a query to SQL. One compiler makes one statement.
struct QueryCompiler {
  let mapping: Mapping
  private(set) var values: [StoredValue] = []
  private var aliasCount = 0
  /// The joins of the statement.
  var joins = LinkJoins()
  /// The alias of the full-text index, if the query uses it.
  var searchAlias: String?
  /// Whether the statement reads the rank of each row. Looked up for one row, the index counts all its matches for that.
  var readsRanks = false

  init(mapping: Mapping) { self.mapping = mapping }

  /// `SELECT` of the columns of the records, in the order of the query.
  static func select(_ columns: [String], _ query: QueryNode, mapping: Mapping) throws -> CompiledQuery {
    var compiler = QueryCompiler(mapping: mapping)
    let sql = try compiler.select(query) { _, alias in
      // An entity may have no column at all.
      columns.isEmpty ? "NULL" : columns.map { "\(alias).\(DDL.quoted($0))" }.joined(separator: ", ")
    }
    return CompiledQuery(sql: sql, values: compiler.values)
  }

  /// The same, with all rows found before the first is returned: rows that are written meanwhile do not change the
  /// result. If there are many, SQLite keeps them in a temporary file; in memory if the database is encrypted.
  static func selectAhead(_ columns: [String], _ query: QueryNode, mapping: Mapping) throws -> CompiledQuery {
    var compiled = try select(columns, query, mapping: mapping)
    // Without a limit, SQLite need not keep the order of the inner statement.
    let limit = query.limit == nil ? " LIMIT -1" : ""
    compiled.sql =
      "WITH _rowsmith_found AS MATERIALIZED (\(compiled.sql)\(limit)) SELECT * FROM _rowsmith_found"
    return compiled
  }

  /// `SELECT count(*)` of the records.
  static func count(_ query: QueryNode, mapping: Mapping) throws -> CompiledQuery {
    var compiler = QueryCompiler(mapping: mapping)
    if query.limit == nil {
      let from = try compiler.from(query)
      return CompiledQuery(sql: "SELECT count(*)\(compiler.text(of: from))", values: compiler.values)
    }
    let rows = try compiler.select(query, isOrdered: false) { _, _ in "1" }
    return CompiledQuery(sql: "SELECT count(*) FROM (\(rows))", values: compiler.values)
  }

  /// A `SELECT` statement.
  ///
  /// - Parameters:
  ///   - isOrdered: whether the order of the rows matters; with a limit it always does.
  ///   - columns: returns the result columns; it gets the alias of the table.
  mutating func select(
    _ query: QueryNode, isOrdered: Bool = true,
    columns: (_ compiler: inout QueryCompiler, _ alias: String) throws -> String
  ) throws -> String {
    let from = try from(query)
    let results = try columns(&self, from.alias)
    let order = isOrdered || query.limit != nil ? try " ORDER BY \(order(of: query, from))" : ""
    return "SELECT \(results)\(text(of: from))\(order)\(limit(of: query))"
  }

  /// ` LIMIT ?1 OFFSET ?2`, as far as the query has them.
  mutating func limit(of query: QueryNode) -> String {
    guard let limit = query.limit else { return "" }
    let count = " LIMIT \(bind(.integer(Int64(limit))))"
    return query.offset > 0 ? count + " OFFSET \(bind(.integer(Int64(query.offset))))" : count
  }

  /// The source of the rows, and its names.
  struct From {
    /// ` FROM "Band" AS t0`
    var table: String
    /// The conditions on the rows.
    var conditions: [String] = []
    var alias: String
    var entity: EntityMapping
    /// The column that orders the items of an ordered relationship.
    var position: String?
  }

  /// ` FROM "Band" AS t0 WHERE …`, with the joins for all columns that the statement uses so far.
  func text(of from: From) -> String {
    let condition = from.conditions.isEmpty ? "" : " WHERE \(from.conditions.joined(separator: " AND "))"
    return from.table + joined(to: from.alias) + condition
  }

  /// The source of a query's rows.
  mutating func from(_ query: QueryNode) throws -> From {
    let entity = try mapping.requireEntity(query.entity)
    let alias = makeAlias()
    var from = From(table: " FROM \(DDL.quoted(entity.table.name)) AS \(alias)", alias: alias, entity: entity)
    if let source = query.source {
      let relationship = try mapping.requireRelationship(source.relationship, of: source.entity)
      let items = try self.items(of: relationship, alias: alias)
      from.table += items.join
      from.position = items.position
      from.conditions += zip(items.owner, source.key).map { "\(items.alias).\(DDL.quoted($0)) = \(bind($1))" }
    }
    if let search = query.search { try self.search(search, in: &from) }
    if let family = entity.familyCondition(alias: alias) { from.conditions.append(family) }
    if query.condition.hasSQL { isolate(alias) }
    if query.condition != .always { from.conditions.append(try condition(query.condition, entity, alias)) }
    return from
  }

  /// The terms of `ORDER BY`.
  mutating func order(of query: QueryNode, _ from: From) throws -> String {
    var terms = try query.orderings.flatMap { ordering in
      try columns(ordering.column, from.alias).map { $0 + (ordering.isDescending ? " DESC" : "") }
    }
    let direction = query.isReversed ? " DESC" : ""
    if query.orderings.isEmpty, let search = searchAlias { terms.append("\(search).rank\(direction)") }
    if query.orderings.isEmpty, let position = from.position {
      terms += ["\(position) IS NULL\(direction)", position + direction]
    }
    // Different values can be equal by a collation, or in different related records, so only plain columns can replace the key.
    let own = query.orderings.map(\.column).filter { $0.collation == nil && $0.path.isEmpty }
    let named = Set(own.flatMap(\.names))
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

  /// The parameter for the value.
  mutating func bind(_ value: StoredValue) -> String {
    values.append(value)
    return "?\(values.count)"
  }
}
