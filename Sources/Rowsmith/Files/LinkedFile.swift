import Foundation

/// A file to which symbolic links may lead.
package enum LinkedFile {
  /// The absolute path without symbolic links; `nil` if there is no file.
  ///
  /// SQLite keeps the log, its index and the journal beside the file itself, not beside a link that leads to it.
  package static func destination(of path: String) -> String? {
    guard let destination = realpath(path, nil) else { return nil }
    defer { free(destination) }
    return String(cString: destination)
  }

  /// Where a file is, or would be made: links to a file that does not exist are followed, too, as SQLite does.
  package static func place(of path: String) -> String {
    var place = path
    // A loop of links leads nowhere.
    for _ in 0..<32 {
      if let destination = destination(of: place) { return destination }
      guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: place) else { break }
      let folder = place.lastIndex(of: "/").map { String(place[...$0]) } ?? ""
      place = target.hasPrefix("/") ? target : folder + target
    }
    return place
  }
}
