import RowsmithSchema

/// A write transaction: its changes are committed when the block ends, or rolled back if it throws.
///
/// ```swift
/// try await store.write { db in
///   guard var band = try db.fetch(Band.find("Japan")) else { return }
///   band.disbanded = 1991
///   try db.update(band)
/// }
/// ```
///
/// It reads its own writes. Writes follow the model, as imports do: a link may lead to a row that does not exist yet, both ends
/// of a one-to-one link change together, and delete rules apply. Unique values are checked at the end, so one may move from one
/// row to another.
public final class WriteTransaction: ReadTransaction {
  /// Writes records; created for the first one.
  private var modelWriter: ModelWriter?
  /// The error of a failed check, which makes the commit fail even if the block has caught it.
  private var failure: (any Error)?

  /// The connection. Throws after the end of the transaction, and after SQLite has rolled it back: later writes would be
  /// committed on their own.
  override func connection() throws -> Connection {
    let connection = try super.connection()
    if connection.isInTransaction { return connection }
    throw StoreError(
      .closed,
      "SQLite has rolled back the whole transaction because of an earlier error; let the block throw, and start again"
    )
  }

  /// The writer of records; created if needed.
  func writer() throws -> ModelWriter {
    let connection = try connection()
    if let modelWriter { return modelWriter }
    let writer = try ModelWriter(mapping: try session.mapping(), connection: connection)
    modelWriter = writer
    return writer
  }

  /// Checks and completes the writes so far.
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

  /// Runs the body in a savepoint: if it throws, its writes are rolled back and earlier writes stay.
  ///
  /// Savepoints can be nested.
  ///
  /// - Throws: what the body throws; ``StoreError`` if a check of its writes fails.
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
      // The failed check was about writes that are rolled back now.
      failure = nil
      session.recorder?.forget(after: mark)
      if connection.isInTransaction {
        try connection.execute("ROLLBACK TO _rowsmith_part; RELEASE _rowsmith_part")
      }
      throw error
    }
  }
}
