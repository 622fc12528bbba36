/// Takes part in every transaction of a store that changes what it asks for: it is shown what changed before that is
/// committed, and can write in the same transaction, or refuse it.
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
/// It is called for records, for `update` of a query, for imports and for SQL of the app's own that is run through the
/// store: on the thread that writes, once for each transaction, as the last thing in it. A transaction that is taken back
/// or a dry run does not call it, nor do the writes of other processes.
///
/// Participants are called in the order in which they were added. Each is shown what those before it wrote as well. What
/// it writes itself, and what those after it write, it is not shown: nobody is called twice. Observers see all of it.
public protocol CommitParticipant: AnyObject, Sendable {
  /// The entities whose changes it is shown, with those that extend them, and with the links from and to them; nil, the
  /// default, for all. The store notes the rows of no others for it. It must not change.
  var entities: Set<String>? { get }

  /// Called before a transaction is committed that changed something of the entities.
  ///
  /// - Parameters:
  ///   - changes: what changed, while this lasts.
  ///   - transaction: the transaction, while this lasts.
  /// - Throws: anything, which takes back the whole transaction and is thrown to who began it.
  func willCommit(_ changes: TransactionChanges, in transaction: WriteTransaction) throws
}

extension CommitParticipant {
  /// All entities.
  public var entities: Set<String>? { nil }
}

/// A participant that has nothing to say to some transactions, so that the rows they change need not be written down for it.
package protocol SelectiveParticipant: CommitParticipant {
  /// Whether it wants to see what a transaction changes.
  ///
  /// - Parameters:
  ///   - origin: what brings the changes, all of them.
  ///   - finds: whether a statement finds a row.
  func isNeeded(for origin: ChangeOrigin, _ finds: (_ sql: String) throws -> Bool) throws -> Bool
}
