import Foundation
import Rowsmith

/// The path of a file in the queue.
///
/// On iOS an app's files are in its container, a folder named by a UUID, and an update of the app moves them to another one. So
/// the path of a file in the same container as the database is stored relative to the folder of the database. A database that
/// the app shares with its extensions is in another container: the path is absolute then, and looked for in the app's own.
enum QueuedFile {
  /// The path to store: relative if a folder named by a UUID has both the file and the database, otherwise absolute.
  ///
  /// - Parameter database: the path of the database; `nil` for memory.
  static func stored(_ path: String, beside database: String?) -> String {
    // Another process may send it, from another folder.
    let path = path.hasPrefix("/") ? path : URL(fileURLWithPath: path).path
    guard let database else { return path }
    let folder = components(LinkedFile.place(of: database)).dropLast()
    let file = components(path)
    let shared = zip(folder, file).prefix { $0.0 == $0.1 }.count
    let isInContainer = folder.prefix(shared).contains { UUID(uuidString: String($0)) != nil }
    guard isInContainer, !file.contains("..") else { return path }
    let up = [Substring](repeating: "..", count: folder.count - shared)
    return (up + file.dropFirst(shared)).joined(separator: "/")
  }

  /// The absolute path of a stored one.
  ///
  /// - Parameters:
  ///   - database: the path of the database; `nil` for memory.
  ///   - home: the container of the app. The database may be in another one, which it shares with its extensions.
  static func path(
    _ stored: String, beside database: String?, home: String = NSHomeDirectory()
  ) -> String {
    guard let database else { return stored }
    if stored.hasPrefix("/") {
      if FileManager.default.fileExists(atPath: stored) { return stored }
      let folder = components(LinkedFile.place(of: database)).dropLast()
      return moved(stored, into: Array(folder)) ?? moved(stored, into: components(home)) ?? stored
    }
    var parts = LinkedFile.place(of: database).split(separator: "/").dropLast()
    for part in stored.split(separator: "/") {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// Where a file is if an update of the app has moved its container since its absolute path was stored; `nil` if it is not
  /// there. Paths in the container of the database are absolute only if an earlier version stored them.
  ///
  /// - Parameter folder: a folder in the container as it is now, or the container itself.
  private static func moved(_ path: String, into folder: [Substring]) -> String? {
    let file = components(path)
    let shared = zip(folder, file).prefix { $0.0 == $0.1 }.count
    guard folder.prefix(shared).contains("Containers"), shared < folder.count, shared < file.count,
      [folder[shared], file[shared]].allSatisfy({ UUID(uuidString: String($0)) != nil })
    else { return nil }
    let parts = Array(folder.prefix(shared + 1)) + file.dropFirst(shared + 1)
    let place = "/" + parts.joined(separator: "/")
    return FileManager.default.fileExists(atPath: place) ? place : nil
  }

  /// The parts of a path. On Apple's systems `/var` is a link to `/private/var`, so both are the same here.
  private static func components(_ path: String) -> [Substring] {
    let parts = path.split(separator: "/").filter { $0 != "." }
    return parts.starts(with: ["private", "var"]) ? Array(parts.dropFirst()) : parts
  }
}
