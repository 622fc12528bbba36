import RowsmithSchema

/// Changes of the database that become visible together when the block ends, or not at all when it throws.
///
/// ```swift
/// try await store.write { db in
///   guard var band = try db.fetch(Band.find("Japan")) else { return }
///   band.disbanded = 1991
///   try db.update(band)
/// }
/// ```
///
/// It reads what it has written. Writes follow the model, as imports do: a link may lead to a row that is not there yet,
/// both ends of a one-to-one link change together, delete rules are carried out, and a unique value may move from one row
/// to another as long as no two rows have it at the end.
public final class WriteTransaction: ReadTransaction {
  /// What writes records; made when the first is written.
  private var modelWriter: ModelWriter?
  /// Why what has been written cannot stay, where the block may have passed over that.
  private var failure: (any Error)?

  /// The connection, while the transaction lasts, and as long as SQLite has not ended it by itself: what was written
  /// then would stay.
  override func connection() throws -> Connection {
    let connection = try super.connection()
    if connection.isInTransaction { return connection }
    throw StoreError(
      .closed,
      "SQLite has rolled back the whole transaction because of an earlier error; let the block throw, and begin anew"
    )
  }

  /// What writes records, made ready.
  func writer() throws -> ModelWriter {
    let connection = try connection()
    if let modelWriter { return modelWriter }
    let writer = try ModelWriter(mapping: try session.mapping(), connection: connection)
    modelWriter = writer
    return writer
  }

  /// Checks and completes what has been written so far.
  func settle() throws {
    defer { modelWriter = nil }
    _ = try connection()
    if let failure { throw failure }
    do {
      try modelWriter?.finish()
    } catch {
      failure = error
      throw error
    }
  }

  /// Runs the body as a part that can fail alone: when it throws, what it wrote is rolled back, and what was written
  /// before stays.
  ///
  /// Savepoints can be nested.
  ///
  /// - Throws: what the body throws, and ``StoreError`` where what it wrote cannot stay.
  @discardableResult
  public func savepoint<Result>(_ body: (WriteTransaction) throws -> Result) throws -> Result {
    try settle()
    let connection = try connection()
    try connection.execute("SAVEPOINT _rowsmith_part")
    let mark = session.recorder?.mark ?? 0
    do {
      let result = try body(self)
      try settle()
      try connection.execute("RELEASE _rowsmith_part")
      return result
    } catch {
      modelWriter = nil
      // It came of what is taken back.
      failure = nil
      session.recorder?.forget(after: mark)
      if connection.isInTransaction {
        try connection.execute("ROLLBACK TO _rowsmith_part; RELEASE _rowsmith_part")
      }
      throw error
    }
  }
}
