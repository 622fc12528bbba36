import Foundation

/// The text of a model in a temporary file beside it, which replaces it when everything else has succeeded.
final class StagedModel {
  private let file: ModelFile
  private let destination: String
  private let staged: String
  /// Holds the lock of the temporary file, which tells it from what killed processes have left.
  private var descriptor: Int32 = -1

  /// - Parameter isDryRun: whether it will not be committed, so that no file is made.
  /// - Throws: ``UnwritableModel``.
  init(_ file: ModelFile, _ text: String, isDryRun: Bool = false) throws {
    self.file = file
    destination = file.destination
    staged = "\(destination).\(UUID().uuidString.prefix(8)).new"
    if isDryRun { return }
    removeLeft()
    descriptor = open(staged, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw UnwritableModel(file.path, NSError(domain: NSPOSIXErrorDomain, code: Int(errno)))
    }
    flock(descriptor, LOCK_EX)
    do { try Data(text.utf8).write(to: URL(fileURLWithPath: staged)) } catch {
      throw UnwritableModel(file.path, error)
    }
    var status = stat()
    if stat(destination, &status) == 0 { chmod(staged, status.st_mode & 0o7777) }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: staged)
    if descriptor >= 0 { close(descriptor) }
  }

  /// Deletes the texts of this model that processes left beside it when they were killed.
  private func removeLeft() {
    let url = URL(fileURLWithPath: destination)
    let (folder, start, end) = (url.deletingLastPathComponent(), "\(url.lastPathComponent).", ".new")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names where name.hasPrefix(start) && name.hasSuffix(end) {
      let middle = name.dropFirst(start.count).dropLast(end.count)
      guard middle.count == 8, middle.allSatisfy(\.isHexDigit) else { continue }
      let path = folder.appendingPathComponent(name).path
      if StagedModel.isLeft(path) { unlink(path) }
    }
  }

  /// Whether no process holds the lock of a file any more. An empty file may be about to be locked.
  private static func isLeft(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else {
      return false
    }
    return flock(descriptor, LOCK_SH | LOCK_NB) == 0
  }

  /// Replaces the file.
  func commit() throws {
    guard rename(staged, destination) == 0 else {
      throw UnwritableModel(file.path, NSError(domain: NSPOSIXErrorDomain, code: Int(errno)))
    }
  }
}
