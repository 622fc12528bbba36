import Foundation

/// Where the YAML of a target's model is. Nothing of it is read here: a build would not notice when it changes.
struct ModelLocation {
  /// The YAML files of the target: those that are a model are one, others are left alone. The tool tells them apart.
  var candidates: [URL]
  /// The files of the model, where no candidate is one.
  var files: [URL] = []
  /// The folder outside the target that holds them, all of whose files belong to the model.
  var folder: URL?

  /// All that the tool reads.
  var inputs: [URL] { candidates + files }

  /// Looks among the target's own files, then for `Schemas/<Target>.yml`, then for `Schemas/<Target>/`.
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
