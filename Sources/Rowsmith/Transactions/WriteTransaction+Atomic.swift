import RowsmithSchema

extension WriteTransaction {
  /// Runs a call that writes several rows in a savepoint. If it throws, its writes are rolled back, so the block can catch the
  /// error and go on.
  func atomically<Result>(
    _ writer: ModelWriter, entity: String? = nil, key: [StoredValue] = [], _ body: () throws -> Result
  ) throws -> Result {
    let connection = writer.connection
    let mark = writer.applier.uniqueness.mark
    try connection.runCached("SAVEPOINT _rowsmith_call")
    do {
      let result = try writer.translatingErrors(entity: entity, key: key) {
        let result = try body()
        try writer.checkLinks()
        return result
      }
      try connection.runCached("RELEASE _rowsmith_call")
      return result
    } catch {
      // After some errors, such as a full disk, SQLite has already rolled back the whole transaction.
      if connection.isInTransaction {
        try connection.runCached("ROLLBACK TO _rowsmith_call")
        try connection.runCached("RELEASE _rowsmith_call")
        writer.applier.uniqueness.forget(after: mark)
        writer.applier.rowLinks.listEnds.forgetAll()
      }
      throw error
    }
  }
}

extension EntityMapping {
  /// Whether writing a row can also write others, so that it can fail halfway: a one-to-one link is taken from another record.
  var writesOtherRows: Bool { table.references.contains { $0.isOneToOne } }
}
