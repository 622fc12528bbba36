import Foundation

/// Keeps a process from deleting a database while another process opens it.
///
/// SQLite's own locks cannot do that: a file can be deleted after it was opened and before it is locked, and writes to it are
/// then lost. So a process that opens a database holds this lock shared until it holds SQLite's locks. A process that deletes
/// an empty database holds it exclusively. The lock is on the folder, because closing a descriptor of the file itself would
/// release SQLite's locks.
struct FolderLock: ~Copyable {
  private let descriptor: Int32

  /// Microseconds between two attempts, and the number of attempts. A delete takes less time than all of them.
  private static let pause: UInt32 = 2_000
  private static let attempts = 100
  private static let attemptsOfClosing = 10

  /// Waits for processes that delete. If the folder cannot be locked, no process deletes in it.
  init(opening path: String) {
    descriptor = FolderLock.openFolder(of: path)
    _ = FolderLock.lock(descriptor, LOCK_SH)
  }

  /// `nil` if other processes are opening databases in the folder, or if it cannot be locked.
  init?(deleting path: String) {
    descriptor = FolderLock.openFolder(of: path)
    guard FolderLock.lock(descriptor, LOCK_EX) else { return nil }
  }

  /// Held while a database makes way for a new one. Waits for processes that open one.
  init(replacing path: String) {
    descriptor = FolderLock.openFolder(of: path)
    _ = FolderLock.lock(descriptor, LOCK_EX)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Held while a database is closed. Without it, processes that close it at the same time may each see another one that has it
  /// open, and leave the log beside the file.
  init(closing path: String) {
    descriptor = FolderLock.openFolder(of: path)
    _ = FolderLock.lock(descriptor, LOCK_EX, attempts: FolderLock.attemptsOfClosing)
  }

  private static func openFolder(of path: String) -> Int32 {
    // Another process may open the file without the link that leads to it here. While a file makes way for a new one, the
    // link leads to none.
    let path = LinkedFile.place(of: path)
    let end = path.lastIndex(of: "/")
    let folder = end.map { path[...$0] } ?? "."
    return open(String(folder), O_RDONLY | O_CLOEXEC)
  }

  private static func lock(_ descriptor: Int32, _ kind: Int32, attempts: Int = attempts) -> Bool {
    guard descriptor >= 0 else { return false }
    for _ in 0..<attempts {
      if flock(descriptor, kind | LOCK_NB) == 0 { return true }
      guard errno == EWOULDBLOCK || errno == EINTR else { return false }
      usleep(pause)
    }
    return false
  }
}
