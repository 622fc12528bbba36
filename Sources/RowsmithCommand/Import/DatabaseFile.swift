import Foundation
import Rowsmith

/// The file that an import writes.
struct DatabaseFile {
  let path: String
  private let isNew: Bool

  /// How commands that carry data open a database: they do not alter its tables without being asked.
  static var options: StoreOptions {
    var options = StoreOptions()
    options.onModelChange = .fail
    return options
  }

  init(path: String) {
    self.path = path
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    let size = (attributes?[.size] as? NSNumber)?.intValue
    isNew = size == nil || size == 0
  }

  /// Where the rows go. A dry run makes no file and no tables.
  func location(isDryRun: Bool) -> StoreLocation {
    if !isDryRun { return .file(path) }
    return isNew ? .memory : .existingFile(path)
  }

  /// Takes away what a failed import made, if it made it.
  func removeIfNew() {
    if isNew { try? Store.delete(.file(path)) }
  }
}
