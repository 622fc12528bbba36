import Foundation

/// The text of a model beside its file, which it becomes when everything else has gone well.
final class StagedModel {
  private let file: ModelFile
  private let staged: String

  /// - Throws: where the file could not be written later.
  init(_ file: ModelFile, _ text: String) throws {
    self.file = file
    staged = "\(file.path).\(UUID().uuidString.prefix(8)).new"
    try Data(text.utf8).write(to: URL(fileURLWithPath: staged))
  }

  deinit { try? FileManager.default.removeItem(atPath: staged) }

  /// Puts the text in the place of the file.
  func commit() throws {
    guard rename(staged, file.path) == 0 else {
      throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: file.path])
    }
  }
}
