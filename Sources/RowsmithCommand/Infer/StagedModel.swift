import Foundation

/// The text of a model in a temporary file beside it, which replaces it when everything else has succeeded.
final class StagedModel {
  private let file: ModelFile
  private let destination: String
  private let staged: String

  /// - Parameter isDryRun: whether it will not be committed, so that no file is made.
  /// - Throws: ``UnwritableModel``.
  init(_ file: ModelFile, _ text: String, isDryRun: Bool = false) throws {
    self.file = file
    destination = file.destination
    staged = "\(destination).\(UUID().uuidString.prefix(8)).new"
    if isDryRun { return }
    removeOld()
    do { try Data(text.utf8).write(to: URL(fileURLWithPath: staged)) } catch {
      throw UnwritableModel(file.path, error)
    }
    var status = stat()
    if stat(destination, &status) == 0 { chmod(staged, status.st_mode & 0o7777) }
  }

  deinit { try? FileManager.default.removeItem(atPath: staged) }

  /// Deletes the texts of this model that processes left beside it when they were killed, more than a day ago.
  private func removeOld() {
    let url = URL(fileURLWithPath: destination)
    let (folder, start, end) = (url.deletingLastPathComponent(), "\(url.lastPathComponent).", ".new")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names where name.hasPrefix(start) && name.hasSuffix(end) {
      let middle = name.dropFirst(start.count).dropLast(end.count)
      guard middle.count == 8, middle.allSatisfy(\.isHexDigit) else { continue }
      let old = folder.appendingPathComponent(name)
      let attributes = try? FileManager.default.attributesOfItem(atPath: old.path)
      guard let date = attributes?[.modificationDate] as? Date, date.timeIntervalSinceNow < -86_400 else {
        continue
      }
      try? FileManager.default.removeItem(at: old)
    }
  }

  /// Replaces the file.
  func commit() throws {
    guard rename(staged, destination) == 0 else {
      throw UnwritableModel(file.path, NSError(domain: NSPOSIXErrorDomain, code: Int(errno)))
    }
  }
}
