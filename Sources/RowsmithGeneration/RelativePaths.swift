import Foundation

/// Spells paths as they are seen from a folder, so that generated files are the same on every machine.
struct RelativePaths {
  /// The folder; nil for the current one.
  var root: String?

  /// The paths as seen from the folder. Of one that is not below it only the last component remains.
  func of(_ paths: [String]) -> [String] {
    let root = components(self.root ?? FileManager.default.currentDirectoryPath)
    return paths.map { path in
      let parts = components(path)
      guard parts.starts(with: root), parts.count > root.count else { return parts.last ?? path }
      return parts.dropFirst(root.count).joined(separator: "/")
    }
  }

  private func components(_ path: String) -> [String] {
    URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().pathComponents
  }
}
