import Foundation

/// The path of a database that is deleted with this value.
final class ScratchFile: Sendable {
  let path = FileManager.default.temporaryDirectory
    .appendingPathComponent("rowsmith-\(UUID().uuidString).sqlite").path

  deinit {
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
  }
}
