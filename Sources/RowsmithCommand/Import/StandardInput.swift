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

  /// What has come through a pipe already.
  private static let early = EarlyBytes()

  /// Lets a pipe hold more than usual, so that its other end can go on while the command gets ready.
  static func widen() { JSONSource.widenPipe(STDIN_FILENO) }

  /// Takes what has come through a pipe, without waiting, to make room for more.
  static func takeWhatHasCome() {
    var status = stat()
    guard fstat(STDIN_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return }
    while early.hasRoom, waitFor(STDIN_FILENO, POLLIN, milliseconds: 0) {
      // An error, or the end, comes again.
      guard case .bytes(let bytes) = readChunk() else { return }
      early.add(bytes)
    }
  }

  /// The bytes as they arrive. The first bytes of a pipe are kept. While it waits for bytes, it checks for an interruption,
  /// because a read could block forever.
  static func source(_ interruption: Interruption, keeping beginning: DocumentBeginning) -> JSONSource {
    // A file has a size, which the progress needs.
    if isRegularFile { return .descriptor(STDIN_FILENO) }
    return .chunks {
      if let bytes = early.next() {
        beginning.keep(bytes)
        return bytes
      }
      while true {
        if interruption.isRaised {
          throw ImportError(.cancelled, "the import was interrupted; the database is unchanged")
        }
        guard waitFor(STDIN_FILENO, POLLIN, milliseconds: 200) else { continue }
        switch readChunk() {
        case .bytes(let bytes):
          beginning.keep(bytes)
          return bytes
        case .end: return nil
        case .failure(EINTR), .failure(EAGAIN): continue
        case .failure(let code):
          throw ImportError(.unreadable, "cannot read standard input: \(String(cString: strerror(code)))")
        }
      }
    }
  }

  /// What a read gives.
  private enum Chunk {
    case bytes([UInt8])
    case end
    /// The number of the error.
    case failure(Int32)
  }

  private static func readChunk() -> Chunk {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: chunk) { buffer, filled in
      let count = read(STDIN_FILENO, buffer.baseAddress, buffer.count)
      if count < 0 { code = errno }
      filled = max(0, count)
    }
    if code != 0 { return .failure(code) }
    return bytes.isEmpty ? .end : .bytes(bytes)
  }

  /// Bytes that were read before anybody asked for them.
  private final class EarlyBytes: @unchecked Sendable {
    /// Guards the properties below.
    private let lock = NSLock()
    private var chunks: [[UInt8]] = []
    private var given = 0
    private var count = 0
    private static let mostBytes = 4 * 1024 * 1024

    var hasRoom: Bool { lock.withLock { count < EarlyBytes.mostBytes } }

    func add(_ bytes: [UInt8]) {
      lock.withLock {
        chunks.append(bytes)
        count += bytes.capacity
      }
    }

    /// The first bytes that nobody has got.
    func next() -> [UInt8]? {
      lock.withLock {
        guard given < chunks.count else { return nil }
        defer {
          chunks[given] = []
          given += 1
        }
        return chunks[given]
      }
    }
  }
}
