#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import RowsmithSchema

/// Defers the check of unique indexes to the end of an import, so that two rows of one document can swap values.
///
/// SQLite checks every statement. A table's unique indexes are dropped, inside the transaction, at the first conflict, and
/// created again when everything is written.
final class DeferredUniqueness {
  private let connection: Connection
  unowned let origin: any RecordOrigin
  /// A table whose indices are dropped.
  private struct Deferred {
    var table: TableMapping
    var error: ImportError
    /// Whether they were dropped before anything was written, so that every write is noted.
    var isFromStart = false
    /// Whether a value was given before it was written, perhaps before the indexes were dropped.
    var hasEarlier = false
  }

  private var deferred: [Deferred] = []
  private var hasNotedWrites = false
  /// Whether any check is deferred.
  private(set) var isNeeded = false
  /// The values of records that are left out because another row had them.
  var leftOut: [LeftOutValues] = []
  /// The records, by offset in the document, that were left out for such values and are judged anew.
  var judgedAnew: Set<Int64> = []

  init(connection: Connection, origin: any RecordOrigin) {
    self.connection = connection
    self.origin = origin
  }

  /// Drops the unique indexes of a table. `error` is thrown if the values are still not unique at the end; at once if the check
  /// cannot wait.
  func deferCheck(_ table: TableMapping, because error: ImportError) throws {
    if deferred.contains(where: { $0.table === table }) { throw error }
    deferred.append(Deferred(table: table, error: error))
    isNeeded = true
    do {
      for index in table.layout.indexes where index.isUnique {
        try connection.execute("DROP INDEX \(DDL.quoted(index.name))")
      }
    } catch let failure as StoreError where failure.code?.primary == .locked {
      // SQLite drops no index while another statement of the connection reads, as `forEach` does.
      forget(after: deferred.count - 1)
      throw error
    }
  }

  /// Drops the unique indexes of a table before anything is written, so that the record that gave a value is known for all
  /// rows.
  func deferFromStart(_ table: TableMapping, because error: ImportError) throws {
    try deferCheck(table, because: error)
    deferred[deferred.count - 1].isFromStart = true
  }

  /// The number of tables with dropped indexes, for `forget(after:)`.
  var mark: Int { deferred.count }

  /// Forgets the indexes dropped since the mark, because dropping them was rolled back.
  func forget(after mark: Int) {
    deferred.removeSubrange(mark...)
    isNeeded = !deferred.isEmpty
  }

  /// Notes which record wrote columns of a row, if bad records are skipped.
  func noteWrites(of slots: some Sequence<Int>, in row: Int64, of table: TableMapping, blame: Int64) throws {
    guard origin.skipsBadRecords, isDeferred(table) else { return }
    for slot in slots where table.uniqueSlots.contains(slot) {
      try noteWrite(of: slot, in: row, of: table, blame: blame)
    }
  }

  /// Notes which records gave the values of a new row; an earlier mention may have given some.
  ///
  /// - Parameter own: the offset in the document of the record that inserts the row.
  func noteInsert(
    _ row: Int64, in table: TableMapping, cells: UnsafePointer<Cell>, blame own: Int64,
    completing earlier: Partials.Partial?
  ) throws {
    guard origin.skipsBadRecords, isDeferred(table) else { return }
    for slot in table.uniqueSlots where cells[slot].hasValue {
      var offset = own
      if let earlier, let brought = earlier.brought[slot], earlier.cells[slot] == cells[slot].stored {
        offset = brought
        if brought < own { noteEarlier(table) }
      }
      try noteWrite(of: slot, in: row, of: table, blame: offset)
    }
  }

  /// Notes that a value of a table was given before it was written.
  private func noteEarlier(_ table: TableMapping) {
    for place in deferred.indices where deferred[place].table === table { deferred[place].hasEarlier = true }
  }

  /// Whether the indices of a table are dropped.
  func isDeferred(_ table: TableMapping) -> Bool { deferred.contains { $0.table === table } }

  /// Notes which record of the document gave the value of a column of a row.
  private func noteWrite(of slot: Int, in row: Int64, of table: TableMapping, blame: Int64) throws {
    hasNotedWrites = true
    try connection.run(
      "INSERT OR REPLACE INTO temp._rowsmith_writes VALUES (\(table.index), ?1, ?2, ?3)",
      [.integer(row), .integer(Int64(slot)), .integer(blame)])
  }

  /// Forgets which records wrote which rows.
  func forgetWrites() throws {
    if hasNotedWrites { try connection.run("DELETE FROM temp._rowsmith_writes") }
    hasNotedWrites = false
  }

