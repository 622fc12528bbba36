import Foundation
import RowsmithSchema

extension Store {
  /// Closes the database after the calls that have begun. Later calls throw ``StoreError/Reason/closed``, and observations end.
  ///
  /// A store also closes when it is released.
  public func close() { close(discarding: false) }

  /// Closes the database without blocking the caller's thread; see the synchronous version. The database is closed when this
  /// returns, even if the task is cancelled.
  public func close() async { await BlockingWork.finish { self.close(discarding: false) } }

  /// Closes the database, and deletes its file if opening created the file and it holds no row: for a store that was created
  /// for an import that failed. A file that existed before, or that another process has open, stays.
  package func discard() { close(discarding: true) }

  private func close(discarding discards: Bool) {
    observers.finishValues()
    readers?.close()
    writer.close(discarding: discards)
    // The last writes have reported their changes by now.
    observers.finish()
  }

  /// Deletes every record and every link; delete rules do not apply. The tables stay, and so do the rows of other tables.
  ///
  /// What a client or a synchronisation keeps of the records is deleted, too: calls in the queue, changes that have not been
  /// sent, what is known of the server's answers. No server is told. What a server answers to a client's call that is under way
  /// is not written any more.
  ///
  /// - Throws: ``StoreError`` if the database cannot be written.
  public func deleteAllData() throws { try write { try $0.deleteAllData() } }

  /// Deletes every record and every link, without blocking the caller's thread; see the synchronous version.
  public func deleteAllData() async throws { try await write { try $0.deleteAllData() } }

  /// Returns the problems that SQLite finds in the file, one sentence each, at most 100; empty if the file is sound.
  ///
  /// Reads every page. Other reads and writes go on meanwhile; in memory they wait.
  ///
  /// - Throws: ``StoreError`` if the database cannot be read for another reason than damage.
  public func integrityProblems() throws -> [String] {
    try withReader { try $0.connection.integrityProblems(isQuick: false) }
  }

  /// Returns the problems that SQLite finds in the file, without blocking the caller's thread; see the synchronous version.
  public func integrityProblems() async throws -> [String] {
    try await withReader { try $0.connection.integrityProblems(isQuick: false) }
  }

  /// Deletes the files of a database that no store has open, for example after an account signs out. Does nothing in memory or
  /// if there are no files.
  ///
  /// - Throws: ``StoreError`` if a file cannot be deleted.
  public static func delete(_ location: StoreLocation) throws {
    if let path = location.path { try StoreFiles(path).delete() }
  }

  /// Deletes the files of a database without blocking the caller's thread; see the synchronous version.
  public static func delete(_ location: StoreLocation) async throws {
    try await BlockingWork.run { _ in try delete(location) }
  }
}

extension WriteTransaction {
  /// Deletes every record and every link; see the method of the store.
  public func deleteAllData() throws {
    try settle()
    let connection = try connection()
    let tables = session.model.layout.linkTables.map(\.name) + session.model.layout.tables.map(\.name)
    for table in tables { try connection.run("DELETE FROM \(DDL.quoted(table))") }
    try InternalTables.clear(.deleteAllData, in: connection)
    session.emptyings?.note()
  }
}
