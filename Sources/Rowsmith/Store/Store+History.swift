public import Foundation
import RowsmithSchema

/// The history of a database whose model says `history: true`.
extension Store {
  /// What was changed since a token, by whomever, and the token of now.
  ///
  /// - Parameter since: nil for all that the history has.
  /// - Throws: ``StoreError`` with ``StoreError/Reason/historyGone`` where the history does not reach back to the token: take
  ///   `historyToken()`, then read all records. With ``StoreError/Reason/misuse`` where the database keeps no history.
  public func changes(since: HistoryToken?) throws -> ChangeHistory {
    try read { try $0.changes(since: since) }
  }

  /// What was changed since a token, without blocking the caller's thread; otherwise like its namesake.
  public func changes(since: HistoryToken?) async throws -> ChangeHistory {
    try await read { try $0.changes(since: since) }
  }

  /// The token of now.
  ///
  /// - Throws: ``StoreError`` where the database keeps no history.
  public func historyToken() throws -> HistoryToken { try read { try $0.historyToken() } }

  /// The token of now, without blocking the caller's thread; otherwise like its namesake.
  public func historyToken() async throws -> HistoryToken { try await read { try $0.historyToken() } }

  /// Forgets what was changed before a time. Tokens from before it are good for nothing then.
  ///
  /// - Throws: ``StoreError`` where the database keeps no history, or cannot be written.
  public func trimHistory(olderThan date: Date) throws { try write { try $0.trimHistory(olderThan: date) } }

  /// Forgets what was changed before a time, without blocking the caller's thread; otherwise like its namesake.
  public func trimHistory(olderThan date: Date) async throws {
    try await write { try $0.trimHistory(olderThan: date) }
  }

  /// The model by which a database was made.
  ///
  /// - Throws: ``MigrationError`` where a later version of Rowsmith made it, ``StoreError`` where it cannot be read.
  package static func storedSchema(at path: String, options: StoreOptions = StoreOptions()) throws -> Schema {
    let connection = try Connection(path: path, access: .readOnly)
    try connection.configure(options)
    if try StoreSetup.isNew(connection) {
      throw StoreError(.misuse, "'\(path)' holds no records of Rowsmith; name another file")
    }
    return try ModelRecord(from: connection).decoded()
  }
}

extension ReadTransaction {
  /// What was changed since a token; otherwise like the store's.
  public func changes(since: HistoryToken?) throws -> ChangeHistory {
    var changes: [HistoryChange] = []
    let next = try forEachChange(since: since) { changes.append($0) }
    return ChangeHistory(changes: changes, next: next)
  }

  /// The token of what this transaction sees.
  public func historyToken() throws -> HistoryToken {
    try HistoryReader(connection: try connection(), layout: session.model.layout).state().now
  }

  /// Calls the body with each change since a token, in memory that does not grow with their number.
  ///
  /// - Returns: the token of now.
  package func forEachChange(
    since: HistoryToken?, _ body: (HistoryChange) throws -> Void
  ) throws -> HistoryToken {
    try HistoryReader(connection: try connection(), layout: session.model.layout).forEach(since: since, body)
  }
}

extension WriteTransaction {
  /// Forgets what was changed before a time; otherwise like the store's.
  public func trimHistory(olderThan date: Date) throws {
    let connection = try connection()
    let history = session.model.schema.history ?? Schema.History()
    _ = try HistoryReader(connection: connection, layout: session.model.layout).state()
    try HistoryTransaction(connection: connection, history: history).trim(before: date)
  }
}
