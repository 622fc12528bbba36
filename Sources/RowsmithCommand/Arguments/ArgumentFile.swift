import Foundation
import RowsmithInference

/// A small file that an option names.
struct ArgumentFile {
  /// The option, as on the command line (`--key-file`).
  let option: String
  let path: String

  /// The whole content. A pipe such as `<(pass show server)` is read as well; `FileManager` reads regular files only.
  func contents() throws(UsageError) -> Data {
    do {
      let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      defer { try? file.close() }
      return try file.readToEnd() ?? Data()
    } catch {
      throw unreadable()
    }
  }

  /// The error of a file that cannot be read, with the reason.
  func unreadable(command: String? = nil) -> UsageError {
    UsageError(
      "\(option): '\(path)' cannot be read: \(DescriptionError.whyUnreadable(path))", command: command)
  }

  /// Bytes without the byte order mark that some editors write at the beginning of a text.
  static func withoutMark(_ bytes: Data) -> Data {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes
  }

  /// The first line, without its end: a key or a password.
  ///
  /// - Parameter keepsMark: whether a byte order mark is part of it. It is part of a key: what was encrypted with one must open.
  func firstLine(keepsMark: Bool = false) throws(UsageError) -> String {
    let bytes = try contents()
    let line = String(decoding: keepsMark ? bytes : Self.withoutMark(bytes), as: UTF8.self).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline
    ).first.map(String.init)
    if let line, !line.isEmpty { return line }
    throw UsageError("\(option): the first line of '\(path)' is empty")
  }
}
