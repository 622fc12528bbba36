import Foundation
import Testing

extension BuildPluginTests {
  /// Does what GettingStarted.md tells a newcomer to do, with the text of the page.
  @Test func `the package of the first article builds and prints what the article shows`() throws {
    let consumer = try Consumer(named: "build", targets: "")
    let path = "Sources/Rowsmith/Rowsmith.docc/GettingStarted.md"
    let page = try FencedBlocks(of: consumer.root.appendingPathComponent(path))
    let manifest = try page.first("swift manifest").replacingOccurrences(
      of: #".package(path: "../Rowsmith")"#,
      with: #".package(name: "Rowsmith", path: "\#(consumer.root.path)")"#)
    try consumer.write(manifest, to: "Package.swift")
    try consumer.write(page.first("yaml"), to: "Sources/Tours/Tours.yml")
    try consumer.write(page.all("swift").joined(separator: "\n"), to: "Sources/Tours/main.swift")
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(at: consumer.folder.appendingPathComponent("bands.sqlite" + suffix))
    }

    let build = try consumer.build()
    try #require(build.isSuccess, "\(build)")
    #expect(!build.text.contains("warning:"), "\(build)")

    let document = try page.first("json")
    try consumer.write(
      document.replacingOccurrences(of: "1974", with: "\"1974\""), to: "bands.json")
    // Without the backtrace of the crash, which takes seconds.
    let refused = try consumer.run([
      "SWIFT_BACKTRACE=enable=no", consumer.scratch.appendingPathComponent("debug/Tours").path,
    ])
    #expect(!refused.isSuccess)
    #expect(refused.text.contains(try page.first("text error")), "\(refused)")

    try consumer.write(document, to: "bands.json")
    let first = try consumer.runProduct("Tours")
    #expect(first.text == page.all("text output").joined(), "\(first)")
    #expect(try consumer.runProduct("Tours").text.hasPrefix("0 new bands\n0 new albums\n"))
  }
}

/// The fenced blocks of a page, by what follows the fence. Their package Bands is called Tours here: this package has a module
/// Bands of its own, which may be built in the same folder.
struct FencedBlocks {
  private var blocks: [(info: String, text: String)] = []

  init(of page: URL) throws {
    let text = try String(contentsOf: page, encoding: .utf8).replacingOccurrences(of: "Bands", with: "Tours")
    let parts = text.components(separatedBy: "```")
    for part in parts.indices.filter({ $0 % 2 == 1 }).map({ parts[$0] }) {
      let info = part.prefix { $0 != "\n" }
      blocks.append((String(info), String(part.dropFirst(info.count + 1))))
    }
  }

  func all(_ info: String) -> [String] { blocks.filter { $0.info == info }.map(\.text) }

  func first(_ info: String) throws -> String { try #require(all(info).first, "no block of \(info)") }
}
