import RowsmithSchema

/// A view of the database at one moment: what it reads does not change while it lasts.
///
/// ```swift
/// let (bands, albums) = try await store.read { db in
///   (try db.fetch(Band.all), try db.fetch(Album.all))
/// }
/// ```
///
/// A transaction lasts as long as its block, and only the thread of the block may use it. Later calls throw
/// ``StoreError/Reason/closed``.
public class ReadTransaction {
  let session: Session
  private let cancellation: Cancellation?
  private var isOver = false

  init(_ session: Session, _ cancellation: Cancellation? = nil) {
    self.session = session
    self.cancellation = cancellation
  }

  /// The connection, while the transaction lasts.
  func connection() throws -> Connection {
    if isOver {
      throw StoreError(.closed, "a transaction was used after its block had ended; use it inside the block")
    }
    try checkCancellation()
    return session.connection
  }

  /// Throws if the task that waits for the block is cancelled. Every call of the transaction checks this first, so you
  /// need it only in work that takes long between two calls.
  ///
  /// - Throws: `CancellationError`.
  public func checkCancellation() throws {
    if cancellation?.isCancelled == true { throw CancellationError() }
  }

  func mapping() throws -> Mapping { try session.mapping() }

  /// Ends the transaction: later calls throw.
  func end() { isOver = true }
}
