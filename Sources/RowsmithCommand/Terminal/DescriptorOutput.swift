import Foundation

/// A descriptor that text is written to, collected first.
final class DescriptorOutput {
  private let descriptor: Int32
  private let name: String
  private var pending: [UInt8] = []

  init(_ descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  /// Writes text, now or with what follows.
  func write(_ text: String) throws(StreamError) {
    pending.append(contentsOf: text.utf8)
    if pending.count > 64 * 1024 { try flush() }
  }

  /// Writes bytes after everything written before, unless a signal comes while nobody takes them.
  func write(_ bytes: UnsafeRawBufferPointer, _ interruption: Interruption) throws {
    try flush()
    if isFile { return try writeAll(bytes) }
    var rest = bytes[...]
    while !rest.isEmpty {
      while !waitFor(descriptor, POLLOUT, milliseconds: 200) { try interruption.check() }
      // A pipe that has room at all has room for this much.
      let piece = rest.prefix(Int(PIPE_BUF))
      try writeAll(UnsafeRawBufferPointer(rebasing: piece))
      rest = rest.dropFirst(piece.count)
    }
  }

  /// Whether nothing that is written has to wait for a reader.
  private lazy var isFile: Bool = {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }()

  /// Writes what was collected.
  func flush() throws(StreamError) {
    if pending.isEmpty { return }
    let bytes = pending
    pending.removeAll(keepingCapacity: true)
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(StreamError) in try writeAll(bytes) }
    }
    try result.get()
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
      // Someone made the descriptor non-blocking: wait until there is room.
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

/// Waits until a descriptor is ready; false when the time is over, or when a signal came.
@discardableResult
func waitFor(_ descriptor: Int32, _ event: some BinaryInteger, milliseconds: Int32) -> Bool {
  var entry = pollfd(fd: descriptor, events: Int16(event), revents: 0)
  return poll(&entry, 1, milliseconds) > 0
}
