import RowsmithSchema

/// Shared by the link strategies: reads what rows hold, removes links, and counts links added and removed.
final class RowLinks {
  let mapping: Mapping
  let connection: Connection
  let writers: [TableWriter]
  let references: ReferenceKeeper
  let orphans: Orphans
  private let uniqueness: DeferredUniqueness
  private let batch: RecordBatch
  /// How many links were added and removed so far.
  var counts = ImportReport.Links()
  /// Whether an item only changed its position in an ordered list, which no count shows.
  var hasMovedItems = false
  var listEnds = ListEnds()

  init(batch: RecordBatch, references: ReferenceKeeper, orphans: Orphans, uniqueness: DeferredUniqueness) {
    self.batch = batch
    self.references = references
    self.orphans = orphans
    self.uniqueness = uniqueness
    (mapping, connection, writers) = (references.mapping, references.connection, references.writers)
  }

  /// Resets it after an import.
  func forgetImport() {
    counts = ImportReport.Links()
    hasMovedItems = false
    listEnds.forgetAll()
  }

  /// Runs a cached prepared statement and returns how many rows it changed.
  func run(_ sql: String, _ values: [StoredValue]) throws -> Int {
    let statement = try statement(sql)
    for (index, value) in values.enumerated() { statement.bind(value, at: index + 1) }
    while try statement.step() {}
    return connection.changes
  }

  /// A cached prepared statement.
  func statement(_ sql: String) throws -> Statement { try connection.prepareForReuse(sql) }

  /// Clears a to-one relationship in every row that holds the key, except some rows. If it is required, the rows are
  /// checked at the end of the document instead.
  func clear(
    _ relationship: RelationshipMapping, where key: [StoredValue], except rows: [Int64], blame: Int64
  ) throws {
    try references.lateIndexes.require(relationship)
    var condition = relationship.holds()
    var values = key
    for row in rows {
      values.append(.integer(row))
      condition += " AND \(relationship.table.rowIDName) <> ?\(values.count)"
    }
    if relationship.isRequired {
      let list = try statement(
        "SELECT \(relationship.table.rowIDName) FROM \(DDL.quoted(relationship.table.name)) WHERE \(condition)"
      )
      list.bind(values)
      var rows: [Int64] = []
      while try list.step() { rows.append(list.integer(at: 0)) }
      for row in rows { try orphans.addUnlinked(row, via: relationship, blame: blame) }
      return
    }
    counts.removed += try run(relationship.unlink(where: condition), values)
  }

  /// Writes columns of a row outside its own record. Values that are not unique are checked at the end of the document; a
  /// repeated object with this row is compared again.
  ///
  /// - Parameters:
  ///   - slots: the columns to write.
  ///   - entity: the entity for error messages.
  func write(
    _ slots: some Sequence<Int>, of row: Int64, in table: TableMapping, blame: Int64, entity: EntityMapping,
    _ body: () throws -> Void
  ) throws {
    try uniqueness.writing(slots, of: row, in: table, blame: blame, entity: entity, body)
    batch.repeated?.noteWrite(to: row, table: table.index)
  }

  /// Removes the links of a link table that have the key at one end.
  ///
  /// - Parameter names: the columns of that end.
  func end(_ link: LinkTableMapping, _ names: [String], key: [StoredValue]) throws {
    counts.removed += try run(link.unlink(where: equality(names)), key)
  }

  /// Removes the links that wait for a row by other parts of a link to one of several entities, before this part links it.
  func endWaitingOthers(of relationship: RelationshipMapping, key: [Cell], blame: Int64) throws {
    for other in relationship.others {
      guard let inverse = other.inverse else { continue }
      if inverse.isToOne {
        try clear(inverse, where: key.map(\.stored), except: [], blame: blame)
      } else {
        try references.forgetPending(inverse, target: key)
      }
    }
  }

  /// Removes the link that a row has by another part of a link to one of several entities, before this part links it.
  ///
  /// Its columns are cleared by the statement that writes the new link.
  func endOthers(of relationship: RelationshipMapping, row: Int64, blame: Int64) throws {
    for other in relationship.others {
      guard let key = try current(other, of: row) else { continue }
      if other.isOneToOne, let inverse = other.inverse, let own = try self.key(ofRow: row, in: other.table) {
        try clear(inverse, where: own, except: [], blame: blame)
      }
      // A link that waited for the row and is removed by the same document is not counted.
      if try writers[other.table.index].wasCompleted(row, other) {
        counts.added -= 1
        continue
      }
      counts.removed += 1
      if other.mayDelete { try noteFormer(other, holder: row, key: key) }
    }
  }
}
