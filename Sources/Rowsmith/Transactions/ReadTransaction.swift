import RowsmithSchema

/// A read transaction: all reads see the same snapshot of the database.
///
/// ```swift
/// let (bands, albums) = try await store.read { db in
///   (try db.fetch(Band.all), try db.fetch(Album.all))
/// }
/// ```
///
/// A transaction is valid only inside its block, and only on the thread of the block. Later calls throw
/// ``StoreError/Reason/closed``.
public class ReadTransaction {
  let session: Session
  private let cancellation: Cancellation?
  private var isOver = false

  init(_ session: Session, _ cancellation: Cancellation? = nil) {
    self.session = session
    self.cancellation = cancellation
  }

  /// The connection. Throws after the end of the transaction.
  func connection() throws -> Connection {
    if isOver {
      throw StoreError(.closed, "a transaction was used after its block ended; use it inside the block")
    }
    try checkCancellation()
    return session.connection
  }

  /// Throws if the task that awaits the block is cancelled. Every call of the transaction checks this first, so call it only
  /// during long work between two calls.
  ///
  /// - Throws: `CancellationError`.
  public func checkCancellation() throws {
    if cancellation?.isCancelled == true { throw CancellationError() }
  }

  func mapping() throws -> Mapping { try session.mapping() }

  /// Ends the transaction: later calls throw.
  func end() { isOver = true }
}
