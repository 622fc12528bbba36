import Foundation

/// An unlinked temporary file: it is deleted with its last reader, however the process ends.
final class SpooledFile: @unchecked Sendable {
  private let descriptor: Int32

  /// Creates an empty file in the directory for temporary files: `TMPDIR`, or the system's default.
  ///
  /// - Throws: ``JSONError`` if it cannot be created.
  init() throws {
    let path = TemporaryPlace.folder.appendingPathComponent("rowsmith-XXXXXX").path
    var template = Array(path.utf8CString)
    let made = template.withUnsafeMutableBufferPointer { buffer -> Int32 in
      guard let start = buffer.baseAddress else { return -1 }
      let made = mkstemp(start)
      if made >= 0 { unlink(start) }
      return made
    }
    guard made >= 0 else { throw SpooledFile.failure(errno) }
    descriptor = made
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit { close(descriptor) }

  /// Writes bytes behind those before a position. If that fails, it may be tried again.
  func write(_ bytes: UnsafeRawBufferPointer, at position: Int) throws {
    var offset = 0
    while offset < bytes.count {
      let count = pwrite(
        descriptor, bytes.baseAddress?.advanced(by: offset), bytes.count - offset, off_t(position + offset))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw SpooledFile.failure(errno) }
      offset += count
    }
  }

  /// Reads at most `capacity` bytes from a position on; 0 at the end.
  func read(into buffer: UnsafeMutablePointer<UInt8>, capacity: Int, at position: Int) throws -> Int {
    while true {
      let count = pread(descriptor, buffer, capacity, off_t(position))
      if count >= 0 { return count }
      if errno != EINTR { throw SpooledFile.failure(errno) }
    }
  }

  /// A reader of a part. It has its own position, so several can be used at once.
  func makeReader(of part: Range<Int>) -> SpooledReader { SpooledReader(file: self, part: part) }

  fileprivate static func failure(_ code: Int32) -> JSONError {
    JSONError(
      .unreadable,
      "cannot keep the document in a temporary file in '\(TemporaryPlace.folder.path)': "
        + "\(String(cString: strerror(code))); name a folder with room in TMPDIR, or import from a file")
  }
}

/// Reads a part of a spooled file.
struct SpooledReader: ByteReader {
  private let file: SpooledFile
  private var rest: Range<Int>
  let totalBytes: Int?

  fileprivate init(file: SpooledFile, part: Range<Int>) {
    (self.file, rest, totalBytes) = (file, part, part.count)
  }

  mutating func read(into buffer: UnsafeMutablePointer<UInt8>, capacity: Int) throws -> Int {
    if rest.isEmpty { return 0 }
    let count = try file.read(into: buffer, capacity: min(capacity, rest.count), at: rest.lowerBound)
    // Somebody has cut the file off.
    if count == 0 { throw SpooledFile.failure(EIO) }
    rest = rest.dropFirst(count)
    return count
  }
}
