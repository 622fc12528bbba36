import RowsmithSchema

extension Query {
  /// The SQL of the query, and how SQLite carries it out (`EXPLAIN QUERY PLAN`), as text: to see whether an index is used.
  ///
  /// ```swift
  /// print(try store.fetch(Album.filter { $0.label == "EG" }.explain()))
  /// ```
  ///
  /// The values of the query are not in the text. Other versions of SQLite word it differently: it is for people.
  public func explain() -> Read<String> {
    Read(.explain(node)) { db in
      let select = try QueryCompiler.select(R.columnNames, node, mapping: db.mapping())
      let plan = try db.connection().prepare("EXPLAIN QUERY PLAN " + select.sql)
      plan.bind(select.values)
      var text = select.sql
      var depths: [Int64: Int] = [:]
      while try plan.step() {
        // The number of a step, that of the step it belongs to, and what it does.
        let depth = (depths[plan.integer(at: 1)] ?? 0) + 1
        depths[plan.integer(at: 0)] = depth
        text += "\n" + String(repeating: "  ", count: depth) + (plan.text(at: 3) ?? "")
      }
      return text
    }
  }
}
