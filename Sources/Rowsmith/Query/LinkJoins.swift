/// The tables that are joined to those of a statement, for the columns of records that links lead to.
struct LinkJoins {
  private struct Join {
    var path: [LinkStep]
    var alias: String
    var sql: String
  }

  /// By the alias of the table that they are joined to.
  private var joins: [String: [Join]] = [:]
  /// The tables beside which no other one may stand.
  private var isolated: Set<String> = []

  /// Says that no table may be joined to the one with the alias.
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
