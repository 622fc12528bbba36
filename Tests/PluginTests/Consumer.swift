import Foundation
import Testing

/// A package that depends on this one by path and uses its plugins.
///
/// It stays in `.build` between runs, so that only the first run compiles this package for it. `ROWSMITH_CONSUMER_SCRATCH` names
/// another folder for what it builds, such as `.build`, where this package is compiled already.
struct Consumer {
  let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  let folder: URL
  /// Where SwiftPM builds.
  let scratch: URL

  /// Makes the package anew, but for what it has built before.
  init(named name: String, targets: String, tools: String = "6.1") throws {
    // A space and a letter beyond ASCII: paths must survive both.
    folder = root.appendingPathComponent(".build/consumers/\(name) é")
    let other = ProcessInfo.processInfo.environment["ROWSMITH_CONSUMER_SCRATCH"]
    scratch =
      if let other { root.appendingPathComponent(other) } else { folder.appendingPathComponent(".build") }
    for part in ["Sources", "Schemas", "Package.swift"] {
      try? FileManager.default.removeItem(at: folder.appendingPathComponent(part))
    }
    try write(
      """
      // swift-tools-version: \(tools)
      import PackageDescription

      let plugins: [Target.PluginUsage] = [.plugin(name: "RowsmithPlugin", package: "Rowsmith")]
      let rowsmith: [Target.Dependency] = [.product(name: "Rowsmith", package: "Rowsmith")]
      let package = Package(
        name: "Consumer",
        platforms: [.macOS(.v13)],
        dependencies: [.package(name: "Rowsmith", path: "\(root.path)")],
        targets: [
      \(targets)
        ],
        swiftLanguageModes: [.v6]
      )
      """, to: "Package.swift")
  }

  /// Writes a file of the package.
  func write(_ text: String, to path: String) throws {
    let url = folder.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  /// What a command printed, and whether it was content.
  struct Output: CustomStringConvertible {
    var text: String
    var isSuccess: Bool

    var description: String { text }
  }

  /// Builds the package.
  func build() throws -> Output { try run(["swift", "build", "--scratch-path", scratch.path]) }

  /// Runs the command plugin.
  func generate(_ arguments: [String]) throws -> Output {
    let package = [
      "swift", "package", "--scratch-path", scratch.path, "--allow-writing-to-package-directory",
    ]
    return try run(package + ["rowsmith-generate"] + arguments)
  }

  /// Runs a product that has been built.
  func runProduct(_ name: String) throws -> Output {
    try run([scratch.appendingPathComponent("debug/\(name)").path])
  }

  /// Runs a command in the folder of the package; one that takes longer than half an hour is stopped.
  func run(_ arguments: [String]) throws -> Output {
    let log = folder.appendingPathComponent(".log")
    try Data().write(to: log)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.currentDirectoryURL = folder
    // A file takes any amount of output; a pipe that nobody reads would fill up and stop the build.
    let output = try FileHandle(forWritingTo: log)
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let deadline = Date(timeIntervalSinceNow: 1800)
    while process.isRunning, Date() < deadline { Thread.sleep(forTimeInterval: 0.02) }
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
    try output.close()
    return Output(
      text: try String(contentsOf: log, encoding: .utf8), isSuccess: process.terminationStatus == 0)
  }

  /// The dates of everything that has been built, by path.
  func builtFiles() throws -> [String: Date] {
    let build = scratch.appendingPathComponent("debug").resolvingSymlinksInPath()
    let files = FileManager.default.enumerator(
      at: build, includingPropertiesForKeys: [.contentModificationDateKey])
    var dates: [String: Date] = [:]
    for case let file as URL in try #require(files) where ["o", "swiftmodule"].contains(file.pathExtension) {
      dates[file.path] = try file.resourceValues(forKeys: [.contentModificationDateKey])
        .contentModificationDate
    }
    return dates
  }
}
