import Foundation

/// A file is to be written into a folder that does not exist.
struct MissingFolder: Error, CustomStringConvertible {
  let description: String

  /// - Throws: ``MissingFolder`` if the folder of a file does not exist.
  static func check(_ path: String) throws(MissingFolder) {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    if FileManager.default.fileExists(atPath: folder) { return }
    let named = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? folder
    throw MissingFolder(description: "there is no folder '\(named)' for '\(path)'; make it first")
  }
}
