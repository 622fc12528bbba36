import RowsmithSchema

/// What is decided once the whole document is applied: the order inside the document makes no difference.
extension ImportSession {
  /// Deletes rows, and throws for rows and records that may not stay as they are.
  func judge() throws {
    try throwIfFreed(isChecked: false)
    var refusals = try applier.partialRefusals()
    refusals += try applier.fallbacks.finish()
    try throwIfAny(refusals)
    try deleteRows()
    try throwIfAny(try lackRefusals() + unlinkedRows())
    try throwIfAny(try applier.uniqueness.check(offsets: options.onInvalid == .skip))
    try throwIfFreed(isChecked: true)
    try applier.forgetNotes()
  }

  /// Notes the values of a record if it is left out because another row had them.
  func noteLeftOutValues(of record: Int) {
    guard parser.hasCondemned else { return }
    let offset = parser.offset(of: record)
    guard offset >= 0, parser.condemned[offset]?.reason == .notUnique else { return }
    applier.noteLeftOutValues(of: record, offset: offset)
  }

  /// Throws if records are left out for unique values that no row has any more: those that gave them are left out, too.
  private func throwIfFreed(isChecked: Bool) throws {
    guard !applier.uniqueness.leftOut.isEmpty else { return }
    let freed = try applier.freedRecords(isChecked: isChecked)
    if !freed.isEmpty { throw FreedRecords(records: freed) }
  }

  private func throwIfAny(_ refusals: [Refusal]) throws {
    guard let first = refusals.first else { return }
    // In a parent-scoped import, the value as a whole may be bad: it belongs to the parent, which is not in the document.
    let isKnown = { (record: Int64) in record >= 0 || self.parser.isScoped }
    guard options.onInvalid == .skip, refusals.contains(where: { $0.records.contains(where: isKnown) }) else {
      throw first.error
    }
    throw Refusals(list: refusals)
  }

  private func lackRefusals() throws -> [Refusal] {
    try applier.lacks.refusals(mapping, options.findsContradictions ? applier.missing : nil)
  }

  private func unlinkedRows() throws -> [Refusal] {
    try applier.orphans.unlinked(mapping).map {
      // Of records that are skipped, the report has the places.
      Refusal(records: $0.blame, error: unlinked($0.relationship, options.onInvalid == .skip ? "" : $0.row))
    }
  }

  private func unlinked(_ relationship: RelationshipMapping, _ row: String) -> ImportError {
    ImportError(
      .refused,
      "a \(relationship.entityName) is left without its '\(relationship.schema.modelName)', which is required"
        + "\(row): its \(relationship.target.name) no longer lists it, no other does, and it is not deleted because "
        + "the document or another row refers to it, or the policy keeps it; use `Prune: Delete` or "
        + "`MergePolicy: Merge`, or make it optional",
      entity: relationship.entityName, member: relationship.schema.modelName)
  }

  /// Deletes the rows that lost their place, those the document says are deleted, and, if the root is pruned, those it does
  /// not name.
  private func deleteRows() throws {
    let pruned = pruned
    guard !applier.orphans.isEmpty || !applier.tombstones.isEmpty || !pruned.isEmpty else { return }
    let deletion = Deletion(mapping: mapping, connection: connection, writers: applier.writers)
    self.deletion = deletion
    deletion.findsBlame = options.onInvalid == .skip
    try applier.tombstones.markRows(for: deletion)
    try keepRows(in: deletion)
    for entity in pruned { try addUnnamed(entity, to: deletion) }
    do {
      try deletion.carryOut {
        // A record that lacks something may be the reason that a row cannot be deleted.
        if options.onInvalid == .skip { try throwIfAny(try lackRefusals()) }
      }
    } catch let error as ImportError {
      var refusals = [Refusal(records: deletion.refusedBecauseOf, error: error)]
      // If no record is to blame, the cause may be a record that is bad for another reason.
      if options.onInvalid == .skip, deletion.refusedBecauseOf.isEmpty { refusals += try unlinkedRows() }
      try throwIfAny(refusals)
    }
  }

  private func addUnnamed(_ entity: EntityMapping, to deletion: Deletion) throws {
    if options.pruneScopes.isEmpty { return try addUnnamed(entity, to: deletion, in: nil, []) }
    for scope in options.pruneScopes where scope.isAbout(entity, mapping) {
      let (rows, values) = try scope.rows(mapping)
      try addUnnamed(entity, to: deletion, in: rows, values)
    }
  }

  /// - Parameter rows: SQL that selects the rowids of the rows that may be deleted; `nil` for all.
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
      if try !writer.isNamed(row) && !deletion.isKept(row, of: table) { try deletion.add(row, of: table) }
    }
  }

  /// Keeps the rows of `ImportOptions.keptRows`, though the document does not name them.
  private func keepRows(in deletion: Deletion) throws {
    guard let sql = options.keptRows else { return }
    let list = try connection.prepare(sql)
    while try list.step() {
      guard let name = list.text(at: 0), let table = mapping.entity(name)?.table, table.name == name else {
        continue
      }
      let key = KeyCoding.decode(list.value(at: 1), count: table.keySlots.count)
      if let row = try applier.writers[table.index].findRow(key: key) { try deletion.keep(row, of: table) }
    }
  }
}
