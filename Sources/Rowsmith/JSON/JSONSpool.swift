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
  /// How many bytes go to the file at once, when there is one.
  private static let writeSize = 256 * 1024
  /// The bytes that are in no file yet, in pieces: so none is moved when more come.
  private var pieces: [[UInt8]] = []
  /// How many bytes the pieces have together.
  private var held = 0
  private var file: SpooledFile?
  private var written = 0
  private var isFinished = false
  /// How many bytes are read from a source at a time, and a piece has at least, except for the last.
  private static let chunk = 64 * 1024

  /// Creates an empty spool.
  ///
  /// - Parameter memoryLimit: from how many bytes on they are kept in a file.
  public init(memoryLimit: Int = 256 * 1024) { self.memoryLimit = max(1, memoryLimit) }

  /// How many bytes have been added so far.
  public var count: Int { lock.withLock { written + held } }

  /// Adds the next bytes.
  ///
  /// - Throws: ``JSONError`` if there is no space for a temporary file, or ``source(named:)`` was already called. Earlier
  ///   bytes are kept.
  public func append(_ bytes: some DataProtocol) throws {
    try lock.withLock {
      try requireOpen()
      let former = held
      for region in bytes.regions where !region.isEmpty {
        if let last = pieces.indices.last, pieces[last].count < JSONSpool.chunk {
          pieces[last].append(contentsOf: region)
        } else {
          pieces.append([UInt8](region))
        }
        held += region.count
      }
      if isFull { try writeOut(orKeep: former) }
    }
  }

  /// Adds the bytes that the closure reads.
  ///
  /// - Returns: how many; 0 at the end.
  func fill(_ read: (UnsafeMutablePointer<UInt8>, Int) throws -> Int) throws -> Int {
    let bytes = try [UInt8](unsafeUninitializedCapacity: JSONSpool.chunk) { chunk, count in
      if let start = chunk.baseAddress { count = try read(start, JSONSpool.chunk) }
    }
    if bytes.count < JSONSpool.chunk {
      if !bytes.isEmpty { try append(bytes) }
      return bytes.count
    }
    try lock.withLock {
      try requireOpen()
      let former = held
      pieces.append(bytes)
      held += bytes.count
      if isFull { try writeOut(orKeep: former) }
    }
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
      if let file { return JSONSource(kind: .part(file, 0..<written), name: name) }
      return JSONSource(kind: pieces.count > 1 ? .pieces(pieces) : .bytes(pieces.first ?? []), name: name)
    }
  }

  private var isFull: Bool {
    held >= (file == nil ? memoryLimit : min(memoryLimit, JSONSpool.writeSize))
  }

  /// Moves the pieces to the file. If that fails, those before the last bytes are kept: the caller may add the rest again.
  private func writeOut(orKeep former: Int) throws {
    do {
      try writeOut()
    } catch {
      // A part may have been written, but as many bytes are still held as were not.
      while held > former, let last = pieces.indices.last {
        let surplus = min(held - former, pieces[last].count)
        pieces[last].removeLast(surplus)
        held -= surplus
        if pieces[last].isEmpty { pieces.removeLast() }
      }
      throw error
    }
  }

  private func writeOut() throws {
    if held == 0 { return }
    let file = try self.file ?? SpooledFile()
    self.file = file
    var position = written
    for piece in pieces {
      try piece.withUnsafeBytes { try file.write($0, at: position) }
      position += piece.count
    }
    written = position
    pieces.removeAll(keepingCapacity: true)
    held = 0
  }

  private func requireOpen() throws {
    if isFinished {
      throw JSONError(
        .unreadable, "bytes came after the end of a document: the spool has returned its source already")
    }
  }
}
