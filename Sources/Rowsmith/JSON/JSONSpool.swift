public import Foundation

/// Takes the bytes of a document as they arrive, in chunks of any size, and keeps them until it is imported: in memory up to
/// a limit, then in a temporary file without a name, which is gone with the last one who refers to it.
///
/// ```swift
/// let spool = JSONSpool()
/// for await chunk in chunks { try spool.append(chunk) }
/// try await store.importJSON(try spool.source(), into: .entity("Band"))
/// ```
///
/// Chunks may come from any thread, one after another.
public final class JSONSpool: @unchecked Sendable {
  /// Guards what follows.
  private let lock = NSLock()
  private let memoryLimit: Int
  private var buffer: [UInt8] = []
  private var file: SpooledFile?
  private var written = 0
  private var isFinished = false
  /// How much is read at a time from a source.
  private static let chunk = 64 * 1024

  /// Creates an empty spool.
  ///
  /// - Parameter memoryLimit: from how many bytes on they are kept in a file.
  public init(memoryLimit: Int = 256 * 1024) { self.memoryLimit = max(1, memoryLimit) }

  /// How many bytes have come so far.
  public var count: Int { lock.withLock { written + buffer.count } }

  /// Adds the bytes that come next.
  ///
  /// - Throws: ``JSONError`` where there is no room for a temporary file, or the document has been taken as a source
  ///   already. What came before is kept.
  public func append(_ bytes: some DataProtocol) throws {
    try lock.withLock {
      try requireOpen()
      for region in bytes.regions { buffer.append(contentsOf: region) }
      if buffer.count >= memoryLimit { try writeOut() }
    }
  }

  /// Has bytes put behind those that are there.
  ///
  /// - Returns: how many; 0 at the end.
  func fill(_ read: (UnsafeMutablePointer<UInt8>, Int) throws -> Int) throws -> Int {
    let bytes = try [UInt8](unsafeUninitializedCapacity: JSONSpool.chunk) { chunk, count in
      if let start = chunk.baseAddress { count = try read(start, JSONSpool.chunk) }
    }
    if !bytes.isEmpty { try append(bytes) }
    return bytes.count
  }

  /// The document that came, as a source that can be read at once, and more than once. No more bytes are taken then.
  ///
  /// - Parameter name: what errors call it where there are several sources.
  /// - Throws: ``JSONError`` where there is no room for a temporary file.
  public func source(named name: String? = nil) throws -> JSONSource {
    try lock.withLock {
      if file != nil { try writeOut() }
      isFinished = true
      return JSONSource(kind: file.map { .spooled($0) } ?? .bytes(buffer), name: name)
    }
  }

  private func writeOut() throws {
    if buffer.isEmpty { return }
    let file = try self.file ?? SpooledFile()
    self.file = file
    try buffer.withUnsafeBytes { try file.append($0) }
    written += buffer.count
    buffer.removeAll(keepingCapacity: true)
  }

  private func requireOpen() throws {
    if isFinished {
      throw JSONError(
        .unreadable, "bytes came behind the end of a document: the spool has given its source already")
    }
  }
}
