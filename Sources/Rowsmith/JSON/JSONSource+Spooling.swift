import Foundation

/// How to collect the bytes of a slow source.
struct Spooling {
  /// Called with the number of bytes so far.
  var progress: ((Int) -> Void)?
  /// How many bytes lie between two calls.
  static let noticeInterval = 256 * 1024
  /// From how many bytes on they are kept in a file.
  var memoryLimit = Spooling.mostInMemory
  /// The limit of a document by itself.
  static let mostInMemory = 4 * 1024 * 1024
  /// Called to ask whether to stop.
  var isCancelled: (() -> Bool)?

  /// The limit of a document behind others that have so many bytes, because all are kept until they are imported together.
  static func memoryLimit(behind earlier: Int) -> Int { max(256 * 1024, mostInMemory - earlier) }
}

extension JSONSource {
  /// The same document as a source that can be read without waiting, and repeatedly: a file or memory as it is; anything
  /// else from a temporary file, or from memory if it is short.
  ///
  /// Called before a transaction begins, so that no transaction waits for a pipe.
  func spooled(_ spooling: Spooling = Spooling()) throws -> JSONSource {
    if case .transformed(let base, let transform) = kind {
      return JSONSource(kind: .transformed(try base.spooled(spooling), transform), name: name)
    }
    return isSlow ? try collected(spooling) : self
  }

  /// The same document as a source that can be read repeatedly.
  ///
  /// - Parameter isCancelled: called while waiting for bytes.
  package func rereadable(unless isCancelled: (() -> Bool)? = nil) throws -> JSONSource {
    let spooling = Spooling(isCancelled: isCancelled)
    switch kind {
    case .descriptor: return try collected(spooling)
    case .transformed(let base, let transform):
      return JSONSource(kind: .transformed(try base.rereadable(unless: isCancelled), transform), name: name)
    default: break
    }
    return try spooled(spooling)
  }

  /// The same document as a source that can be read repeatedly, and is read no further than it is asked for.
  func keptAsRead() -> JSONSource {
    switch kind {
    case .transformed(let base, let transform):
      JSONSource(kind: .transformed(base.keptAsRead(), transform), name: name)
    case .kept, .bytes, .pieces, .part: self
    case .file where !isSlow: self
    case .file, .descriptor, .chunks, .stream: JSONSource(kind: .kept(KeptSource(self)), name: name)
    }
  }

  /// Whether the source itself can be read repeatedly.
  package var isRereadable: Bool {
    switch kind {
    case .descriptor: false
    case .transformed(let base, _): base.isRereadable
    default: !isSlow
    }
  }

  private func collected(_ spooling: Spooling) throws -> JSONSource {
    var reader = try makeReader(unless: spooling.isCancelled)
    let spool = JSONSpool(memoryLimit: spooling.memoryLimit)
    var (total, told) = (0, 0)
    while true {
      try waitForBytes(reader, spooling)
      let count = try spool.fill { try reader.read(into: $0, capacity: $1) }
      if count == 0 { break }
      total += count
      if total - told >= Spooling.noticeInterval {
        told = total
        spooling.progress?(total)
      }
    }
    return try spool.source(named: name)
  }

  /// Checks for cancellation now and then while waiting for bytes. A chunk that the caller produces cannot be interrupted.
  ///
  /// - Throws: `CancellationError`.
  private func waitForBytes(_ reader: any ByteReader, _ spooling: Spooling) throws {
    guard let isCancelled = spooling.isCancelled else { return }
    repeat {
      if isCancelled() { throw CancellationError() }
    } while (reader as? DescriptorReader)?.hasBytes(withinMilliseconds: 200) == false
  }

  /// How many bytes it holds, if it is not read from elsewhere.
  var heldBytes: Int {
    switch kind {
    case .bytes(let bytes): bytes.count
    case .pieces(let pieces): pieces.reduce(0) { $0 + $1.count }
    case .part(_, let part): part.count
    case .transformed(let base, _): base.heldBytes
    case .file, .descriptor, .chunks, .kept, .stream: 0
    }
  }

  /// Whether reading may have to wait for bytes.
  var isSlow: Bool {
    switch kind {
    case .bytes, .pieces, .part: false
    case .kept: true
    case .chunks, .stream: true
    case .file(let path): FileKind(of: path).isWaitedFor
    case .descriptor(let descriptor): !DescriptorReader.isFile(descriptor)
    case .transformed(let base, _): base.isSlow
    }
  }
}
