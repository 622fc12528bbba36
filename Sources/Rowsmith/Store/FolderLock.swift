import Foundation

/// Keeps a database from being deleted while another process is opening it.
///
/// SQLite's own locks cannot do that: a file can be deleted after it was opened and before it is locked, and what is written
/// to it then is lost. So a process that opens a database shares this lock until it holds SQLite's locks, and one that
/// deletes an empty database holds it alone. It is a lock of the folder, as closing a descriptor of the file itself would
/// release SQLite's locks.
struct FolderLock: ~Copyable {
  private let descriptor: Int32

  /// How long, in microseconds, and how often it is tried; a delete takes less.
  private static let pause: UInt32 = 2_000
  private static let attempts = 100
  private static let attemptsOfClosing = 10

  /// Waits for those that delete. Where the folder cannot be locked, nobody deletes in it.
  init(opening path: String) {
    descriptor = FolderLock.openFolder(of: path)
    _ = FolderLock.lock(descriptor, LOCK_SH)
  }

  /// Nil where others are opening databases of the folder, or where it cannot be locked.
  init?(deleting path: String) {
    descriptor = FolderLock.openFolder(of: path)
    guard FolderLock.lock(descriptor, LOCK_EX) else { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Held while a database is closed. If several processes close it at the same time, each may see another one that has it
  /// open, and all leave the log beside the file.
  init(closing path: String) {
    descriptor = FolderLock.openFolder(of: path)
    _ = FolderLock.lock(descriptor, LOCK_EX, attempts: FolderLock.attemptsOfClosing)
  }

  private static func openFolder(of path: String) -> Int32 {
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
