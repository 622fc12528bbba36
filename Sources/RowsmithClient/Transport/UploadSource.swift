import Foundation

/// Reads the body of a request, part by part. Files are read as needed.
package final class UploadSource {
  private enum Part {
    case bytes([UInt8])
    case file(path: String, size: Int)

    var size: Int {
      switch self {
      case .bytes(let bytes): bytes.count
      case .file(_, let size): size
      }
    }
  }

  /// The size, in bytes.
  package let total: Int
  private let parts: [Part]
  private var index = 0
  private var offset = 0
  private var descriptor: Int32 = -1

  /// - Throws: ``TransportError`` if a file cannot be read.
  package init(_ body: HTTPBody) throws(TransportError) {
    var parts: [Part] = []
    try UploadSource.gather(body, into: &parts)
    self.parts = parts
    total = parts.reduce(0) { $0 + $1.size }
  }

  deinit { closeFile() }

  /// Reads the next bytes.
  ///
  /// - Returns: how many were read, 0 at the end; `nil` if a file can no longer be read, or has become shorter.
  package func read(into target: UnsafeMutableRawPointer, count: Int) -> Int? {
    while index < parts.count {
      let wanted = min(count, parts[index].size - offset)
      guard wanted > 0 else {
        closeFile()
        index += 1
        offset = 0
        continue
      }
      switch parts[index] {
      case .bytes(let bytes):
        bytes.withUnsafeBytes { source in
          guard let base = source.baseAddress else { return }
          target.copyMemory(from: base + offset, byteCount: wanted)
        }
        offset += wanted
        return wanted
      case .file(let path, _):
        guard let found = readFile(path, into: target, count: wanted) else { return nil }
        offset += found
        return found
      }
    }
    return 0
  }

  /// Moves to a byte position.
  package func seek(to position: Int) {
    closeFile()
    index = 0
    offset = max(0, position)
    while index < parts.count, offset >= parts[index].size {
      offset -= parts[index].size
      index += 1
    }
  }

  /// All bytes from the beginning; `nil` if a file can no longer be read.
  package func collected() -> [UInt8]? {
    seek(to: 0)
    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: total) { buffer, count in
      while count < total, let base = buffer.baseAddress {
        guard let found = read(into: base + count, count: total - count), found > 0 else {
          failed = true
          return
        }
        count += found
      }
    }
    return failed ? nil : bytes
  }

  private func readFile(_ path: String, into target: UnsafeMutableRawPointer, count: Int) -> Int? {
    if descriptor < 0 {
      descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0, lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else { return nil }
    }
    while true {
      let found = Foundation.read(descriptor, target, count)
      if found > 0 { return found }
      guard found < 0, errno == EINTR else { return nil }
    }
  }

  private func closeFile() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  private static func gather(_ body: HTTPBody, into parts: inout [Part]) throws(TransportError) {
    switch body {
    case .bytes(let bytes): parts.append(.bytes(bytes))
    case .file(let path):
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, access(path, R_OK) == 0 else {
        throw TransportError(.unsendable, "The file \(path), the body of the request, cannot be read.")
      }
      parts.append(.file(path: path, size: Int(status.st_size)))
    case .parts(let inner): for part in inner { try gather(part, into: &parts) }
    }
  }
}
