/// The joins of a statement, for columns of related records.
struct LinkJoins {
  private struct Join {
    var path: [LinkStep]
    var alias: String
    var sql: String
  }

  /// The joins, by the alias of the table that they belong to.
  private var joins: [String: [Join]] = [:]
  /// The aliases of tables that nothing may be joined to.
  private var isolated: Set<String> = []
  /// The aliases of tables that the query itself joins to another one: a link table, or a full-text index.
  private var accompanied: Set<String> = []

  /// Notes that the query itself joins another table to the one with the alias.
  mutating func accompany(_ alias: String) { accompanied.insert(alias) }

  func isAccompanied(_ alias: String) -> Bool { accompanied.contains(alias) }

  /// Forbids joins to the table with the alias.
  mutating func isolate(_ alias: String) { isolated.insert(alias) }

  func isIsolated(_ alias: String) -> Bool { isolated.contains(alias) }

  func alias(of path: [LinkStep], from alias: String) -> String? {
    joins[alias]?.first { $0.path == path }?.alias
  }

  mutating func add(_ path: [LinkStep], from alias: String, as name: String, _ sql: String) {
    joins[alias, default: []].append(Join(path: path, alias: name, sql: sql))
  }

  func text(of alias: String) -> String { joins[alias, default: []].map(\.sql).joined() }
}
