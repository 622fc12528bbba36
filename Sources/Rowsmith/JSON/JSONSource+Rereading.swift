import Foundation

extension JSONSource {
  /// The same document from where it can be read again: a file or memory as it is, a stream from a temporary file.
  func rereadable() throws -> JSONSource {
    switch kind {
    case .file, .bytes, .spooled: return self
    case .descriptor, .chunks: break
    }
    guard let file = tmpfile() else {
      throw ImportError(.unreadable, "cannot make a temporary file: \(String(cString: strerror(errno)))")
    }
    let spool = SpooledFile(file)
    var reader = try makeReader()
    let capacity = 256 * 1024
    let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    defer { buffer.deallocate() }
    while true {
      let count = try reader.read(into: buffer, capacity: capacity)
      if count == 0 { break }
      guard fwrite(buffer, 1, count, file) == count else {
        throw ImportError(.unreadable, "cannot write a temporary file: \(String(cString: strerror(errno)))")
      }
    }
    fflush(file)
    return JSONSource(kind: .spooled(spool))
  }
}

/// A temporary file without a name, closed with the last one who reads it.
final class SpooledFile: @unchecked Sendable {
  private let file: UnsafeMutablePointer<FILE>

  init(_ file: UnsafeMutablePointer<FILE>) { self.file = file }

  deinit { fclose(file) }

  /// A reader from the beginning. One reader is used at a time.
  func makeReader() -> DescriptorReader {
    let descriptor = fileno(file)
    lseek(descriptor, 0, SEEK_SET)
    return DescriptorReader(descriptor: descriptor, closesAtEnd: false, owner: self)
  }
}
