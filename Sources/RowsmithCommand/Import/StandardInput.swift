import Foundation
import Rowsmith

/// Standard input as a JSON source that can be interrupted while it waits.
enum StandardInput {
  static let isRegularFile: Bool = {
    var status = stat()
    return fstat(STDIN_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }()

  /// How many bytes are read at a time.
  private static let chunk = 64 * 1024

  /// Lets a pipe hold more than the usual 64 KiB, so that its other end can go on while the model is read.
  static func widen() {
    #if os(Linux)
      // F_SETPIPE_SZ, with the most that any user may set. What is no pipe refuses it.
      _ = fcntl(STDIN_FILENO, 1031, 1024 * 1024)
    #endif
  }

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
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: chunk) { buffer, filled in
          let count = read(STDIN_FILENO, buffer.baseAddress, buffer.count)
          if count < 0 { code = errno }
          filled = max(0, count)
        }
        if !bytes.isEmpty {
          beginning.keep(bytes)
          return bytes
        }
        if code == 0 { return nil }
        if code != EINTR, code != EAGAIN {
          throw ImportError(.unreadable, "cannot read standard input: \(String(cString: strerror(code)))")
        }
      }
    }
  }
}
