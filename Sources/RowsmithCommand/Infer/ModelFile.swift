import Foundation
import Rowsmith
import RowsmithInference
import RowsmithSchema

/// The file of a model to write.
struct ModelFile {
  let path: String

  /// The content of the file; `nil` if it cannot be read.
  var text: String? {
    // `FileManager` reads regular files only.
    guard let file = try? FileHandle(forReadingFrom: URL(fileURLWithPath: path)) else { return nil }
    defer { try? file.close() }
    guard let data = try? file.readToEnd() ?? Data() else { return nil }
    return String(validUTF8: data)
  }

  /// Whether it can be read only once: opening a named pipe again waits for another writer.
  var isPipe: Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  /// The text of a model with the additions from samples, the import target for them, and their types.
  static func adding(
    _ inferred: InferredModel, to model: HintedModel, entity: String?, _ terminal: Terminal
  ) throws -> (text: String, target: ImportTarget, types: SeenTypes) {
    do { return try model.adding(inferred, entity: entity) } catch let failure as HintFailure {
      terminal.report(lines: failure.lines)
      throw ReportedFailure()
    }
  }

  /// The existing model.
  func hints(_ terminal: Terminal) throws -> HintedModel {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue,
      let text
    else {
      terminal.report(
        isFolder.boolValue
          ? "error: '\(path)' is a folder; name the one file to which what is new is added"
          : "error: there is no model '\(path)' that can be read as UTF-8")
      throw ReportedFailure()
    }
    do { return try HintedModel(text: text, path: path) } catch let failure as HintFailure {
      terminal.report(lines: failure.lines)
      throw ReportedFailure()
    }
  }

  /// The path of the file itself: a symbolic link stays, and what it leads to is replaced.
  var destination: String {
    var path = path
    for _ in 0..<32 {
      guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { break }
      // Links in the folder's own path come before `..` in the target.
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent().resolvingSymlinksInPath()
      path = URL(fileURLWithPath: target, relativeTo: folder).path
    }
    return path
  }

  /// Whether writing it would overwrite a sample; `-` is standard input. A terminal may be both.
  func overwrites(_ sample: String) -> Bool {
    var (own, other) = (stat(), stat())
    guard stat(path, &own) == 0, own.st_mode & S_IFMT == S_IFREG else { return false }
    let isThere = sample == "-" ? fstat(STDIN_FILENO, &other) == 0 : stat(sample, &other) == 0
    return isThere && own.st_dev == other.st_dev && own.st_ino == other.st_ino
  }

  /// Writes the file atomically, and only if it changes. A pipe or a device takes the text and stays what it is.
  ///
  /// - Throws: ``UnwritableModel``.
  func write(_ text: String) throws {
    let data = Data(text.utf8)
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      do {
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try handle.write(contentsOf: data)
        try handle.close()
      } catch {
        throw UnwritableModel(path, error)
      }
      return
    }
    if FileManager.default.contents(atPath: path) == data { return }
    try StagedModel(self, text).commit()
  }
}

/// A model cannot be written.
struct UnwritableModel: Error, CustomStringConvertible {
  let description: String

  init(_ path: String, _ error: any Error) {
    let system = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError ?? error as NSError
    let reason =
      system.domain == NSPOSIXErrorDomain
      ? String(cString: strerror(Int32(system.code))) : error.localizedDescription
    description = "cannot write the model '\(path)': \(reason)"
  }
}
