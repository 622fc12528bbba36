import RowsmithSchema

/// A view of the database as it was at one moment: what it reads does not change while it lasts.
///
/// A transaction lasts as long as the block that is given it, and is used by the thread of the block alone; what is
/// asked of it afterwards throws ``StoreError/Reason/closed``.
public class ReadTransaction {
  let session: Session
  private var isOver = false

  init(_ session: Session) { self.session = session }

  /// The connection, while the transaction lasts.
  func connection() throws -> Connection {
    if isOver {
      throw StoreError(.closed, "a transaction was used after its block had ended; use it inside the block")
    }
    return session.connection
  }

  var schema: QuerySchema { session.schema }

  /// Ends what can be asked of it.
  func end() { isOver = true }
}
