import Foundation

extension Process {
  /// Runs it to its end.
  ///
  /// Through a file, not a pipe: a server that another test starts meanwhile may inherit the pipe, and as long as it runs, the
  /// pipe has no end.
  ///
  /// - Returns: what it printed, errors included.
  package func printed() throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: "rowsmith-\(UUID().uuidString).txt")
    try Data().write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let output = try FileHandle(forWritingTo: file)
    defer { try? output.close() }
    standardOutput = output
    standardError = output
    try run()
    waitUntilExit()
    return String(decoding: try Data(contentsOf: file), as: UTF8.self)
  }
}
