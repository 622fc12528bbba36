import Foundation

/// Finds the targets that use the build plugin. PackagePlugin does not tell which they are, so they are read from the
/// manifest.
struct BuildPluginUse {
  private(set) var targets: Set<String> = []

  private struct Manifest: Decodable {
    struct Target: Decodable {
      struct Usage: Decodable { var plugin: [String?]? }

      var name: String
      var pluginUsages: [Usage]?
    }

    var targets: [Target]
  }

  /// - Parameters:
  ///   - root: the folder of the package.
  ///   - scratch: a folder for SwiftPM, because its own is locked while a plugin runs.
  init(root: URL, scratch: URL) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // The plugin runs in a sandbox, within which macOS allows no other one.
    process.arguments = [
      "swift", "package", "--disable-sandbox", "--package-path", root.path, "--scratch-path", scratch.path,
      "dump-package",
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    // If a sandbox forbids this, no target is refused.
    guard (try? process.run()) != nil else { return }
    let text = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard let manifest = try? JSONDecoder().decode(Manifest.self, from: text) else { return }
    for target in manifest.targets {
      let uses = target.pluginUsages ?? []
      if uses.contains(where: { $0.plugin?.first == "RowsmithPlugin" }) { targets.insert(target.name) }
    }
  }
}
