/// Takes part in the transactions of a store. Before the commit it sees what has changed, and can write in the same transaction
/// or reject it.
///
/// ```swift
/// final class History: CommitParticipant {
///   let entities: Set<String>? = ["Band"]
///
///   func willCommit(_ changes: TransactionChanges, in db: WriteTransaction) throws {
///     for change in try changes.rows() where change.kind == .deleted {
///       guard let band = try change.old(as: Band.self) else { continue }
///       try db.insert(Album(name: "Best of \(band.name)", released: .now))
///     }
///   }
/// }
///
/// store.add(participant: History())
/// ```
///
/// It is called once per transaction, at its end, on the writing thread: for records, for `update` of a query, for imports, and
/// for your own SQL that runs through the store. It is not called for a transaction that is rolled back, for a dry run, or for
/// writes of other processes.
///
/// Participants are called in the order in which they were added. Each also sees the writes of those before it, but not its own
/// writes or those of later ones: none is called twice. Observers see all writes.
public protocol CommitParticipant: AnyObject, Sendable {
  /// The entities whose changes it sees, including entities that extend them and links from and to them; `nil`, the default,
  /// for all. The store records no other rows for it. The value must not change.
  var entities: Set<String>? { get }

  /// Called before the commit of a transaction that has changed records or links of the entities.
  ///
  /// - Parameters:
  ///   - changes: the changes; valid only during the call.
  ///   - transaction: the transaction; valid only during the call.
  /// - Throws: any error. It rolls back the whole transaction and is rethrown to the caller of the write.
  func willCommit(_ changes: TransactionChanges, in transaction: WriteTransaction) throws
}

extension CommitParticipant {
  /// `nil`: all entities.
  public var entities: Set<String>? { nil }
}

/// A participant that can skip transactions, so that their rows are not recorded for it.
package protocol SelectiveParticipant: CommitParticipant {
  /// Whether it needs the changes of a transaction.
  ///
  /// - Parameters:
  ///   - origin: the origin of all changes.
  ///   - finds: returns `true` if an SQL statement returns a row.
  func isNeeded(for origin: ChangeOrigin, _ finds: (_ sql: String) throws -> Bool) throws -> Bool
}
