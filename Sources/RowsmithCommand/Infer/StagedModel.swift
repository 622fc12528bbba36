import Foundation

/// The text of a model in a temporary file beside it, which replaces it when everything else has succeeded.
final class StagedModel {
  private let file: ModelFile
  private let staged: String

  /// - Throws: if the file cannot be written.
  init(_ file: ModelFile, _ text: String) throws {
    self.file = file
    staged = "\(file.path).\(UUID().uuidString.prefix(8)).new"
    try Data(text.utf8).write(to: URL(fileURLWithPath: staged))
  }

  deinit { try? FileManager.default.removeItem(atPath: staged) }

  /// Replaces the file.
  func commit() throws {
    guard rename(staged, file.path) == 0 else {
      throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: file.path])
    }
  }
}
