import Foundation
import Testing

extension BuildPluginTests {
  /// What README.md tells to put into a package, taken from its text.
  @Test func `the package of the README builds and does what it says`() throws {
    let consumer = try Consumer(named: "build", targets: "")
    let readme = try FencedBlocks(of: consumer.root.appendingPathComponent("README.md"))
    let manifest = try readme.first("swift manifest").replacingOccurrences(
      of: #".package(path: "../Rowsmith")"#,
      with: #".package(name: "Rowsmith", path: "\#(consumer.root.path)")"#)
    try consumer.write(manifest, to: "Package.swift")
    try consumer.write(readme.first("yaml"), to: "Sources/Tours/Tours.yml")
    try consumer.write(readme.first("swift"), to: "Sources/Tours/main.swift")
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(at: consumer.folder.appendingPathComponent("bands.sqlite" + suffix))
    }

    let build = try consumer.build()
    try #require(build.isSuccess, "\(build)")
    let first = try consumer.runProduct("Tours").text.split(separator: "\n")
    #expect(first.first == "2 new albums")
    #expect(first.count == 3)
    #expect(try consumer.runProduct("Tours").text.hasPrefix("0 new albums\n"))
  }
}
