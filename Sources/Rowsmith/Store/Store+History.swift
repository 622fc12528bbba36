public import Foundation
import RowsmithSchema

/// The history of a database whose model says `history: true`.
extension Store {
  /// Returns the changes since a token, whoever made them, and the current token.
  ///
  /// - Parameter since: the token; `nil` for the whole history.
  /// - Throws: ``StoreError`` with ``StoreError/Reason/historyGone`` if the history does not reach back to the token: then take
  ///   `historyToken()` and read all records. With ``StoreError/Reason/misuse`` if the database keeps no history.
  public func changes(since: HistoryToken?) throws -> ChangeHistory {
    try read { try $0.changes(since: since) }
  }

  /// Returns the changes since a token, without blocking the caller's thread; see the synchronous version.
  public func changes(since: HistoryToken?) async throws -> ChangeHistory {
    try await read { try $0.changes(since: since) }
  }

  /// Returns the current token.
  ///
  /// - Throws: ``StoreError`` if the database keeps no history.
  public func historyToken() throws -> HistoryToken { try read { try $0.historyToken() } }

  /// Returns the current token, without blocking the caller's thread; see the synchronous version.
  public func historyToken() async throws -> HistoryToken { try await read { try $0.historyToken() } }

  /// Deletes the history before a time. A token becomes invalid if changes after it are deleted.
  ///
  /// - Throws: ``StoreError`` if the database keeps no history or cannot be written.
  public func trimHistory(olderThan date: Date) throws { try write { try $0.trimHistory(olderThan: date) } }

  /// Deletes the history before a time, without blocking the caller's thread; see the synchronous version.
  public func trimHistory(olderThan date: Date) async throws {
    try await write { try $0.trimHistory(olderThan: date) }
  }

  /// The model that is recorded in a database.
  ///
  /// - Throws: ``MigrationError`` if a later version of Rowsmith made it; ``StoreError`` if it cannot be read.
  package static func storedSchema(at path: String, options: StoreOptions = StoreOptions()) throws -> Schema {
    let connection = try Connection(path: StoreLocation.plain(path), access: .readOnly)
    try connection.configure(options)
    if try StoreSetup.isNew(connection) {
      throw StoreError(.misuse, "'\(path)' holds no records of Rowsmith; name another file")
    }
    return try ModelRecord(from: connection).decoded()
  }
}

extension ReadTransaction {
  /// Returns the changes since a token; see the method of the store.
  public func changes(since: HistoryToken?) throws -> ChangeHistory {
    var changes: [HistoryChange] = []
    let next = try forEachChange(since: since) { changes.append($0) }
    return ChangeHistory(changes: changes, next: next)
  }

  /// Returns the token of the snapshot that this transaction reads. Inside a write, what the transaction itself changes comes
  /// after the token.
  public func historyToken() throws -> HistoryToken {
    try HistoryReader(connection: try connection(), layout: session.model.layout).state().now
  }

  /// Calls the body with each change since a token. Memory use does not grow with their number.
  ///
  /// - Returns: the current token.
  package func forEachChange(
    since: HistoryToken?, _ body: (HistoryChange) throws -> Void
  ) throws -> HistoryToken {
    try HistoryReader(connection: try connection(), layout: session.model.layout).forEach(since: since, body)
  }
}

extension WriteTransaction {
  /// Deletes the history before a time; see the method of the store.
  public func trimHistory(olderThan date: Date) throws {
    let connection = try connection()
    let history = session.model.schema.history ?? Schema.History()
    _ = try HistoryReader(connection: connection, layout: session.model.layout).state()
    try HistoryTransaction(connection: connection, history: history).trim(before: date)
  }
}
