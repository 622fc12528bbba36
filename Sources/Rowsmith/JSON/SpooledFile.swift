import Foundation

/// An unlinked temporary file: it is deleted with its last reader, however the process ends.
final class SpooledFile: @unchecked Sendable {
  private let descriptor: Int32

  /// Creates an empty file in the directory for temporary files: `TMPDIR`, or the system's default.
  ///
  /// - Throws: ``JSONError`` if it cannot be created.
  init() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("rowsmith-XXXXXX").path
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

  /// A reader from the start. It has its own position, so several can be used at once.
  func makeReader() -> SpooledReader {
    SpooledReader(file: self, totalBytes: DescriptorReader.size(of: descriptor))
  }

  /// Reads at most `capacity` bytes from a position on; 0 at the end.
  func read(into buffer: UnsafeMutablePointer<UInt8>, capacity: Int, at position: Int) throws -> Int {
    while true {
      let count = pread(descriptor, buffer, capacity, off_t(position))
      if count >= 0 { return count }
      if errno != EINTR { throw SpooledFile.failure(errno) }
    }
  }

  /// A reader of a part.
  func makeReader(of part: Range<Int>) -> ChunkReader {
    var rest = part
    return ChunkReader(totalBytes: part.count) {
      let next = rest.prefix(64 * 1024)
      rest = rest.dropFirst(next.count)
      return next.isEmpty ? nil : try self.read(next)
    }
  }

  /// Reads a range of bytes.
  func read(_ part: Range<Int>) throws -> [UInt8] {
    try [UInt8](unsafeUninitializedCapacity: part.count) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      while count < part.count {
        let got = pread(descriptor, start + count, part.count - count, off_t(part.lowerBound + count))
        if got < 0, errno == EINTR { continue }
        guard got > 0 else { throw SpooledFile.failure(errno) }
        count += got
      }
    }
  }

  private static func failure(_ code: Int32) -> JSONError {
    JSONError(
      .unreadable,
      "cannot keep the document in a temporary file in '\(FileManager.default.temporaryDirectory.path)': "
        + "\(String(cString: strerror(code))); name a folder with room in TMPDIR, or import from a file")
  }
}

/// Reads a spooled file from its start.
struct SpooledReader: ByteReader {
  fileprivate let file: SpooledFile
  let totalBytes: Int?
  private var position = 0

  fileprivate init(file: SpooledFile, totalBytes: Int?) {
    self.file = file
    self.totalBytes = totalBytes
  }

  mutating func read(into buffer: UnsafeMutablePointer<UInt8>, capacity: Int) throws -> Int {
    let count = try file.read(into: buffer, capacity: capacity, at: position)
    position += count
    return count
  }
}
