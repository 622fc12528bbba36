import Foundation

/// A database file that this process has made: the only one that it may delete.
///
/// That there was no file a moment ago is not enough: another process may have been faster.
struct MadeFile {
  private let path: String
  private let identity: FileIdentity

  /// Guards the making of files. Closing a descriptor lets go of the locks that another thread has on the file.
  private static let lock = NSLock()
  /// How long, in milliseconds, others are waited for that look at the file.
  private static let patience: Int64 = 100

  /// Makes an empty file. Nil where something is there already, or no file can be made: then SQLite says why.
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

  /// Deletes the file, if it is still the one that was made, holds nothing, and nobody else has it open.
  ///
  /// - Parameter connection: a connection to the file, the only one of this process.
  /// - Returns: whether it is gone.
  func delete(_ connection: Connection) -> Bool {
    guard let lock = FolderLock(deleting: path) else { return false }
    connection.busyTimeout = MadeFile.patience
    var isGone = false
    do {
      // A connection learns from reading that another one has turned the log on.
      _ = try connection.integer("SELECT 1 FROM sqlite_master LIMIT 1")
      // Where it is on, turning it off works only if nobody else has the file open.
      try connection.execute("PRAGMA journal_mode = DELETE")
      try connection.transaction(isExclusive: true) {
        // Where it has been turned on since, others may read and write all the same.
        if FileIdentity(of: path) == identity, try !connection.hasLog, try connection.holdsNothing {
          isGone = unlink(path) == 0
        }
        return ((), .rollback)
      }
    } catch {
      // Somebody else uses it.
    }
    _ = consume lock
    return isGone
  }
}

extension Connection {
  /// Whether no table has a row, but that in which Rowsmith notes the model.
  fileprivate var holdsNothing: Bool {
    get throws {
      let list = try prepare(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT IN ('\(InternalTables.metaName)', 'sqlite_sequence')"
      )
      var names: [String] = []
      while try list.step() { names.append(list.text(at: 0) ?? "") }
      return try names.allSatisfy { try prepare("SELECT 1 FROM \(DDL.quoted($0)) LIMIT 1").step() == false }
    }
  }
}
