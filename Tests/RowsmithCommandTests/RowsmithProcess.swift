import Foundation
import Testing

/// Runs the command line as a process of its own.
struct RowsmithProcess {
  /// What a run left behind.
  struct Outcome {
    var status: Int32
    var output: String
    var diagnostics: String
  }

  /// The program, built beside the tests.
  static let executable: URL = {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
    let tests = bundle ?? URL(fileURLWithPath: CommandLine.arguments[0])
    return tests.deletingLastPathComponent().appendingPathComponent("rowsmith")
  }()

  /// Runs the program to its end.
  static func run(_ arguments: [String], input: String? = nil, in folder: Folder? = nil) throws -> Outcome {
    try run(executable, arguments, input: input, in: folder)
  }

  /// Runs the program from a shell, in which `$R` is the program.
  static func shell(_ script: String, in folder: Folder) throws -> Outcome {
    try run(URL(fileURLWithPath: "/bin/sh"), ["-c", "R=\(executable.path); \(script)"], in: folder)
  }

  /// Shell commands that wait until the process `$pid` has ended, kill it after a time, and print its status.
  static func end(within seconds: Int) -> String {
    "for n in $(seq \(seconds * 20)); do kill -0 $pid 2> /dev/null || break; sleep 0.05; done; "
      + "kill -KILL $pid 2> /dev/null; wait $pid; echo status $?"
  }

  private static func run(
    _ program: URL, _ arguments: [String], input: String? = nil, in folder: Folder?
  ) throws -> Outcome {
    // Files, unlike pipes, never fill up.
    let scratch = try Folder()
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder.path) }
    process.standardInput = try scratch.handle("stdin", text: input ?? "", forWriting: false)
    process.standardOutput = try scratch.handle("stdout", text: "", forWriting: true)
    process.standardError = try scratch.handle("stderr", text: "", forWriting: true)
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit, "ended by signal \(process.terminationStatus)")
    return Outcome(
      status: process.terminationStatus, output: try scratch.read("stdout"),
      diagnostics: try scratch.read("stderr"))
  }
}

/// A folder for one test, gone with it.
final class Folder: Sendable {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "rowsmith-command-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
    return file(name)
  }

  func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: file(name))), as: UTF8.self)
  }

  func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: file(name)) }

  var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() } }

  func handle(_ name: String, text: String, forWriting: Bool) throws -> FileHandle {
    let url = URL(fileURLWithPath: try write(text, to: name))
    return forWriting ? try FileHandle(forWritingTo: url) : try FileHandle(forReadingFrom: url)
  }
}
