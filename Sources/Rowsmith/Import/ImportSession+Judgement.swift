import RowsmithSchema

/// What is judged when the whole document has been applied: where in it something was said makes no difference.
extension ImportSession {
  /// Deletes what goes, and refuses what may not stay as it is.
  func judge() throws {
    var refusals = try applier.partialRefusals()
    refusals += try applier.finishFallbacks()
    try throwIfAny(refusals)
    try deleteRows()
    refusals = try applier.lacks.refusals(mapping.tables)
    refusals += try applier.orphans.unlinked(mapping).map {
      Refusal(records: $0.blame, error: unlinked($0.relationship))
    }
    try throwIfAny(refusals)
    try throwIfAny(try applier.uniqueness.check(offsets: options.onInvalid == .skip))
    try applier.forgetNotes()
  }

  private func throwIfAny(_ refusals: [Refusal]) throws {
    guard let first = refusals.first else { return }
    // Of a parent-scoped import the value as a whole may be bad: it is the parent's, which is not in the document.
    let isKnown = { (record: Int64) in record >= 0 || self.parser.isScoped }
    guard options.onInvalid == .skip, refusals.contains(where: { $0.records.contains(where: isKnown) }) else {
      throw first.error
    }
    throw Refusals(list: refusals)
  }

  private func unlinked(_ relationship: RelationshipMapping) -> ImportError {
    ImportError(
      .refused,
      "a \(relationship.entityName) is left without its '\(relationship.name)', which is required: it is no longer named "
        + "by the \(relationship.target.name) it belonged to, no other names it, and it is not deleted because the document "
        + "or another row refers to it, or the policy keeps it; use `Prune: Delete` or `MergePolicy: Merge`, or make it optional",
      entity: relationship.entityName, member: relationship.name)
  }

  /// Deletes the rows that left their places, those that the document says are deleted, and those that it does not name
  /// where the root is pruned.
  private func deleteRows() throws {
    let pruned = pruned
    guard !applier.orphans.isEmpty || applier.hasTombstones || !pruned.isEmpty else { return }
    let deletion = Deletion(mapping: mapping, connection: connection, writers: applier.writers)
    self.deletion = deletion
    try applier.deleteTombstones(deletion)
    for entity in pruned { try addUnnamed(entity, to: deletion) }
    do {
      try deletion.carryOut()
    } catch let error as ImportError {
      try throwIfAny([Refusal(records: deletion.refusedBecauseOf, error: error)])
    }
  }

  private func addUnnamed(_ entity: EntityMapping, to deletion: Deletion) throws {
    if options.pruneScopes.isEmpty { return try addUnnamed(entity, to: deletion, in: nil, []) }
    for scope in options.pruneScopes where scope.isAbout(entity, mapping) {
      let (rows, values) = try scope.rows(mapping)
      try addUnnamed(entity, to: deletion, in: rows, values)
    }
  }

  /// - Parameter rows: SQL that selects the rowids of the rows that may go; nil for all.
  private func addUnnamed(
    _ entity: EntityMapping, to deletion: Deletion, in rows: String?, _ values: [StoredValue]
  ) throws {
    let table = entity.table
    let writer = applier.writers[table.index]
    let conditions = [entity.familyCondition, rows.map { "\(table.rowIDName) IN (\($0))" }].compactMap { $0 }
    var query = "SELECT \(table.rowIDName) FROM \(DDL.quoted(table.name))"
    if !conditions.isEmpty { query += " WHERE \(conditions.joined(separator: " AND "))" }
    let list = try connection.prepare(query)
    list.bind(values)
    while try list.step() {
      let row = list.integer(at: 0)
      if try !writer.isNamed(row) { try deletion.add(row, of: table) }
    }
  }
}
