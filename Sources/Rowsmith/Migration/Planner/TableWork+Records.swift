import RowsmithSchema

extension TableWork {
  /// The name of a table until it replaces the old one.
  static func temporaryName(of table: String) -> String { "_rowsmith_new_\(table)" }

  /// The steps that rebuild tables, or create them.
  mutating func buildTables() {
    for table in match.newLayout.tables where rebuilt.contains(table.name) {
      let flows = translation.flows(to: table)
      let name = TableWork.temporaryName(of: table.name)
      var work: [(Migration.Phase, String)] = [(.build, DDL.create(table, named: name))]
      work += flows.map { (.build, fill(name, like: table, from: $0, flows)) }
      work += numbering(of: table, named: name, flows: flows).map { (.build, $0) }
      work.append((.place, "ALTER TABLE \(DDL.quoted(name)) RENAME TO \(DDL.quoted(table.name))"))
      for flow in flows { if let drop = drop(flow.table.name) { work.append(drop) } }
      work += table.indexes.map { (.index, DDL.create($0, on: table.name)) }
      add(description(of: table, flows: flows), work)
      let planned = flows.map { "SELECT count(*) FROM \($0.source)" }
      noteRebuilt(
        Migration.RebuiltTable(
          name: table.name, temporaryName: name, formerNames: Set(flows.map(\.table.name)).sorted(),
          plannedRows: planned.isEmpty ? "SELECT 0" : SQL.sum(planned)))
    }
  }

  private func fill(_ name: String, like table: Layout.Table, from flow: RowFlow, _ flows: [RowFlow])
    -> String
  {
    var columns = table.columns.map(\.name)
    var values = table.columns.map {
      translation.value(of: $0, flow: flow) { SQL.column($0, of: RowFlow.alias) } ?? "NULL"
    }
    // Keeps the rowid, by which rows without a key are read in the order of their insertion.
    if table.columns.isEmpty
      || (!table.isKeyedByRowID && flows.allSatisfy { $0.table.name == flow.table.name })
    {
      columns.append(table.columns.isEmpty ? "_rowsmith_id" : table.rowIDName)
      values.append(flow.column(flow.table.columns.isEmpty ? "_rowsmith_id" : flow.table.rowIDName))
    }
    return "INSERT INTO \(DDL.quoted(name)) (\(DDL.list(columns))) SELECT \(values.joined(separator: ", ")) "
      + "FROM \(flow.source)"
  }

  /// Numbers the rows of lists that become ordered, in the order of their keys, after those that have a position.
  private func numbering(of table: Layout.Table, named name: String, flows: [RowFlow]) -> [String] {
    table.columns.filter { translation.needsNumbers($0, flows: flows) }.compactMap { column in
      guard case .position(let entity, let list) = column.source,
        let inverse = match.new.relationship(list, of: entity).flatMap(match.new.inverse)
      else { return nil }
      let columns = match.new.columnNames(of: inverse)
      let row = table.rowIDName
      let position = DDL.quoted(column.name)
      return """
        UPDATE \(DDL.quoted(name)) SET \(position) = p.n FROM (SELECT \(DDL.quoted(row)) AS id, \
        \(SQL.positions(position, per: DDL.list(columns), orderedBy: DDL.list(table.identity))) AS n \
        FROM \(DDL.quoted(name)) WHERE \(SQL.notNull(columns.map(DDL.quoted)))) AS p \
        WHERE p.id = \(DDL.quoted(name)).\(DDL.quoted(row))
        """
    }
  }
}
