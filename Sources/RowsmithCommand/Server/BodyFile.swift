import Foundation
import Rowsmith
import RowsmithClient
import RowsmithSchema

/// The body of a request, from a file.
struct BodyFile {
  let path: String
  let type: String

  /// Reads JSON. A file of another type is sent as is.
  func read(_ interruption: Interruption) throws -> RequestBody {
    let isJSON = type == "application/json"
    if path != "-", !isJSON, !isPipe {
      guard FileManager.default.isReadableFile(atPath: path) else {
        throw file.unreadable(command: "send")
      }
      // An absolute path, because a queued call may be sent from another folder.
      return .file(path: URL(fileURLWithPath: path).path, type: type)
    }
    let data = try contents(interruption)
    if !isJSON { return .data(data, type: type) }
    guard let text = String(validUTF8: ArgumentFile.withoutMark(data)) else {
      throw UsageError("--body: the text is not UTF-8; --content-type names another type", command: "send")
    }
    do {
      return .json(try JSONValue(parsing: text))
    } catch {
      throw UsageError("--body: \(error); --content-type names another type", command: "send")
    }
  }

  private func contents(_ interruption: Interruption) throws -> Data {
    guard path == "-" else {
      let file = self.file
      do { return try interruption.abandoning { try file.contents() } } catch is UsageError {
        throw file.unreadable(command: "send")
      }
    }
    var data = Data()
    var chunk = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      try interruption.check()
      guard waitFor(STDIN_FILENO, POLLIN, milliseconds: 200) else { continue }
      let count = chunk.withUnsafeMutableBytes { Foundation.read(STDIN_FILENO, $0.baseAddress, $0.count) }
      if count == 0 { return data }
      if count > 0 {
        data += chunk.prefix(count)
      } else if errno != EINTR, errno != EAGAIN {
        throw UsageError(
          "--body: cannot read standard input: \(String(cString: strerror(errno)))", command: "send")
      }
    }
  }

  /// Whether it can be read only once, and not later.
  private var isPipe: Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  private var file: ArgumentFile { ArgumentFile(option: "--body", path: path) }
}
