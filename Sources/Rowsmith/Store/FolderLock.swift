import Foundation

/// Keeps a database from being deleted while another process is opening it.
///
/// SQLite's own locks cannot do that: between the moment in which a file is opened and that in which it is locked, it can
/// lose its name, and what is written to it then is lost. So who opens a database shares this lock until SQLite's are
/// held, and who deletes an empty one has it alone. It lies on the folder, where it is in nobody's way: closing a
/// descriptor of the file itself would let go of SQLite's locks.
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

  /// Held while a database is closed. Of several that close it at the same time each would take another one for the last,
  /// and leave the log beside the file.
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
