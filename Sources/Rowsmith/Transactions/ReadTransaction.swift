import RowsmithSchema

/// A view of the database as it was at one moment: what it reads does not change while it lasts.
///
/// ```swift
/// let (bands, albums) = try await store.read { db in
///   (try db.fetch(Band.all), try db.fetch(Album.all))
/// }
/// ```
///
/// A transaction lasts as long as the block that is given it, and is used by the thread of the block alone; what is
/// asked of it afterwards throws ``StoreError/Reason/closed``.
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

  /// Ends the block if the task that waits for it is cancelled. Whatever is asked of the transaction does this first;
  /// call it in work that goes on for long between one question and the next.
  ///
  /// - Throws: `CancellationError`.
  public func checkCancellation() throws {
    if cancellation?.isCancelled == true { throw CancellationError() }
  }

  func mapping() throws -> Mapping { try session.mapping() }

  /// Ends what can be asked of it.
  func end() { isOver = true }
}
