import Foundation
import Rowsmith
import RowsmithSchema

/// The database of a command.
struct DatabaseFile {
  let path: String
  private let key: DatabaseKey?

  /// - Parameter arguments: may contain the key.
  init(path: String, _ arguments: ParsedArguments) throws(UsageError) {
    if path.isEmpty { throw UsageError("the path of the database is empty; name a file") }
    self.path = path
    key = try DatabaseKeyArguments.key(arguments)
  }

  /// The options common to all commands. A command waits longer than an app, in which somebody looks at the screen.
  var plainOptions: StoreOptions {
    var options = StoreOptions()
    options.busyTimeout = .seconds(60)
    options.key = key
    return options
  }

  /// The options of commands that only read.
  var readOnlyOptions: StoreOptions {
    var options = plainOptions
    options.isReadOnly = true
    return options
  }

  /// The options of commands that import or export data: they do not alter the tables implicitly.
  var options: StoreOptions {
    var options = plainOptions
    options.onModelChange = .fail
    options.leftOut = FastPath.leftOut(by: ProcessInfo.processInfo.environment)
    return options
  }

  /// The location for a dry run, which creates no file and no tables.
  var dryRunLocation: StoreLocation { hasContent ? .existingFile(path) : .memory }

  /// Whether the file exists and is not empty.
  var hasContent: Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    return status.st_mode & S_IFMT != S_IFREG || status.st_size > 0
  }

  /// Whether it is a database in which Rowsmith has no tables yet; the first import makes them.
  var isForeign: Bool {
    get throws { try hasContent && Store.isForeign(at: path, options: readOnlyOptions) }
  }

  /// Whether it has Rowsmith's tables and nothing in them.
  var holdsNothing: Bool {
    get throws { try Store.holdsNothing(at: path, options: readOnlyOptions) }
  }

  /// Whether SQLite can write the database and create its log beside it, which even a dry run needs.
  private var canBeWritten: Bool {
    // The log is made beside the file itself, not beside a link that leads to it.
    guard let path = LinkedFile.destination(of: path) else { return false }
    let end = path.lastIndex(of: "/")
    return access(path, W_OK) == 0 && access(end.map { String(path[...$0]) } ?? ".", W_OK) == 0
  }

  /// Whether a dry run needs a copy.
  var needsCopy: Bool { hasContent && !canBeWritten }

  /// The location for a dry run, in a copy if the database cannot be written or has no tables yet. The copy must outlive the
  /// store.
  func dryRunPlace(
    schema: @autoclosure () throws -> Schema
  ) throws -> (location: StoreLocation, copy: TemporaryCopy?) {
    if try isForeign {
      // Names that are taken are found as in the import.
      let copy = try TemporaryCopy { try Store.copyForeign(at: path, to: $0, options: readOnlyOptions) }
      return (.file(copy.path), copy)
    }
    guard needsCopy else { return (dryRunLocation, nil) }
    let copy = try copy(schema: schema())
    return (.existingFile(copy.path), copy)
  }

  /// Copies the database to a temporary folder.
  func copy(schema: Schema) throws -> TemporaryCopy {
    var options = options
    options.isReadOnly = true
    let store = try Store(.existingFile(path), schema: schema, options: options)
    defer { store.close() }
    return try TemporaryCopy { try store.backUp(to: $0) }
  }
}

/// A database in its own temporary folder, deleted on deinitialisation.
final class TemporaryCopy {
  private let folder: URL

  /// - Parameter write: writes the file at the given path.
  init(_ write: (String) throws -> Void) throws {
    let place = TemporaryPlace.folder
    folder = place.appendingPathComponent("rowsmith-\(UUID().uuidString)")
    // The database may be one that others cannot read.
    let isMade = mkdir(folder.path, 0o700) == 0
    let code = errno
    if !isMade { throw MissingCopy(place: place.path, code: code) }
    try write(path)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  var path: String { folder.appendingPathComponent("copy.sqlite").path }
}

/// There is no folder for a copy of a database.
private struct MissingCopy: Error, CustomStringConvertible {
  let place: String
  /// The value of `errno`.
  let code: Int32

  var description: String {
    "cannot copy the database to a temporary folder in '\(place)': \(String(cString: strerror(code))); "
      + "name a folder with room in TMPDIR"
  }
}
