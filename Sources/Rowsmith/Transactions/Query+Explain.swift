import RowsmithSchema

extension Query {
  /// The SQL of the query and SQLite's plan for it (`EXPLAIN QUERY PLAN`), as text: shows whether an index is used.
  ///
  /// ```swift
  /// print(try store.fetch(Album.filter { $0.label == "EG" }.explain()))
  /// ```
  ///
  /// The text does not contain the values of the query. It is for people to read: its wording depends on the version of SQLite.
  public func explain() -> Read<String> {
    Read(.explain(node)) { db in
      let select = try QueryCompiler.select(R.columnNames, node, mapping: db.mapping())
      let plan = try db.connection().prepare("EXPLAIN QUERY PLAN " + select.sql)
      plan.bind(select.values)
      var text = select.sql
      var depths: [Int64: Int] = [:]
      while try plan.step() {
        // Columns: the number of the step, the number of its parent step, unused, the description.
        let depth = (depths[plan.integer(at: 1)] ?? 0) + 1
        depths[plan.integer(at: 0)] = depth
        text += "\n" + String(repeating: "  ", count: depth) + (plan.text(at: 3) ?? "")
      }
      return text
    }
  }
}
