public import Foundation

/// Where the bytes of a JSON document come from.
public struct JSONSource: Sendable {
  indirect enum Kind: Sendable {
    case file(String)
    case descriptor(Int32)
    case bytes([UInt8])
    case pieces([[UInt8]])
    case chunks(@Sendable () throws -> [UInt8]?)
    case part(SpooledFile, Range<Int>)
    case kept(KeptSource)
    case transformed(JSONSource, ByteTransform)
    case stream(JSONStream)
  }

  let kind: Kind
  /// Its name in errors if there are several sources: a path, a page. `nil` to use its number.
  public var name: String?

  init(kind: Kind, name: String? = nil) {
    self.kind = kind
    self.name = name
  }

  /// The same source with a name for the errors and reports of an import of several sources.
  public func named(_ name: String) -> JSONSource { JSONSource(kind: kind, name: name) }

  /// A file, read as a stream.
  public static func file(_ path: String) -> JSONSource { JSONSource(kind: .file(path), name: path) }

  /// A file, read as a stream.
  public static func file(_ url: URL) -> JSONSource { file(url.filePath) }

  /// An open file descriptor, for example of a pipe. It is read to its end and not closed.
  ///
  /// Bytes from a pipe or socket are collected until the document is complete, and then imported: in memory up to 4 MiB, then
  /// in a temporary file. On Linux a pipe may hold up to 1 MiB from now on, so that its other end can go on until the import
  /// begins.
  public static func descriptor(_ descriptor: Int32) -> JSONSource {
    widenPipe(descriptor)
    return JSONSource(kind: .descriptor(descriptor))
  }

  /// Lets a pipe hold more than the usual 64 KiB. Anything else stays as it is.
  package static func widenPipe(_ descriptor: Int32) {
    #if os(Linux)
      let (getSize, setSize): (Int32, Int32) = (1032, 1031)  // F_GETPIPE_SZ, F_SETPIPE_SZ
      // The most that any user may set, unless the administrator has said otherwise.
      let most: Int32 = 1024 * 1024
      let size = fcntl(descriptor, getSize)
      if size > 0, size < most { _ = fcntl(descriptor, setSize, most) }
    #endif
  }

  /// Bytes in memory.
  public static func data(_ data: Data) -> JSONSource {
    JSONSource(kind: .bytes(data.withUnsafeBytes { [UInt8]($0) }))
  }

  /// Bytes in memory, not copied.
  package static func bytes(_ bytes: [UInt8]) -> JSONSource { JSONSource(kind: .bytes(bytes)) }

  /// Text in memory.
  public static func string(_ text: String) -> JSONSource { JSONSource(kind: .bytes([UInt8](text.utf8))) }

  /// The first bytes, as many as can be read.
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

  /// The same source, read through the transform's reader. When spooled, the original bytes are kept, not the transformed
  /// ones.
  package func transformed(by transform: @escaping ByteTransform) -> JSONSource {
    JSONSource(kind: .transformed(self, transform), name: name)
  }

  /// Chunks of any size; `nil` ends the document.
  ///
  /// The closure is called repeatedly, on one thread, before the import begins; the chunks are collected until the
  /// document is complete, in memory up to 4 MiB, then in a temporary file. Inside a `write` block the import itself calls
  /// the closure.
  public static func chunks(_ next: @escaping @Sendable () throws -> [UInt8]?) -> JSONSource {
    JSONSource(kind: .chunks(next))
  }
}
