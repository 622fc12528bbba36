public import Foundation

/// Collects the bytes of a document as they arrive, in chunks of any size, until it is imported: in memory up to a limit,
/// then in an unlinked temporary file, which is deleted when nothing refers to it any more.
///
/// ```swift
/// let spool = JSONSpool()
/// for await chunk in chunks { try spool.append(chunk) }
/// try await store.importJSON(try spool.source(), into: .entity("Band"))
/// ```
///
/// Chunks may come from any thread, one after another.
public final class JSONSpool: @unchecked Sendable {
  /// Guards the variables below.
  private let lock = NSLock()
  private let memoryLimit: Int
  private var buffer: [UInt8] = []
  private var file: SpooledFile?
  private var written = 0
  private var isFinished = false
  /// How many bytes are read from a source at a time.
  private static let chunk = 64 * 1024

  /// Creates an empty spool.
  ///
  /// - Parameter memoryLimit: from how many bytes on they are kept in a file.
  public init(memoryLimit: Int = 256 * 1024) { self.memoryLimit = max(1, memoryLimit) }

  /// How many bytes have been added so far.
  public var count: Int { lock.withLock { written + buffer.count } }

  /// Adds the next bytes.
  ///
  /// - Throws: ``JSONError`` if there is no space for a temporary file, or ``source(named:)`` was already called. Earlier
  ///   bytes are kept.
  public func append(_ bytes: some DataProtocol) throws {
    try lock.withLock {
      try requireOpen()
      let former = buffer.count
      for region in bytes.regions { buffer.append(contentsOf: region) }
      if buffer.count < memoryLimit { return }
      do {
        try writeOut()
      } catch {
        // The caller may add them again.
        buffer.removeLast(buffer.count - former)
        throw error
      }
    }
  }

  /// Adds the bytes that the closure reads.
  ///
  /// - Returns: how many; 0 at the end.
  func fill(_ read: (UnsafeMutablePointer<UInt8>, Int) throws -> Int) throws -> Int {
    let bytes = try [UInt8](unsafeUninitializedCapacity: JSONSpool.chunk) { chunk, count in
      if let start = chunk.baseAddress { count = try read(start, JSONSpool.chunk) }
    }
    if !bytes.isEmpty { try append(bytes) }
    return bytes.count
  }

  /// The document as a source that can be read without waiting, and repeatedly. No more bytes can be added.
  ///
  /// - Parameter name: the source's name in errors if there are several.
  /// - Throws: ``JSONError`` if there is no space for a temporary file.
  public func source(named name: String? = nil) throws -> JSONSource {
    try lock.withLock {
      if file != nil { try writeOut() }
      isFinished = true
      // A failed write may have left bytes behind those.
      return JSONSource(kind: file.map { .part($0, 0..<written) } ?? .bytes(buffer), name: name)
    }
  }

  private func writeOut() throws {
    if buffer.isEmpty { return }
    let file = try self.file ?? SpooledFile()
    self.file = file
    try buffer.withUnsafeBytes { try file.write($0, at: written) }
    written += buffer.count
    buffer.removeAll(keepingCapacity: true)
  }

  private func requireOpen() throws {
    if isFinished {
      throw JSONError(
        .unreadable, "bytes came after the end of a document: the spool has returned its source already")
    }
  }
}
