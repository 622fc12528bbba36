import Foundation
import Rowsmith

/// The file that an import writes.
struct DatabaseFile {
  let path: String

  /// How commands that carry data open a database: they do not alter its tables without being asked.
  static var options: StoreOptions {
    var options = StoreOptions()
    options.onModelChange = .fail
    return options
  }

  /// Where the rows go. A dry run makes no file and no tables.
  func location(isDryRun: Bool) -> StoreLocation {
    if !isDryRun { return .file(path) }
    return hasContent ? .existingFile(path) : .memory
  }

  /// Whether there is anything but nothing and an empty file.
  private var hasContent: Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    return status.st_mode & S_IFMT != S_IFREG || status.st_size > 0
  }
}
