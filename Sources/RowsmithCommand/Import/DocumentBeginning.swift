import Foundation
import Rowsmith
import RowsmithGzip

/// The first bytes of a document, for the message about a failed import.
///
/// A file is read again for them; the first bytes of a pipe are kept.
final class DocumentBeginning: @unchecked Sendable {
  /// The number of bytes; the part of an envelope before its records is rarely longer.
  static let capacity = 1024 * 1024

  private let file: String
  /// The initial offset of standard input, if it is a file.
  private let offset: off_t
  /// Guards `kept` and `keptCount`.
  private let lock = NSLock()
  /// The first bytes of a pipe, mostly in the arrays in which they came.
  private(set) var kept: [[UInt8]] = []
  private var keptCount = 0

  /// `-` is standard input.
  init(of file: String) {
    self.file = file
    offset = file == "-" && StandardInput.isRegularFile ? lseek(STDIN_FILENO, 0, SEEK_CUR) : 0
  }

  /// Keeps bytes of a pipe.
  func keep(_ bytes: [UInt8]) {
    lock.withLock {
      guard keptCount < Self.capacity else { return }
      // The array of a read has room for much more than a slow pipe delivers at a time, and there may be many.
      if kept.isEmpty || bytes.count > bytes.capacity / 2 {
        kept.append(bytes)
      } else {
        kept[kept.count - 1] += bytes
      }
      keptCount += bytes.count
    }
  }

  /// The bytes, inflated if they are gzip; empty if they cannot be read again, as for a named pipe.
  var bytes: [UInt8] { JSONSource.bytes(stored ?? []).gunzipped().beginning(Self.capacity) }

  /// Whether the document is nothing but white space; `false` if the bytes cannot be read again, or more may follow.
  var isBlank: Bool {
    guard stored != nil else { return false }
    let bytes = bytes
    return bytes.count < Self.capacity && bytes.allSatisfy { [0x20, 0x0A, 0x0D, 0x09].contains($0) }
  }

  /// The bytes as stored; `nil` if they cannot be read again.
  private var stored: [UInt8]? {
    let kept = lock.withLock { self.kept }
    if !kept.isEmpty { return Array(kept.joined().prefix(Self.capacity)) }
    if file == "-" { return StandardInput.isRegularFile ? Self.read(STDIN_FILENO, from: offset) : [] }
    var status = stat()
    guard stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let descriptor = open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return Self.read(descriptor, from: 0)
  }

  private static func read(_ descriptor: Int32, from offset: off_t) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: capacity)
    let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, offset) }
    return Array(bytes.prefix(max(0, count)))
  }
}
