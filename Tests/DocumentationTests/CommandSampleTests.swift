import Foundation
import TestSupport
import Testing

@testable import RowsmithCommand

@Suite struct CommandSampleTests {
  /// What a page may tell its reader to run beside `rowsmith` and our scripts.
  private static let others: Set<String> = [
    "swift", "git", "sqlite3", "export", "touch", "mkdir", "cd", "python3",
  ]

  @Test(arguments: Sample.all("sh")) func `the command line takes every command`(sample: Sample) throws {
    for line in sample.text.split(separator: "\n") {
      let words = Self.words(String(line))
      let first = try #require(words.first)
      if first == "rowsmith" {
        let command = try #require(Program.commands.first { $0.name == words[1] }, "\(line)")
        #expect(try ArgumentParser(command).parse(words.dropFirst(2)) != nil, "\(line)")
        for word in words where word.hasPrefix("Schemas/") { #expect(Repository.exists(word), "\(line)") }
      } else if first.hasPrefix("Scripts/") {
        #expect(
          FileManager.default.isExecutableFile(atPath: Repository.root.appendingPathComponent(first).path))
      } else {
        #expect(Self.others.contains(first), "\(line)")
      }
    }
  }

  @Test(arguments: [
    "Scripts/demo", "Scripts/demo-server", "Scripts/test", "Scripts/install-libraries", ".ci/run",
  ])
  func `a script can be run`(path: String) {
    #expect(FileManager.default.isExecutableFile(atPath: Repository.root.appendingPathComponent(path).path))
  }

  @Test func `the script of continuous integration runs what the README tells to run`() throws {
    #expect(try Repository.text(of: ".ci/run").contains("Scripts/test"))
    #expect(Sample.all("sh").contains { $0.page == "README.md" && $0.text == "Scripts/test\n" })
  }

  @Test(arguments: ["SimulationTests", "MistakeTests", "InterleavingTests", "FailPointTests", "none"])
  func `the simulations fail if one of their suites does, also where several end at once`(failing: String)
    throws
  {
    let scratch = try ScratchFolder()
    let scripts = scratch.file("Scripts")
    try FileManager.default.createDirectory(atPath: scripts, withIntermediateDirectories: false)
    try FileManager.default.copyItem(
      at: Repository.root.appendingPathComponent("Scripts/sync-trials"),
      to: URL(fileURLWithPath: "\(scripts)/sync-trials"))
    // Nothing is built, and the jobs are counted so slowly that they end before the script waits for them.
    let programs = [
      "swift": #"case "$*" in *--show-bin-path) pwd ;; esac"#,
      "RowsmithPackageTests.xctest": #"case "$*" in *\#(failing)*) exit 1 ;; esac"#,
      "wc": #"sleep 0.2; PATH=/usr/bin:/bin; exec wc "$@""#,
    ]
    for (name, text) in programs {
      try Data("#!/bin/sh\n\(text)\n".utf8).write(to: URL(fileURLWithPath: scratch.file(name)))
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: scratch.file(name))
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "\(scripts)/sync-trials")
    let environment = ProcessInfo.processInfo.environment
    process.environment = environment.merging([
      "PATH": "\(scratch.path):\(environment["PATH"] ?? "/usr/bin:/bin")", "ROWSMITH_JOBS": "4",
    ]) { $1 }
    let said = try process.printed()
    #expect((process.terminationStatus == 0) == (failing == "none"), "\(said)")
  }

  /// The words of a line without quotes around them.
  private static func words(_ line: String) -> [String] {
    line.split(separator: " ").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "\"'")) }
  }
}
