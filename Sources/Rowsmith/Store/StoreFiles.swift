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
      try remove(path + suffix)
    }
  }

  /// Deletes the logs and the journal, if they exist.
  func deleteLog() throws {
    for suffix in StoreFiles.suffixes.dropFirst()
    where FileManager.default.fileExists(atPath: path + suffix) {
      try remove(path + suffix)
    }
  }

  private func remove(_ path: String) throws {
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      throw StoreError(cannot: "delete '\(path)'", error)
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
      let aside = "\(path).damaged-\(number)\(suffix)"
      do {
        try FileManager.default.moveItem(atPath: path + suffix, toPath: aside)
      } catch {
        throw StoreError(cannot: "rename '\(path + suffix)' to '\(aside)'", error)
      }
    }
  }
}

extension StoreError {
  /// The error for what could not be done to a file or folder.
  ///
  /// - Parameters:
  ///   - task: what was to be done: `delete 'a.sqlite'`.
  ///   - error: the error of Foundation, whose description is not for people on all systems.
  init(cannot task: String, _ error: any Error) {
    let system = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError ?? error as NSError
    let reason =
      system.domain == NSPOSIXErrorDomain
      ? String(cString: strerror(Int32(truncatingIfNeeded: system.code))) : error.localizedDescription
    self.init(.sqlite, "cannot \(task): \(reason)")
  }
}
