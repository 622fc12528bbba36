import Foundation
import TestSupport
import Testing

extension BuildPluginTests {
  /// What the article on a to-do list tells to put into a package, taken from its text, with a real server.
  @Test func `the to-do list is on two devices`() async throws {
    let consumer = try Consumer(named: "build", targets: "")
    let page = try FencedBlocks(
      of: consumer.root.appendingPathComponent("Sources/RowsmithSync/RowsmithSync.docc/ToDo.md"))
    let manifest = try page.first("swift manifest").replacingOccurrences(
      of: #".package(path: "../Rowsmith")"#,
      with: #".package(name: "Rowsmith", path: "\#(consumer.root.path)")"#)
    try consumer.write(manifest, to: "Package.swift")
    try consumer.write(page.first("yaml"), to: "Sources/TodoApp/TodoApp.yml")
    try consumer.write(page.first("swift"), to: "Sources/TodoApp/main.swift")
    let build = try consumer.build()
    try #require(build.isSuccess, "\(build)")
    #expect(!build.text.contains(#/main\.swift:\d+:\d+: warning:/#), "\(build)")

    let kinto = try await TestKinto.start(.memory)
    defer { kinto.stop() }
    for file in ["one.sqlite", "two.sqlite"] {
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(at: consumer.folder.appendingPathComponent(file + suffix))
      }
    }
    let run = { (arguments: [String]) -> String in
      // The program is an argument of `env`.
      let program = consumer.scratch.appendingPathComponent("debug/TodoApp").path
      return try consumer.run(["KINTO=\(kinto.url)", program] + arguments).text
    }
    #expect(
      try run(["one.sqlite", "Milk"]) == "Milk is unsent\n1 sent, 0 came, 0 conflicts\n[ ] Milk\n")
    #expect(
      try run(["two.sqlite", "Bread"])
        == "Bread is unsent\n1 sent, 1 came, 0 conflicts\n[ ] Bread\n[ ] Milk\n")
    #expect(try run(["one.sqlite"]) == "0 sent, 1 came, 0 conflicts\n[ ] Bread\n[ ] Milk\n")
  }
}
