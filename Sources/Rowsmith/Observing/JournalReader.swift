import RowsmithSchema

/// Reads changes with their values from a journal: row by row, in the order in which the rows were first written.
struct JournalReader {
  let journal: ChangeJournal
  let origins: OriginList
  /// Later entries are skipped.
  let lastSequence: Int64

  private struct Group: Equatable {
    var source: Int
    var entity: String?
    var key: [StoredValue]
    /// How many rows had come to the key and left it before.
    var arrivals: Int64 = 0
  }

  /// The entries, grouped by row. SQLite sorts them, in a temporary file if there are many.
  private func entries(_ condition: String) throws -> Statement {
    let keys = journal.keyColumns.joined(separator: ", ")
    let hasArrivals = try journal.connection.integer(
      "SELECT 1 FROM temp._rowsmith_changes WHERE change > \(JournalSource.Entry.deleted.rawValue) LIMIT 1")
    // Rows that use the same key one after another are different rows.
    let rows = "OVER (PARTITION BY source, entity, \(keys) ORDER BY sequence"
    let (came, left, merged) = (
      JournalSource.Entry.came.rawValue, JournalSource.Entry.left.rawValue,
      JournalSource.Entry.merged.rawValue
    )
    let arrivals =
      hasArrivals == nil
      ? "0"
      : "sum(change IN (\(came), \(merged))) \(rows)) + coalesce(sum(change = \(left)) "
        + "\(rows) ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)"
    let statement = try journal.connection.prepareForReuse(
      """
      SELECT sequence, source, change, entity, origin, \(keys), \(journal.formerKeyColumns.joined(separator: ", ")),
        arrivals, min(sequence) OVER (PARTITION BY source, entity, \(keys), arrivals) AS first
      FROM (SELECT *, \(arrivals) AS arrivals FROM temp._rowsmith_changes WHERE sequence <= ?1 AND \(condition))
      ORDER BY first, sequence
      """)
    statement.bind(lastSequence, at: 1)
    return statement
  }

  /// Calls the body with the changes of rows.
  func rows(_ body: (RowChange) throws -> Void) throws {
    let tables = journal.model.layout.tables
    let statement = try entries("source < \(tables.count)")
    defer { statement.reset() }
    var group: Group?
    var steps = RowSteps()
    func finish() throws {
      guard let group, !steps.isEmpty else { return }
      let source = journal.sources[group.source]
      let table = tables[group.source]
      let entity = group.entity ?? table.name
      let changes = steps.take(last: steps.endsWithRow ? try current(source, key: group.key) : nil)
      let lineage = journal.model.graph.lineage(of: entity).map(\.name)
      for change in changes {
        try body(
          RowChange(
            entity: entity, kind: change.kind, origin: origins[change.origin],
            key: table.key.isEmpty ? [] : group.key, formerKey: change.formerKey,
            columns: table.columns.map(\.name), oldValues: change.old, newValues: change.new, lineage: lineage
          ))
      }
    }
    while try statement.step() {
      let index = Int(statement.integer(at: 1))
      guard let entry = JournalSource.Entry(rawValue: statement.integer(at: 2)) else { continue }
      let source = journal.sources[index]
      // If only keys are observed, the journal has no values.
      guard source.detail == .values else { continue }
      let width = source.identity.count
      let next = Group(
        source: index, entity: statement.text(at: 3), key: (0..<width).map { statement.value(at: 5 + $0) },
        arrivals: statement.integer(at: 5 + 2 * journal.keyWidth))
      if next != group {
        try finish()
        group = next
      }
      let old = entry == .inserted ? nil : try oldValues(source, statement.integer(at: 0))
      let former = entry == .came || entry == .merged
      steps.add(
        entry, origin: statement.integer(at: 4), old: old,
        formerKey: former ? (0..<width).map { statement.value(at: 5 + journal.keyWidth + $0) } : nil)
    }
    try finish()
  }

  private func oldValues(_ source: JournalSource, _ sequence: Int64) throws -> [StoredValue]? {
    let statement = try journal.connection.prepareForReuse(
      "SELECT * FROM temp._rowsmith_old_values WHERE sequence = ?1")
    statement.bind(sequence, at: 1)
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    return source.columns.indices.map { statement.value(at: $0 + 1) }
  }

  /// The current values of a row; `nil` if it does not exist.
  private func current(_ source: JournalSource, key: [StoredValue]) throws -> [StoredValue]? {
    let condition = source.identity.enumerated().map { "\($1) IS ?\($0 + 1)" }.joined(separator: " AND ")
    let columns = source.columns.isEmpty ? "NULL" : source.columns.joined(separator: ", ")
    let statement = try journal.connection.prepareForReuse(
      "SELECT \(columns) FROM main.\(DDL.quoted(source.name)) WHERE \(condition)")
    statement.bind(key)
    defer { statement.reset() }
    return try statement.step() ? source.columns.indices.map { statement.value(at: $0) } : nil
  }

  /// The changes of links that are rows of a link table.
  ///
  /// - Parameters:
  ///   - entities: the entities whose links to return; `nil` for all.
  ///   - limit: after how many links to stop: more are returned then.
  func links(of entities: Set<String>?, atMost limit: Int = .max) throws -> [LinkChange] {
    let tableCount = journal.model.layout.tables.count
    let statement = try entries("source >= \(tableCount)")
    defer { statement.reset() }
    var changes: [LinkChange] = []
    var group: Group?
    var steps = RowSteps()
    func finish() {
      guard let group, !steps.isEmpty else { return }
      let link = journal.model.layout.linkTables[group.source - tableCount]
      let graph = journal.model.graph
      let ends = [link.sourceEntity, link.targetEntity].flatMap {
        graph.lineage(of: $0) + graph.descendants(of: $0)
      }.map(\.name)
      let taken = steps.take(last: nil)
      if let entities, entities.isDisjoint(with: ends) { return }
      let holder = link.inverse.flatMap { graph.declarer(of: $0, in: link.targetEntity)?.name }
      for change in taken {
        changes.append(
          LinkChange(
            relationship: link.targetName,
            inverse: link.inverse.flatMap { name in holder.map { "\($0).\(name)" } },
            kind: change.kind == .inserted ? .added : change.kind == .deleted ? .removed : .moved,
            origin: origins[change.origin], source: Array(group.key.prefix(link.sourceColumns.count)),
            target: Array(group.key.dropFirst(link.sourceColumns.count))))
      }
    }
    while try statement.step() {
      let index = Int(statement.integer(at: 1))
      guard let entry = JournalSource.Entry(rawValue: statement.integer(at: 2)) else { continue }
      let width = journal.sources[index].identity.count
      let next = Group(source: index, key: (0..<width).map { statement.value(at: 5 + $0) })
      if next != group {
        finish()
        if changes.count > limit { return changes }
        group = next
      }
      steps.add(entry, origin: statement.integer(at: 4), old: nil, formerKey: nil)
    }
    finish()
    return changes
  }
}
