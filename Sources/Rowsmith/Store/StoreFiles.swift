import Foundation

/// The files of a database: the database itself, the write-ahead log, its shared-memory index, and the rollback journal.
struct StoreFiles {
  let path: String

  init(_ path: String) { self.path = path }

  private static let suffixes = ["", "-wal", "-shm", "-journal"]

  /// Deletes all files that exist. A symbolic link stays; what it leads to is deleted.
  func delete() throws {
    // SQLite keeps the other files beside the database itself, not beside a link that leads to it.
    let path = LinkedFile.place(of: path)
    for suffix in StoreFiles.suffixes where FileManager.default.fileExists(atPath: path + suffix) {
      try FileManager.default.removeItem(atPath: path + suffix)
    }
  }

  /// Deletes the logs and the journal, if they exist.
  func deleteLog() throws {
    for suffix in StoreFiles.suffixes.dropFirst()
    where FileManager.default.fileExists(atPath: path + suffix) {
      try FileManager.default.removeItem(atPath: path + suffix)
    }
  }

  /// Renames all files that exist, to a name that is not taken. A symbolic link stays; what it leads to is renamed.
  func setAside() throws {
    let path = LinkedFile.place(of: path)
    var number = 1
    while StoreFiles.suffixes.contains(where: {
      FileManager.default.fileExists(atPath: "\(path).damaged-\(number)\($0)")
    }) { number += 1 }
    for suffix in StoreFiles.suffixes where FileManager.default.fileExists(atPath: path + suffix) {
      try FileManager.default.moveItem(
        atPath: path + suffix, toPath: "\(path).damaged-\(number)\(suffix)")
    }
  }
}
