import Foundation

/// A buffered writer for a descriptor.
final class DescriptorOutput {
  private let descriptor: Int32
  private let name: String
  private var pending: [UInt8] = []
  /// Whether the pipe had no reader any more when text was written. Text is dropped then, and the command goes on: what it
  /// reports elsewhere and its exit status still count.
  private var isReaderGone = false

  init(_ descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  /// Writes text, now or with the next flush.
  func write(_ text: String) throws(StreamError) {
    pending.append(contentsOf: text.utf8)
    if pending.count > 64 * 1024 { try flush() }
  }

  /// Writes bytes after everything written before. A signal interrupts it while it waits for the reader.
  ///
  /// - Throws: ``StreamError/readerIsGone``, which ends a long output early.
  func write(_ bytes: UnsafeRawBufferPointer, _ interruption: Interruption) throws {
    try flush()
    if isFile { return try writeAll(bytes) }
    var rest = bytes[...]
    while !rest.isEmpty {
      while !waitFor(descriptor, POLLOUT, milliseconds: 200) { try interruption.check() }
      // A pipe that is ready accepts this much without blocking.
      let piece = rest.prefix(Int(PIPE_BUF))
      try writeAll(UnsafeRawBufferPointer(rebasing: piece))
      rest = rest.dropFirst(piece.count)
    }
  }

  /// Whether the descriptor is a regular file, so that writing never waits for a reader.
  private lazy var isFile: Bool = {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }()

  /// Writes the buffer.
  func flush() throws(StreamError) {
    if pending.isEmpty { return }
    let bytes = pending
    pending.removeAll(keepingCapacity: true)
    if isReaderGone { return }
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(StreamError) in try writeAll(bytes) }
    }
    switch result {
    case .success: break
    case .failure(.readerIsGone): isReaderGone = true
    case .failure(let error): throw error
    }
  }

  private func writeAll(_ bytes: UnsafeRawBufferPointer) throws(StreamError) {
    var offset = 0
    while offset < bytes.count {
      let count = writeOnce(descriptor, UnsafeRawBufferPointer(rebasing: bytes[offset...]))
      if count >= 0 {
        offset += count
        continue
      }
      switch errno {
      case EINTR: continue
      // The descriptor was made non-blocking by another process: wait until it is ready.
      case EAGAIN: waitFor(descriptor, POLLOUT, milliseconds: -1)
      case EPIPE: throw .readerIsGone
      default: throw .failed(stream: name, reason: String(cString: strerror(errno)))
      }
    }
  }
}

private func writeOnce(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}

/// Waits until a descriptor is ready; `false` after a timeout or a signal.
@discardableResult
func waitFor(_ descriptor: Int32, _ event: some BinaryInteger, milliseconds: Int32) -> Bool {
  var entry = pollfd(fd: descriptor, events: Int16(event), revents: 0)
  return poll(&entry, 1, milliseconds) > 0
}
