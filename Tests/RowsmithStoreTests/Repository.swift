import Foundation

/// The files of this repository, found from this file.
enum Repository {
  /// The path of a file, given from the top of the repository.
  static func path(_ relative: String) -> String {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return root.appendingPathComponent(relative).path
  }
}
