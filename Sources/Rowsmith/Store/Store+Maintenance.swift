import Foundation
import RowsmithSchema

extension Store {
  /// Closes the database when the calls that have begun are done. Later calls throw ``StoreError/Reason/closed``, and
  /// observations end.
  ///
  /// A store closes by itself when it is released.
  public func close() { close(discarding: false) }

  /// Closes the database when the calls that have begun are done, without blocking the caller's thread; otherwise like its
  /// namesake. It is closed when this returns, also for a task that is cancelled.
  public func close() async { await BlockingWork.finish { self.close(discarding: false) } }

  /// Closes the database, and deletes its file if opening it made the file and it holds no row: for when the import that it
  /// was made for has failed. A file that was there before, or that another process has open, stays.
  package func discard() { close(discarding: true) }

  private func close(discarding discards: Bool) {
    observers.finishValues()
    readers?.close()
    writer.close(discarding: discards)
    // Now the last writes have told what they changed.
    observers.finish()
  }

  /// Deletes every record and every link, whatever the delete rules say. The tables stay.
  public func deleteAllData() throws { try write { try $0.deleteAllData() } }

  /// Deletes every record and every link without blocking the caller's thread; otherwise like its namesake.
  public func deleteAllData() async throws { try await write { try $0.deleteAllData() } }

  /// What SQLite finds wrong with the file, one sentence each, at most 100; empty for a sound one.
  ///
  /// Reads every page. Other reads and writes go on meanwhile.
  public func integrityProblems() throws -> [String] {
    try withReader { try $0.connection.integrityProblems(isQuick: false) }
  }

  /// What SQLite finds wrong with the file, without blocking the caller's thread; otherwise like its namesake.
  public func integrityProblems() async throws -> [String] {
    try await withReader { try $0.connection.integrityProblems(isQuick: false) }
  }

  /// Deletes the files of a database that no store has open, for instance of an account that signs out. Does nothing if
  /// there are none, or for memory.
  public static func delete(_ location: StoreLocation) throws {
    if let path = location.path { try StoreFiles(path).delete() }
  }

  /// Deletes the files of a database without blocking the caller's thread; otherwise like its namesake.
  public static func delete(_ location: StoreLocation) async throws {
    try await BlockingWork.run { _ in try delete(location) }
  }
}

extension WriteTransaction {
  /// Deletes every record and every link, whatever the delete rules say.
  public func deleteAllData() throws {
    try settle()
    let connection = try connection()
    let tables = session.model.layout.linkTables.map(\.name) + session.model.layout.tables.map(\.name)
    for table in tables { try connection.run("DELETE FROM \(DDL.quoted(table))") }
    try InternalTables.clear(.deleteAllData, in: connection)
  }
}
