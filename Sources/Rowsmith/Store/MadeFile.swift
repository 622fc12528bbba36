import Foundation

/// A database file that this process has created: the only kind of file that it may delete.
///
/// A check that no file existed a moment ago is not enough: another process may have created it since.
struct MadeFile {
  private let path: String
  private let identity: FileIdentity

  /// Guards the creation of files: closing a descriptor releases the locks that another thread has on the file.
  private static let lock = NSLock()
  /// How long to wait for others that use the file, in milliseconds.
  private static let patience: Int64 = 100

  /// Creates an empty file. `nil` if a file exists, or if none can be created; SQLite reports the reason then.
  init?(_ path: String) {
    let identity = MadeFile.lock.withLock { () -> FileIdentity? in
      if FileIdentity(of: path) != nil { return nil }
      let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else { return nil }
      defer { close(descriptor) }
      return FileIdentity(descriptor: descriptor)
    }
    guard let identity else { return nil }
    self.path = path
    self.identity = identity
  }

  /// Deletes the file if it is still the one that was created, holds no row, and no other connection has it open.
  ///
  /// - Parameter connection: the only connection of this process to the file.
  /// - Returns: `true` if the file is deleted.
  func delete(_ connection: Connection) -> Bool {
    guard let lock = FolderLock(deleting: path) else { return false }
    connection.busyTimeout = MadeFile.patience
    var isGone = false
    do {
      // A connection has to read to notice that another one has turned the log on.
      _ = try connection.integer("SELECT 1 FROM sqlite_master LIMIT 1")
      // If the log is on, turning it off works only if no other connection has the file open.
      try connection.execute("PRAGMA journal_mode = DELETE")
      try connection.transaction(isExclusive: true) {
        // If the log has been turned on since, an exclusive transaction does not keep others out.
        if FileIdentity(of: path) == identity, try !connection.hasLog, try connection.holdsNothing {
          isGone = unlink(path) == 0
        }
        return ((), .rollback)
      }
    } catch {
      // Another process uses the file.
    }
    _ = consume lock
    return isGone
  }
}

extension Connection {
  /// Whether all tables are empty, except those that have rows from the beginning: what Rowsmith records of the model and
  /// of its history, and what a full-text index records of itself. The index is as empty as the table with its text.
  var holdsNothing: Bool { get throws { try holdsNothing(beside: []) } }

  /// The same, of the tables beside some others.
  func holdsNothing(beside others: Set<String>) throws -> Bool {
    let list = try prepare(
      """
      SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_rowsmith_*_search_*' AND name NOT IN (
        '\(InternalTables.metaName)', '\(InternalTable.lateTriggers.name)', '_rowsmith_history_state',
        'sqlite_sequence')
      """)
    var names: [String] = []
    while try list.step() { if let name = list.text(at: 0), !others.contains(name) { names.append(name) } }
    return try names.allSatisfy { try prepare("SELECT 1 FROM \(DDL.quoted($0)) LIMIT 1").step() == false }
  }
}
