import Foundation

/// A database that this process cannot write, on a read-only medium or without permission, and that has no unfinished writes.
///
/// SQLite could not read it otherwise: it would have to create the files of the log beside it, or would leave them behind.
struct FixedFile {
  private let path: String

  /// `nil` if the database can be written, or if it has a log or a journal, without which it is incomplete.
  init?(_ path: String) {
    // SQLite keeps the log and the journal beside the file itself, not beside a link that leads to it.
    guard let path = LinkedFile.destination(of: path) else { return nil }
    let end = path.lastIndex(of: "/")
    let folder = end.map { String(path[...$0]) } ?? "."
    let canBeWritten = access(path, W_OK) == 0 && access(folder, W_OK) == 0
    if canBeWritten || access(path, R_OK) != 0 { return nil }
    if FixedFile.hasContent(path + "-wal") || FixedFile.hasContent(path + "-journal") { return nil }
    self.path = path
  }

  /// Whether the file exists and this process may not write it.
  static func isWriteProtected(_ path: String) -> Bool { access(path, F_OK) == 0 && access(path, W_OK) != 0 }

  private static func hasContent(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_size > 0
  }

  /// The URI with which SQLite reads it without a lock.
  var uri: String {
    var text = path.hasPrefix("/") ? "file://" : "file:"
    for scalar in path.unicodeScalars {
      switch scalar {
      case "%": text += "%25"
      case "?": text += "%3f"
      case "#": text += "%23"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "?immutable=1"
  }
}
