import Foundation
import Testing

/// The toolchain's formatter.
enum SwiftFormat {
  /// Formats source text under a configuration file, or under the default configuration.
  static func format(_ source: String, configuration: String?) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "rowsmith-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("Source.swift")
    try Data(source.utf8).write(to: file)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["swift", "format"] + (configuration.map { ["--configuration", $0] } ?? []) + ["--in-place", file.path]
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return try String(contentsOf: file, encoding: .utf8)
  }
}
