import CSQLite
import RowsmithSchema

/// Puts off the check of unique indices to the end of an import, so that two rows of one document can swap values.
///
/// SQLite checks every statement by itself. The indices of a table are dropped, inside the transaction, when they
/// first stand in the way, and made again when everything has been written.
final class Uniqueness {
  private let connection: Connection
  private var putOff: [(table: TablePlan, error: ImportError)] = []

  init(connection: Connection) { self.connection = connection }

  /// Drops the unique indices of a table. `error` is what to throw if the values are still not unique in the end.
  func putOff(_ table: TablePlan, because error: ImportError) throws {
    if putOff.contains(where: { $0.table === table }) { throw error }
    putOff.append((table, error))
    for index in table.layout.indexes where index.isUnique {
      try connection.execute("DROP INDEX \(DDL.quoted(index.name))")
    }
  }

  /// How many tables' indices are dropped: what to give to `forget(after:)`.
  var mark: Int { putOff.count }

  /// Forgets indices that were dropped since, where dropping them was taken back.
  func forget(after mark: Int) { putOff.removeSubrange(mark...) }

  /// Makes the indices again.
  func check() throws {
    for (table, error) in putOff {
      for index in table.layout.indexes where index.isUnique {
        do {
          try connection.execute(DDL.create(index, on: table.name))
        } catch let failure as StoreError where failure.code & 0xFF == SQLITE_CONSTRAINT {
          throw error
        }
      }
    }
  }
}
