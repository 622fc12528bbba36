/// Takes part in the transactions of a store: it sees what changed before the commit, and can write in the same
/// transaction, or refuse it.
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
/// It is called once for each transaction, as the last thing in it, on the thread that writes: for records, for `update`
/// of a query, for imports and for your own SQL that runs through the store. It is not called for a transaction that is
/// rolled back, for a dry run, or for the writes of other processes.
///
/// Participants are called in the order in which they were added. Each also sees what those before it wrote, but neither its
/// own writes nor those of later ones: nobody is called twice. Observers see everything.
public protocol CommitParticipant: AnyObject, Sendable {
  /// The entities whose changes it sees, with those that extend them and the links from and to them; nil, the default, for
  /// all. The store notes no other rows for it. The value must not change.
  var entities: Set<String>? { get }

  /// Called before the commit of a transaction that changed something of the entities.
  ///
  /// - Parameters:
  ///   - changes: what changed; valid during the call.
  ///   - transaction: the transaction; valid during the call.
  /// - Throws: any error. It rolls back the whole transaction and is thrown to whoever began that.
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
