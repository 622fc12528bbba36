import Foundation

/// How the bytes of a source that arrive slowly are collected.
struct Spooling {
  /// Told how many bytes have come so far.
  var progress: ((Int) -> Void)?
  /// After how many bytes it is told again.
  static let noticeInterval = 256 * 1024
  /// Asked whether to stop.
  var isCancelled: (() -> Bool)?
}

extension JSONSource {
  /// The same document from where it can be read at once, and again: a file or memory as it is, anything else from a
  /// temporary file, or from memory where it is short.
  ///
  /// Called before a transaction begins: nobody is to wait for a pipe.
  func spooled(_ spooling: Spooling = Spooling()) throws -> JSONSource {
    isSlow ? try collected(spooling) : self
  }

  /// The same document from where it can be read more than once.
  func rereadable() throws -> JSONSource {
    if case .descriptor = kind { return try collected(Spooling()) }
    return try spooled()
  }

  private func collected(_ spooling: Spooling) throws -> JSONSource {
    var reader = try makeReader(unless: spooling.isCancelled)
    let spool = Spool()
    var (total, told) = (0, 0)
    while true {
      try waitForBytes(reader, spooling)
      let count = try spool.fill { buffer, capacity in try reader.read(into: buffer, capacity: capacity) }
      if count == 0 { break }
      total += count
      if total - told >= Spooling.noticeInterval {
        told = total
        spooling.progress?(total)
      }
    }
    return try spool.finish()
  }

  /// Looks every now and then whether to stop. What the caller makes cannot be looked at before it is there.
  ///
  /// - Throws: `CancellationError`.
  private func waitForBytes(_ reader: any ByteReader, _ spooling: Spooling) throws {
    guard let isCancelled = spooling.isCancelled else { return }
    repeat {
      if isCancelled() { throw CancellationError() }
    } while (reader as? DescriptorReader)?.hasBytes(withinMilliseconds: 200) == false
  }

  /// Whether there may be a wait for the bytes.
  var isSlow: Bool {
    switch kind {
    case .bytes, .spooled: false
    case .chunks: true
    case .file(let path): FileKind(of: path).isWaitedFor
    case .descriptor(let descriptor): !DescriptorReader.isFile(descriptor)
    }
  }
}

/// Takes the bytes of a document as they come, and keeps them in memory until there are too many.
private final class Spool {
  private static let capacity = 256 * 1024
  private let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: Spool.capacity)
  private var count = 0
  private var file: SpooledFile?

  deinit { buffer.deallocate() }

  /// Has bytes put behind those that are there.
  ///
  /// - Returns: how many; 0 at the end.
  func fill(_ read: (UnsafeMutablePointer<UInt8>, Int) throws -> Int) throws -> Int {
    if count == Spool.capacity { try writeOut() }
    let added = try read(buffer + count, Spool.capacity - count)
    count += added
    return added
  }

  private func writeOut() throws {
    let file = try self.file ?? SpooledFile()
    self.file = file
    try file.append(UnsafeRawBufferPointer(start: buffer, count: count))
    count = 0
  }

  /// The document as a source.
  func finish() throws -> JSONSource {
    guard let file else {
      return JSONSource(kind: .bytes(Array(UnsafeBufferPointer(start: buffer, count: count))))
    }
    try writeOut()
    return JSONSource(kind: .spooled(file))
  }
}
