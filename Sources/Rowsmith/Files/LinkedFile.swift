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
}
