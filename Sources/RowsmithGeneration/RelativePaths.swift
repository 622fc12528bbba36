import Foundation

/// Makes paths relative to a folder, so that generated files are the same on every machine.
struct RelativePaths {
  /// The folder; `nil` for the current one.
  var root: String?

  /// The relative paths. A path outside the folder is reduced to its last component.
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
