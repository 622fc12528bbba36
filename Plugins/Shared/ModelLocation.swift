import Foundation

/// Where the YAML of a target's model is. Nothing of it is read here: a build would not notice when it changes.
struct ModelLocation {
  /// The files that the tool reads.
  var files: [URL]
  /// The folder outside the target that holds them, all of whose files belong to the model.
  var folder: URL?

  /// Looks among the target's own files, then for `Schemas/<Target>.yml`, then for `Schemas/<Target>/`.
  init?(target: String, sources: [URL], root: URL) {
    let own = sources.filter(ModelLocation.isYAML).sorted { $0.path < $1.path }
    if !own.isEmpty {
      files = own
      return
    }
    let schemas = root.appendingPathComponent("Schemas")
    for suffix in ["yml", "yaml"] {
      let file = schemas.appendingPathComponent("\(target).\(suffix)")
      guard FileManager.default.fileExists(atPath: file.path) else { continue }
      files = [file]
      return
    }
    let folder = schemas.appendingPathComponent(target)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let inside = names.filter { !$0.hasPrefix(".") }.sorted().map(folder.appendingPathComponent)
      .filter(ModelLocation.isYAML)
    if inside.isEmpty { return nil }
    files = inside
    self.folder = folder
  }

  private static func isYAML(_ url: URL) -> Bool { ["yml", "yaml"].contains(url.pathExtension) }
}
