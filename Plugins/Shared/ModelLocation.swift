import Foundation

/// Where the YAML of a target's model is. Nothing of it is read here: a build would not notice when it changes.
struct ModelLocation {
  /// What the tool is told: files, or one folder.
  var paths: [URL]
  /// What the tool reads. A folder is among them, since its date changes with every file that comes or goes.
  var inputs: [URL]

  /// Looks among the target's own files, then for `Schemas/<Target>.yml`, then for `Schemas/<Target>/`.
  init?(target: String, files: [URL], root: URL) {
    let own = files.filter(ModelLocation.isYAML).sorted { $0.path < $1.path }
    if !own.isEmpty {
      paths = own
      inputs = own
      return
    }
    let schemas = root.appendingPathComponent("Schemas")
    for suffix in ["yml", "yaml"] {
      let file = schemas.appendingPathComponent("\(target).\(suffix)")
      guard FileManager.default.fileExists(atPath: file.path) else { continue }
      paths = [file]
      inputs = [file]
      return
    }
    let folder = schemas.appendingPathComponent(target)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let inside = names.filter { !$0.hasPrefix(".") }.sorted().map(folder.appendingPathComponent)
      .filter(ModelLocation.isYAML)
    if inside.isEmpty { return nil }
    paths = [folder]
    inputs = [folder] + inside
  }

  private static func isYAML(_ url: URL) -> Bool { ["yml", "yaml"].contains(url.pathExtension) }
}
