package import Foundation

/// The folder for temporary files.
package enum TemporaryPlace {
  /// `TMPDIR` of the environment, or the system's default. Foundation does not read `TMPDIR` on Apple's systems.
  package static var folder: URL {
    guard let name = getenv("TMPDIR").map({ String(cString: $0) }), !name.isEmpty else {
      return FileManager.default.temporaryDirectory
    }
    return URL(fileURLWithPath: name, isDirectory: true)
  }
}
