import Foundation

/// Keeps the bytes that are read of a source that can be read only once, so that they can be read again.
final class KeptSource: @unchecked Sendable {
  /// Guards the properties below.
  private let lock = NSLock()
  private let source: JSONSource
  private var reader: (any ByteReader)?
  private var file: SpooledFile?
  private var count = 0
  private var isAtEnd = false

  init(_ source: JSONSource) { self.source = source }

  /// Reads from a position on: what is kept, then what the source gives next. 0 at the end.
  func read(
    into buffer: UnsafeMutablePointer<UInt8>, capacity: Int, at position: Int,
    unless isCancelled: (() -> Bool)?
  ) throws -> Int {
    try lock.withLock {
      let file = try self.file ?? SpooledFile()
      self.file = file
      if position < count {
        return try file.read(into: buffer, capacity: min(capacity, count - position), at: position)
      }
      if isAtEnd { return 0 }
      var reader = try self.reader ?? source.makeReader(unless: isCancelled)
      defer { self.reader = reader }
      let more = try reader.read(into: buffer, capacity: capacity)
      // The end is read once: a source may not be asked again.
      isAtEnd = more == 0
      try file.write(UnsafeRawBufferPointer(start: buffer, count: more), at: count)
      count += more
      return more
    }
  }
}

/// Reads a kept source from its start.
struct KeptReader: ByteReader {
  private let source: KeptSource
  private let isCancelled: (() -> Bool)?
  private var position = 0
  let totalBytes: Int? = nil

  init(_ source: KeptSource, unless isCancelled: (() -> Bool)?) {
    self.source = source
    self.isCancelled = isCancelled
  }

  mutating func read(into buffer: UnsafeMutablePointer<UInt8>, capacity: Int) throws -> Int {
    let count = try source.read(into: buffer, capacity: capacity, at: position, unless: isCancelled)
    position += count
    return count
  }
}
