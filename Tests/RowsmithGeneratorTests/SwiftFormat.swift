import Foundation
import Testing

/// The toolchain's formatter.
enum SwiftFormat {
  /// Formats source texts under a configuration file, or under the default configuration, all with one process.
  static func format(_ sources: [String], configuration: String?) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "rowsmith-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = sources.indices.map { folder.appendingPathComponent("Source\($0).swift") }
    for (source, file) in zip(sources, files) { try Data(source.utf8).write(to: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["swift", "format"] + (configuration.map { ["--configuration", $0] } ?? []) + ["--in-place"]
      + files.map(\.path)
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return try files.map { try String(contentsOf: $0, encoding: .utf8) }
  }
}
