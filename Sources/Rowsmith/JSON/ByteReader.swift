import Foundation

/// Delivers the bytes of a source in document order.
package protocol ByteReader {
  /// The size of the document, if known.
  var totalBytes: Int? { get }
  /// Writes at most `capacity` bytes and returns their number; 0 at the end.
  mutating func read(into buffer: UnsafeMutablePointer<UInt8>, capacity: Int) throws -> Int
  /// The position in the source of a delivered byte; `nil` if the source has the same bytes.
  func sourcePosition(ofByte offset: Int) -> (line: Int, column: Int)?
  /// Allows the reader to forget the positions of bytes before this one; they are not asked for again.
  mutating func forgetPositions(before offset: Int)
}

extension ByteReader {
  package func sourcePosition(ofByte offset: Int) -> (line: Int, column: Int)? { nil }
  package mutating func forgetPositions(before offset: Int) {}
}

/// Wraps a reader in another one: to decompress, or to make JSON of another format.
package typealias ByteTransform = @Sendable (any ByteReader) throws -> any ByteReader

/// Reads an open file descriptor.
final class DescriptorReader: ByteReader {
  private let descriptor: Int32
  private let closesAtEnd: Bool
  /// Called while it waits for bytes, to ask whether to stop.
  private let isCancelled: (() -> Bool)?
  let totalBytes: Int?

  init(descriptor: Int32, closesAtEnd: Bool, unless isCancelled: (() -> Bool)? = nil) {
    self.descriptor = descriptor
    self.closesAtEnd = closesAtEnd
    totalBytes = DescriptorReader.size(of: descriptor)
    self.isCancelled = totalBytes == nil ? isCancelled : nil
  }

  /// The size of the open file; `nil` if it is not a file.
  private static func size(of descriptor: Int32) -> Int? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  /// Whether the descriptor is a file, which can be read without waiting.
  static func isFile(_ descriptor: Int32) -> Bool { size(of: descriptor) != nil }

  convenience init(path: String, unless isCancelled: (() -> Bool)? = nil) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw JSONError.unreadable(path, errno) }
    self.init(descriptor: descriptor, closesAtEnd: true, unless: isCancelled)
  }

  deinit {
    if closesAtEnd { close(descriptor) }
  }

  /// Waits until bytes, or the end, can be read; returns `false` after the timeout.
  func hasBytes(withinMilliseconds milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, milliseconds) > 0
  }

  func read(into buffer: UnsafeMutablePointer<UInt8>, capacity: Int) throws -> Int {
    while true {
      if let isCancelled {
        repeat {
          if isCancelled() { throw CancellationError() }
        } while !hasBytes(withinMilliseconds: 200)
      }
      #if canImport(Darwin)
        let count = Darwin.read(descriptor, buffer, capacity)
      #else
        let count = Glibc.read(descriptor, buffer, capacity)
      #endif
      if count >= 0 { return count }
      if errno == EAGAIN {
        // Others that have the pipe open may have set it so.
        _ = hasBytes(withinMilliseconds: 200)
      } else if errno != EINTR {
        throw JSONError(.unreadable, "cannot read the document: \(String(cString: strerror(errno)))")
      }
    }
  }
}

/// Reads bytes in memory.
struct MemoryReader: ByteReader {
  private let bytes: [UInt8]
  private var offset = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var totalBytes: Int? { bytes.count }

  mutating func read(into buffer: UnsafeMutablePointer<UInt8>, capacity: Int) -> Int {
    let count = min(capacity, bytes.count - offset)
    bytes.withUnsafeBufferPointer { bytes in
      if let start = bytes.baseAddress { buffer.update(from: start + offset, count: count) }
    }
    offset += count
    return count
  }
}

/// Reads chunks that are produced lazily.
struct ChunkReader: ByteReader {
  private let next: () throws -> [UInt8]?
  private var chunk: [UInt8] = []
  private var offset = 0
  let totalBytes: Int?

  init(totalBytes: Int?, next: @escaping () throws -> [UInt8]?) {
    self.totalBytes = totalBytes
    self.next = next
  }

  /// Reads the pieces of a document in memory.
  init(_ pieces: [[UInt8]]) {
    var rest = pieces.makeIterator()
    self.init(totalBytes: pieces.reduce(0) { $0 + $1.count }) { rest.next() }
  }

  mutating func read(into buffer: UnsafeMutablePointer<UInt8>, capacity: Int) throws -> Int {
    while offset == chunk.count {
      guard let following = try next() else { return 0 }
      chunk = following
      offset = 0
    }
    let count = min(capacity, chunk.count - offset)
    chunk.withUnsafeBufferPointer { bytes in
      if let start = bytes.baseAddress { buffer.update(from: start + offset, count: count) }
    }
    offset += count
    return count
  }
}

extension JSONSource {
  /// Opens the source.
  ///
  /// - Parameter isCancelled: called while waiting for the writer of a named pipe, or for the bytes of a pipe.
  func makeReader(unless isCancelled: (() -> Bool)? = nil) throws -> any ByteReader {
    switch kind {
    case .file(let path):
      if let isCancelled, FileKind(of: path) == .pipe {
        DescriptorReader(
          descriptor: try PipeOpening(path: path).wait(unless: isCancelled), closesAtEnd: true,
          unless: isCancelled)
      } else {
        try DescriptorReader(path: path, unless: isCancelled)
      }
    case .descriptor(let descriptor):
      DescriptorReader(descriptor: descriptor, closesAtEnd: false, unless: isCancelled)
    case .kept(let source): KeptReader(source, unless: isCancelled)
    case .bytes(let bytes): MemoryReader(bytes)
    case .pieces(let pieces): ChunkReader(pieces)
    case .chunks(let next): ChunkReader(totalBytes: nil, next: next)
    case .part(let file, let part): file.makeReader(of: part)
    case .transformed(let base, let transform): try transform(base.makeReader(unless: isCancelled))
    case .stream: throw JSONStream.cannotWait
    }
  }
}
