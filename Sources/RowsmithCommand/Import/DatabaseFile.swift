import Foundation
import Rowsmith
import RowsmithSchema

/// The database of a command.
struct DatabaseFile {
  let path: String
  private let key: DatabaseKey?

  /// - Parameter arguments: where its key may be.
  init(path: String, _ arguments: ParsedArguments) throws(UsageError) {
    self.path = path
    key = try DatabaseKeyArguments.key(arguments)
  }

  /// How it is opened whatever is done with it.
  var plainOptions: StoreOptions {
    var options = StoreOptions()
    options.key = key
    return options
  }

  /// How commands that only read open it.
  var readOnlyOptions: StoreOptions {
    var options = plainOptions
    options.isReadOnly = true
    return options
  }

  /// How commands that carry data open it: they do not alter its tables without being asked.
  var options: StoreOptions {
    var options = plainOptions
    options.onModelChange = .fail
    options.leftOut = FastPath.leftOut(by: ProcessInfo.processInfo.environment)
    return options
  }

  /// Where the rows of a dry run go: it makes no file and no tables.
  var dryRunLocation: StoreLocation { hasContent ? .existingFile(path) : .memory }

  /// Whether there is anything but nothing and an empty file.
  var hasContent: Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    return status.st_mode & S_IFMT != S_IFREG || status.st_size > 0
  }

  /// Whether SQLite can keep its log beside the file, without which nothing can be tried out in it.
  private var canBeWritten: Bool {
    let end = path.lastIndex(of: "/")
    return access(path, W_OK) == 0 && access(end.map { String(path[...$0]) } ?? ".", W_OK) == 0
  }

  /// Whether a dry run needs a copy.
  var needsCopy: Bool { hasContent && !canBeWritten }

  /// Copies the database to a folder of its own.
  func copy(schema: Schema) throws -> TemporaryCopy {
    var options = options
    options.isReadOnly = true
    let store = try Store(.existingFile(path), schema: schema, options: options)
    defer { store.close() }
    return try TemporaryCopy { try store.backUp(to: $0) }
  }
}

/// A database in a folder of its own among the temporary files, gone with this.
final class TemporaryCopy {
  private let folder: URL

  /// - Parameter write: writes the file with the path that it is given.
  init(_ write: (String) throws -> Void) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("rowsmith-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    try write(path)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  var path: String { folder.appendingPathComponent("copy.sqlite").path }
}
