import Foundation

/// The location of a target's model. The files are not read here, because a build would not notice when they change.
struct ModelLocation {
  /// The YAML files of the target. The tool decides which of them belong to a model, and ignores the others.
  var candidates: [URL]
  /// The files of the model, if no candidate is one.
  var files: [URL] = []
  /// The folder outside the target with these files, all of which belong to the model.
  var folder: URL?

  /// Every file that the tool reads.
  var inputs: [URL] { candidates + files }

  /// Searches the target's own files, then `Schemas/<Target>.yml`, then `Schemas/<Target>/`.
  init?(target: String, sources: [URL], root: URL) {
    candidates = sources.filter(ModelLocation.isYAML).sorted { $0.path < $1.path }
    let schemas = root.appendingPathComponent("Schemas")
    for suffix in ["yml", "yaml"] {
      let file = schemas.appendingPathComponent("\(target).\(suffix)")
      guard FileManager.default.fileExists(atPath: file.path) else { continue }
      files = [file]
      return
    }
    let folder = schemas.appendingPathComponent(target)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    files = names.filter { !$0.hasPrefix(".") }.sorted().map(folder.appendingPathComponent)
      .filter(ModelLocation.isYAML)
    if !files.isEmpty { self.folder = folder }
    if candidates.isEmpty, files.isEmpty { return nil }
  }

  private static func isYAML(_ url: URL) -> Bool { ["yml", "yaml"].contains(url.pathExtension) }
}
