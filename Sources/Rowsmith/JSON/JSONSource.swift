public import Foundation

/// Where the bytes of a JSON document come from.
public struct JSONSource: Sendable {
  indirect enum Kind: Sendable {
    case file(String)
    case descriptor(Int32)
    case bytes([UInt8])
    case chunks(@Sendable () throws -> [UInt8]?)
    case spooled(SpooledFile)
    case part(SpooledFile, Range<Int>)
    case transformed(JSONSource, ByteTransform)
    case stream(JSONStream)
  }

  let kind: Kind
  /// What errors call it where there are several: a path, a page. Nil for its place among them.
  public var name: String?

  init(kind: Kind, name: String? = nil) {
    self.kind = kind
    self.name = name
  }

  /// The same source under a name, which errors and reports of an import of several sources use.
  public func named(_ name: String) -> JSONSource { JSONSource(kind: kind, name: name) }

  /// A file, read as a stream.
  public static func file(_ path: String) -> JSONSource { JSONSource(kind: .file(path), name: path) }

  /// A file, read as a stream.
  public static func file(_ url: URL) -> JSONSource { file(url.filePath) }

  /// An open file descriptor, a pipe for instance. It is read to its end and not closed.
  ///
  /// What comes from a pipe or a socket is kept in a temporary file until it is whole, and imported then.
  public static func descriptor(_ descriptor: Int32) -> JSONSource {
    JSONSource(kind: .descriptor(descriptor))
  }

  /// Bytes in memory.
  public static func data(_ data: Data) -> JSONSource { JSONSource(kind: .bytes([UInt8](data))) }

  /// Bytes in memory, taken as they are.
  package static func bytes(_ bytes: [UInt8]) -> JSONSource { JSONSource(kind: .bytes(bytes)) }

  /// Text in memory.
  public static func string(_ text: String) -> JSONSource { JSONSource(kind: .bytes([UInt8](text.utf8))) }

  /// The first bytes, as far as they can be read.
  package func beginning(_ capacity: Int) -> [UInt8] {
    guard var reader = try? makeReader() else { return [] }
    return [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      while count < capacity, let more = try? reader.read(into: start + count, capacity: capacity - count),
        more > 0
      {
        count += more
      }
    }
  }

  /// The same source, read through what the transform makes: what is kept of it is what came, not what it becomes.
  package func transformed(by transform: @escaping ByteTransform) -> JSONSource {
    JSONSource(kind: .transformed(self, transform), name: name)
  }

  /// Chunks of any size, as they arrive; nil ends the document.
  ///
  /// They are asked for one after another, on one thread, before the import begins, and kept in a temporary file until
  /// the document is whole. Inside a `write` block they are asked for by the import itself.
  public static func chunks(_ next: @escaping @Sendable () throws -> [UInt8]?) -> JSONSource {
    JSONSource(kind: .chunks(next))
  }
}
