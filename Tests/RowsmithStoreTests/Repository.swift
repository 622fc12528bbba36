import Foundation

/// The files of this repository, found from this file.
enum Repository {
  /// The path of a file, given from the top of the repository.
  static func path(_ relative: String, from file: String = #filePath) -> String {
    let root = URL(fileURLWithPath: file).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return root.appendingPathComponent(relative).path
  }
}
