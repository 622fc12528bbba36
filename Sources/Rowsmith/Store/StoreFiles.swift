import Foundation

/// The files of a database: its own, the write-ahead log with its index, and the journal of a first import.
struct StoreFiles {
  let path: String

  init(_ path: String) { self.path = path }

  private static let suffixes = ["", "-wal", "-shm", "-journal"]

  /// Deletes what is there.
  func delete() throws {
    for suffix in StoreFiles.suffixes where FileManager.default.fileExists(atPath: path + suffix) {
      try FileManager.default.removeItem(atPath: path + suffix)
    }
  }

  /// Deletes the logs, where they are there.
  func deleteLog() throws {
    for suffix in StoreFiles.suffixes.dropFirst()
    where FileManager.default.fileExists(atPath: path + suffix) {
      try FileManager.default.removeItem(atPath: path + suffix)
    }
  }

  /// Renames what is there, to a name that nothing has.
  func setAside() throws {
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
