#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import RowsmithSchema

/// Puts off the check of unique indices to the end of an import, so that two rows of one document can swap values.
///
/// SQLite checks every statement by itself. The indices of a table are dropped, inside the transaction, when they
/// first stand in the way, and made again when everything has been written.
final class DeferredUniqueness {
  private let connection: Connection
  private var deferred: [(table: TableMapping, error: ImportError)] = []
  private var hasNotedWrites = false
  /// Whether the check of any table is put off.
  private(set) var isNeeded = false

  init(connection: Connection) { self.connection = connection }

  /// Drops the unique indices of a table. `error` is what to throw if the values are still not unique in the end.
  func deferCheck(_ table: TableMapping, because error: ImportError) throws {
    if deferred.contains(where: { $0.table === table }) { throw error }
    deferred.append((table, error))
    isNeeded = true
    for index in table.layout.indexes where index.isUnique {
      try connection.execute("DROP INDEX \(DDL.quoted(index.name))")
    }
  }

  /// How many tables' indices are dropped: what to give to `forget(after:)`.
  var mark: Int { deferred.count }

  /// Forgets indices that were dropped since, where dropping them was taken back.
  func forget(after mark: Int) {
    deferred.removeSubrange(mark...)
    isNeeded = !deferred.isEmpty
  }

  /// Whether the indices of a table are dropped.
  func isDeferred(_ table: TableMapping) -> Bool { deferred.contains { $0.table === table } }

  /// Notes which record of the document wrote a row last.
  func noteWrite(_ row: Int64, of table: TableMapping, record offset: Int64) throws {
    hasNotedWrites = true
    try connection.run(
      "INSERT OR REPLACE INTO temp._rowsmith_writes VALUES (\(table.index), ?1, ?2)",
      [.integer(row), .integer(offset)])
  }

  /// Forgets which records wrote which rows.
  func forgetWrites() throws {
    if hasNotedWrites { try connection.run("DELETE FROM temp._rowsmith_writes") }
    hasNotedWrites = false
  }

  /// Makes the indices again.
  ///
  /// - Parameter offsets: whether the records are wanted that brought values which are not unique.
  /// - Returns: what is not unique.
  func check(offsets: Bool = false) throws -> [Refusal] {
    var refusals: [Refusal] = []
    for (table, error) in deferred {
      for index in table.layout.indexes where index.isUnique {
        do {
          try connection.execute(DDL.create(index, on: table.name))
        } catch let failure as StoreError where failure.code?.primary == .constraint {
          refusals.append(Refusal(records: offsets ? try records(index, table) : [], error: error))
        }
      }
    }
    return refusals
  }

  /// The records that brought values of an index which another row has, too: of those with the same values all but the
  /// first, and a row that was not written lately comes before all that were.
  private func records(_ index: Layout.Index, _ table: TableMapping) throws -> [Int64] {
    let columns = index.columns.map(DDL.quoted)
    let given = columns.map { "t.\($0) IS NOT NULL" }.joined(separator: " AND ")
    let list = try connection.prepare(
      "SELECT record FROM (SELECT w.record AS record, row_number() OVER (PARTITION BY "
        + "\(columns.map { "t.\($0)" }.joined(separator: ", ")) ORDER BY w.record IS NOT NULL, w.record) AS place "
        + "FROM \(DDL.quoted(table.name)) t LEFT JOIN temp._rowsmith_writes w ON w.table_index = \(table.index) "
        + "AND w.row = t.\(table.rowIDName) WHERE \(given)) WHERE place > 1 AND record IS NOT NULL ORDER BY record"
    )
    var records: [Int64] = []
    while try list.step() { records.append(list.integer(at: 0)) }
    return records
  }
}