  /// Creates the indexes again.
  ///
  /// - Parameter offsets: whether to find the records that gave values which are not unique.
  /// - Returns: the violations.
  /// - Throws: ``LateNotes`` if it is not known for every row which record gave a value.
  func check(offsets: Bool = false) throws -> [Refusal] {
    var found: [(clashes: [Clash], error: ImportError)] = []
    for entry in deferred {
      let (table, error) = (entry.table, entry.error)
      for index in table.layout.indexes where index.isUnique {
        do {
          try connection.execute(DDL.create(index, on: table.name))
        } catch let failure as StoreError where failure.code?.primary == .constraint {
          if offsets, entry.hasEarlier, !entry.isFromStart {
            throw LateNotes(table: table.index, error: error)
          }
          let refused = refusal(failure, deferredBy: error)
          found.append((offsets ? try clashes(index, table) : [], refused))
        }
      }
    }
    return found.isEmpty ? [] : refusals(found)
  }

  /// A record that gave values of an index which another row has, too.
  private struct Clash {
    var record: Int64
    /// The record that gave the values first; `nil` if they were there before the import.
    var holder: Int64?
    /// The first of the rows with the values, which tells them from other values of the index.
    var firstRow: Int64
  }

  /// Values that several rows have.
  private struct SharedValues: Hashable {
    /// The place of the index among those that cannot be created.
    var place: Int
    var firstRow: Int64
  }

  /// The records to blame. Where the record that gave values first is to blame for others, it is left out, and the next one has
  /// them. All are found at once: of a chain of clashes, the document would otherwise be read again for every second record.
  private func refusals(_ found: [(clashes: [Clash], error: ImportError)]) -> [Refusal] {
    var given: [Int64: [(values: SharedValues, holder: Int64?)]] = [:]
    for (place, violation) in found.enumerated() {
      for clash in violation.clashes {
        let values = SharedValues(place: place, firstRow: clash.firstRow)
        given[clash.record, default: []].append((values, clash.holder))
      }
    }
    var records: [[Int64]] = found.map { _ in [] }
    var blamed: Set<Int64> = []
    // Who has values in place of the records that gave them first.
    var heirs: [SharedValues: Int64] = [:]
    for (record, clashes) in given.sorted(by: { $0.key < $1.key }) {
      let lasting = clashes.filter { clash in
        guard let holder = heirs[clash.values] ?? clash.holder, holder != record else { return true }
        return !blamed.contains(holder)
      }
      for clash in lasting { records[clash.values.place].append(record) }
      if lasting.isEmpty {
        for clash in clashes { heirs[clash.values] = record }
      } else if record >= 0 {
        blamed.insert(record)
      }
    }
    return found.indices.compactMap { place in
      if records[place].isEmpty, !found[place].clashes.isEmpty { return nil }
      return Refusal(records: records[place], error: found[place].error)
    }
  }

  /// The error for values that are not unique in the end. Those that deferred the check may be unique by now: the place of others is
  /// not known.
  private func refusal(_ failure: StoreError, deferredBy first: ImportError) -> ImportError {
    let message = "another row has these values: \(failure.message)"
    return message == first.message ? first : ImportError(.notUnique, message, entity: first.entity)
  }

  /// The records that gave values of an index which another row has, too. Of the rows with the same values, all but the
  /// first; rows that this import did not write come before those it did.
  private func clashes(_ index: Layout.Index, _ table: TableMapping) throws -> [Clash] {
    let columns = index.columns.map(DDL.quoted)
    let slots = index.columns.compactMap { table.slots[$0] }.map(String.init).joined(separator: ", ")
    let given = columns.map { "t.\($0) IS NOT NULL" }.joined(separator: " AND ")
    let list = try connection.prepare(
      "SELECT record, holder, first_row FROM (SELECT w.record AS record, row_number() OVER same AS place, "
        + "first_value(w.record) OVER same AS holder, first_value(t.\(table.rowIDName)) OVER same AS first_row "
        + "FROM \(DDL.quoted(table.name)) t LEFT JOIN (SELECT row, max(record) AS record FROM temp._rowsmith_writes "
        + "WHERE table_index = \(table.index) AND slot IN (\(slots)) GROUP BY row) w "
        + "ON w.row = t.\(table.rowIDName) WHERE \(given) "
        + "WINDOW same AS (PARTITION BY \(columns.map { "t.\($0)" }.joined(separator: ", ")) "
        + "ORDER BY w.record IS NOT NULL, w.record)) WHERE place > 1 AND record IS NOT NULL ORDER BY record"
    )
    var clashes: [Clash] = []
    while try list.step() {
      clashes.append(
        Clash(
          record: list.integer(at: 0), holder: list.isNull(at: 1) ? nil : list.integer(at: 1),
          firstRow: list.integer(at: 2)))
    }
    return clashes
  }
}

/// A value that is not unique was given before it was written, and earlier writes must be compared with it: the document is
/// imported again with the unique indexes of the table dropped from the start.
struct LateNotes: Error {
  var table: Int
  var error: ImportError
}
