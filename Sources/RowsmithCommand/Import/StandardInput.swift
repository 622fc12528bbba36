import Foundation
import Rowsmith

/// Standard input as a JSON source that can be interrupted while it waits.
enum StandardInput {
  static let isRegularFile: Bool = {
    var status = stat()
    return fstat(STDIN_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }()

  /// The bytes as they arrive. The first bytes of a pipe are kept. While it waits for bytes, it checks for an interruption,
  /// because a read could block forever.
  static func source(_ interruption: Interruption, keeping beginning: DocumentBeginning) -> JSONSource {
    // A file has a size, which the progress needs.
    if isRegularFile { return .descriptor(STDIN_FILENO) }
    return .chunks {
      while true {
        if interruption.isRaised {
          throw ImportError(.cancelled, "the import was interrupted; the database is unchanged")
        }
        guard waitFor(STDIN_FILENO, POLLIN, milliseconds: 200) else { continue }
        var chunk = [UInt8](repeating: 0, count: 256 * 1024)
        let count = chunk.withUnsafeMutableBytes { read(STDIN_FILENO, $0.baseAddress, $0.count) }
        if count > 0 {
          beginning.keep(chunk.prefix(count))
          return Array(chunk.prefix(count))
        }
        if count == 0 { return nil }
        if errno != EINTR, errno != EAGAIN {
          throw ImportError(.unreadable, "cannot read standard input: \(String(cString: strerror(errno)))")
        }
      }
    }
  }
}
