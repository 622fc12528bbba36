import Foundation

/// A server that a script of this repository starts, in a process of its own that ends with this one.
final class ServerProcess: Sendable {
  /// The line of JSON that says where it is.
  let ready: Data
  private let process: Process
  /// When this process ends, however that is, the pipe closes, and with it the server.
  private let input: Pipe

  /// Starts it, and installs what it needs where that is missing. Waits until it is ready.
  ///
  /// - Parameters:
  ///   - script: `Scripts/test-server`.
  ///   - options: those of its `start`, except `--port` and `--ready`.
  init(_ script: String, _ options: [String]) throws {
    let ready = FileManager.default.temporaryDirectory.appending(path: "rowsmith-\(UUID().uuidString).json")
    input = Pipe()
    process = Process()
    process.executableURL = ServerProcess.root.appending(path: script)
    process.arguments = ["start", "--port", "0", "--ready", ready.path] + options
    process.standardInput = input
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    defer { try? FileManager.default.removeItem(at: ready) }
    let deadline = Date.now + 1200
    while !FileManager.default.fileExists(atPath: ready.path) {
      guard process.isRunning, Date.now < deadline else {
        throw TestServer.Failure(
          "\(script) start has ended, or does not say that it is ready; what it printed says why.")
      }
      Thread.sleep(forTimeInterval: 0.02)
    }
    self.ready = try Data(contentsOf: ready)
  }

  deinit { end() }

  /// Ends the server, and does not wait for it.
  func end() { try? input.fileHandleForWriting.close() }

  private static let root = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
}
