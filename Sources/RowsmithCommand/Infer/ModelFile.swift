import Foundation

/// A model that is written.
struct ModelFile {
  let path: String

  /// Writes the file whole or not at all, and only where it changes.
  ///
  /// - Throws: `ReportedFailure` would say nothing: the system's own error says what is wrong.
  func write(_ text: String) throws {
    let data = Data(text.utf8)
    if FileManager.default.contents(atPath: path) == data { return }
    try data.write(to: URL(fileURLWithPath: path), options: .atomic)
  }
}
