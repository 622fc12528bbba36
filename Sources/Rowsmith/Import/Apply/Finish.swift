import RowsmithSchema

/// What an import does when the whole document has been applied: pruning, and deleting what was let go.
struct Finish {
  let applier: RecordApplier
  let deletion: Deletion
  private var plan: ImportPlan { applier.plan }
  private var connection: Connection { applier.connection }

  init(applier: RecordApplier) {
    self.applier = applier
    deletion = Deletion(plan: applier.plan, connection: applier.connection)
  }

  /// Deletes every row of the entities, and of those that extend them.
  func deleteAll(_ entities: [EntityPlan]) throws {
    for entity in entities { try deletion.doom(entity.table, rowsOf: rows(of: entity)) }
    try deletion.carryOut()
  }

  /// Deletes the rows of the entities that the document does not name.
  func prune(_ entities: [EntityPlan]) throws {
    for entity in entities {
      let writer = applier.writers[entity.table.index]
      let list = try connection.prepare(rows(of: entity))
      while try list.step() {
        if try !writer.isNamed(list.integer(at: 0)) {
          try deletion.doom(list.integer(at: 0), of: entity.table)
        }
      }
    }
    try deletion.carryOut()
  }

  private func rows(of entity: EntityPlan) -> String {
    let query = "SELECT \(entity.table.rowIDName) FROM \(DDL.quoted(entity.table.name))"
    guard entity.table.entityNameSlot != nil else { return query }
    let names = entity.family.keys.sorted().map { DDL.literal(.text($0)) }.joined(separator: ", ")
    return query + " WHERE \"entityName\" IN (\(names))"
  }

  /// Deletes the candidates that nothing refers to, until none is left; then checks what could not be unlinked.
  func deleteDepartures() throws {
    guard !applier.departures.isEmpty else { return }
    try forgetNamed()
    repeat {
      for table in plan.tables { try deletion.doom(table, rowsOf: unreferredCandidates(table)) }
    } while try deletion.carryOut() > 0
    try checkLeaving()
    try applier.departures.forget()
  }

  /// A row that the document names as a record anywhere stays.
  private func forgetNamed() throws {
    for writer in applier.writers {
      let index = StoredValue.integer(Int64(writer.plan.index))
      var staying: [Int64] = []
      let list = try connection.prepare("SELECT row FROM temp._rowsmith_candidates WHERE table_index = ?1")
      list.bind(index, at: 1)
      while try list.step() {
        if try writer.isNamed(list.integer(at: 0)) { staying.append(list.integer(at: 0)) }
      }
      for row in staying {
        try connection.run(
          "DELETE FROM temp._rowsmith_candidates WHERE table_index = ?1 AND row = ?2", [index, .integer(row)])
      }
    }
  }

  /// The candidates of a table that no other row's to-one column and no link table names.
  private func unreferredCandidates(_ table: TablePlan) -> String {
    let row = table.rowIDName
    var conditions = ["c.table_index = \(table.index)"]
    for referrer in table.referrers {
      let from = DDL.quoted(referrer.table.name)
      let matches = match(referrer.columnNames, table.layout.key)
      let other = referrer.table === table ? " AND r.\(row) <> t.\(row)" : ""
      conditions.append("NOT EXISTS (SELECT 1 FROM \(from) r WHERE \(matches)\(other))")
    }
    for link in table.links {
      let from = DDL.quoted(link.name)
      if link.target === table {
        let match = match(link.targetNames, table.layout.key)
        conditions.append("NOT EXISTS (SELECT 1 FROM \(from) r WHERE \(match)\(differs(link, table)))")
      }
      if link.source === table, link.layout.inverse != nil {
        let match = match(link.sourceNames, table.layout.key)
        conditions.append("NOT EXISTS (SELECT 1 FROM \(from) r WHERE \(match)\(differs(link, table)))")
      }
    }
    return
      "SELECT c.row FROM temp._rowsmith_candidates c JOIN \(DDL.quoted(table.name)) t ON t.\(row) = c.row "
      + "WHERE \(conditions.joined(separator: " AND "))"
  }

  /// A row linked to itself does not keep itself.
  private func differs(_ link: LinkPlan, _ table: TablePlan) -> String {
    guard link.source === link.target else { return "" }
    return " AND (\(DDL.list(link.sourceNames))) <> (\(DDL.list(link.targetNames)))"
  }

  private func match(_ columns: [String], _ key: [String]) -> String {
    zip(columns, key).map { "r.\(DDL.quoted($0)) = t.\(DDL.quoted($1))" }.joined(separator: " AND ")
  }

  /// Refuses the import if a row that had to leave its parent, and cannot be without one, is still there.
  private func checkLeaving() throws {
    for relationship in plan.relationships where relationship.isToOne && relationship.isRequired {
      let table = relationship.table
      let parent = relationship.target.table
      let match = zip(relationship.columnNames, parent.layout.key)
        .map { "t.\(DDL.quoted($0)) = p.\(DDL.quoted($1))" }.joined(separator: " AND ")
      let still = try connection.integer(
        "SELECT 1 FROM temp._rowsmith_leaving l JOIN \(DDL.quoted(table.name)) t ON t.\(table.rowIDName) = l.row "
          + "JOIN \(DDL.quoted(parent.name)) p ON p.\(parent.rowIDName) = l.parent "
          + "WHERE l.relationship_index = \(relationship.index) AND \(match) LIMIT 1")
      guard still != nil else { continue }
      throw ImportError(
        .refused,
        "cannot unlink a \(table.name) from its \(parent.name): '\(relationship.qualifiedName)' is required, and the "
          + "row cannot be deleted because something refers to it or the document names it",
        entity: table.name)
    }
  }
}
