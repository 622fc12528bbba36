import Foundation

/// A database that this process cannot write, and that nobody is writing as far as can be seen: on a read-only medium, or
/// without the permission.
///
/// SQLite cannot read it otherwise, as it would have to make the files of the log beside it, or would leave them there.
struct FixedFile {
  private let path: String

  /// Nil where the database can be written, and where it has a log or a journal, without which it is not whole.
  init?(_ path: String) {
    let end = path.lastIndex(of: "/")
    let folder = end.map { String(path[...$0]) } ?? "."
    let canBeWritten = access(path, W_OK) == 0 && access(folder, W_OK) == 0
    if canBeWritten || access(path, R_OK) != 0 { return nil }
    if FixedFile.hasContent(path + "-wal") || FixedFile.hasContent(path + "-journal") { return nil }
    self.path = path
  }

  /// Whether there is a file that this process may not write.
  static func isWriteProtected(_ path: String) -> Bool { access(path, F_OK) == 0 && access(path, W_OK) != 0 }

  private static func hasContent(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_size > 0
  }

  /// The name under which SQLite reads it without a lock.
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
