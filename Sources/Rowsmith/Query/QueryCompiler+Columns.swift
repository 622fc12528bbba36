extension QueryCompiler {
  /// The columns of a term as SQL, each with its collation.
  mutating func columns(_ term: ColumnTerm, _ alias: String) throws -> [String] {
    let collation = term.collation.map { " COLLATE \($0.sql)" } ?? ""
    return try plainColumns(term, alias).map { $0 + collation }
  }

  /// The columns of a term as SQL.
  ///
  /// Columns of a related record come from a joined table, so SQLite can start with the table that makes the query faster. A
  /// left join keeps rows whose links lead to no record; it joins by key, so it duplicates no row.
  mutating func plainColumns(_ term: ColumnTerm, _ alias: String) throws -> [String] {
    if !term.path.isEmpty, joins.isIsolated(alias) { return try selectedColumns(term, alias) }
    let owner = try follow(term.path, from: alias)
    return term.names.map { "\(owner).\(DDL.quoted($0))" }
  }

  /// The first column of a term as SQL.
  mutating func firstColumn(_ term: ColumnTerm, _ alias: String) throws -> String {
    try plainColumns(term, alias).first ?? "NULL"
  }

  /// The joins to the table, as part of `FROM`.
  func joined(to alias: String) -> String { joins.text(of: alias) }

  /// Forbids joins to the table, because a condition of its rows is the app's own SQL: its columns do not name their table, so
  /// a joined one could make them ambiguous.
  mutating func isolate(_ alias: String) { joins.isolate(alias) }

  /// The alias of the last target record of the links.
  private mutating func follow(_ path: [LinkStep], from alias: String) throws -> String {
    guard let step = path.last else { return alias }
    if let known = joins.alias(of: path, from: alias) { return known }
    let near = try follow(Array(path.dropLast()), from: alias)
    let target = try target(of: step, from: near)
    joins.add(
      path, from: alias, as: target.alias, " LEFT JOIN \(target.table) ON \(target.conditions)")
    return target.alias
  }

  /// The columns of a term, each as a subquery.
  private mutating func selectedColumns(_ term: ColumnTerm, _ alias: String) throws -> [String] {
    var near = alias
    var from: [String] = []
    var conditions: [String] = []
    for step in term.path {
      let target = try target(of: step, from: near)
      from.append(target.table)
      conditions.append(target.conditions)
      near = target.alias
    }
    let rows = "FROM \(from.joined(separator: ", ")) WHERE \(conditions.joined(separator: " AND "))"
    return term.names.map { "(SELECT \(near).\(DDL.quoted($0)) \(rows))" }
  }

  /// The target table of a link: `"Band" AS t1`, and `t1."name" = t0."band"`.
  private mutating func target(
    of step: LinkStep, from near: String
  ) throws -> (table: String, alias: String, conditions: String) {
    let entity = try mapping.requireEntity(step.target)
    let alias = makeAlias()
    var conditions = match(entity.table.layout.key, alias, step.columns, near)
    if let family = entity.familyCondition(alias: alias) { conditions.append(family) }
    return ("\(DDL.quoted(entity.table.name)) AS \(alias)", alias, conditions.joined(separator: " AND "))
  }
}
