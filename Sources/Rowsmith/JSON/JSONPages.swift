/// Keeps the pages of a long response until they are imported together: in memory up to a limit, then in one temporary
/// file, so that many pages need little memory and only one file descriptor.
package final class JSONPages {
  private let memoryLimit: Int
  private var inMemory = 0
  private var file: SpooledFile?
  private var written = 0

  /// Creates an empty collection.
  package init(memoryLimit: Int = 1 << 20) { self.memoryLimit = memoryLimit }

  /// Keeps a page.
  ///
  /// - Returns: a source for the page as it is kept now.
  /// - Throws: ``JSONError`` if there is no space for a temporary file.
  package func keep(_ source: JSONSource) throws -> JSONSource {
    let pieces: [[UInt8]]
    switch source.kind {
    case .bytes(let bytes): pieces = [bytes]
    case .pieces(let several): pieces = several
    default: return source
    }
    let count = source.heldBytes
    if inMemory + count <= memoryLimit {
      inMemory += count
      return source
    }
    let file = try self.file ?? SpooledFile()
    self.file = file
    var position = written
    for piece in pieces {
      try piece.withUnsafeBytes { try file.write($0, at: position) }
      position += piece.count
    }
    defer { written = position }
    return JSONSource(kind: .part(file, written..<position), name: source.name)
  }
}

extension JSONSource {
  /// All bytes of a source that can be read at once.
  ///
  /// - Throws: ``JSONError`` if it cannot be read.
  package func readAll() throws -> [UInt8] {
    if case .bytes(let bytes) = kind { return bytes }
    var reader = try makeReader()
    var bytes: [UInt8] = []
    while true {
      let chunk = try [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
        if let start = buffer.baseAddress { count = try reader.read(into: start, capacity: 1 << 16) }
      }
      if chunk.isEmpty { return bytes }
      bytes += chunk
    }
  }
}
