import Foundation

/// A document that arrives as an asynchronous sequence.
struct JSONStream: Sendable {
  /// How many single bytes are passed on together.
  static let chunk = 64 * 1024

  /// Passes each chunk to the body, in order; throws what the sequence or the body throws.
  let read: @Sendable (_ body: (ArraySlice<UInt8>) throws -> Void) async throws -> Void

  static var cannotWait: JSONError {
    JSONError(
      .unreadable,
      "only the asynchronous import of a store can read an asynchronous sequence; "
        + "use 'await store.importJSON'"
    )
  }
}

extension JSONSource {
  /// The bytes of an asynchronous sequence: `URLSession.AsyncBytes`, `FileHandle.AsyncBytes`.
  ///
  /// ```swift
  /// try await store.importJSON(.bytes(of: body), into: Band.self)
  /// ```
  ///
  /// The sequence is read before the import begins, and collected until the document is complete: in memory up to 4 MiB, then
  /// in a temporary file. The next element is requested when the previous ones are stored, which gives a fast sender back
  /// pressure. Cancelling the task stops reading. Only the `async` import of a store can read it.
  public static func bytes<Bytes: AsyncSequence & Sendable>(of sequence: Bytes) -> JSONSource
  where Bytes.Element == UInt8 {
    stream { body in
      var buffer: [UInt8] = []
      buffer.reserveCapacity(JSONStream.chunk)
      for try await byte in sequence {
        buffer.append(byte)
        if buffer.count == JSONStream.chunk {
          try body(buffer[...])
          buffer.removeAll(keepingCapacity: true)
        }
      }
      if !buffer.isEmpty { try body(buffer[...]) }
    }
  }

  /// The chunks of an asynchronous sequence, of any size: `[UInt8]`, `Data`, buffers of a network library. Otherwise the
  /// same as ``bytes(of:)``.
  public static func chunks<Chunks: AsyncSequence & Sendable>(of sequence: Chunks) -> JSONSource
  where Chunks.Element: Sequence<UInt8> {
    stream { body in
      for try await chunk in sequence { try body(ArraySlice(chunk)) }
    }
  }

  private static func stream(
    _ read: @escaping @Sendable (_ body: (ArraySlice<UInt8>) throws -> Void) async throws -> Void
  ) -> JSONSource { JSONSource(kind: .stream(JSONStream(read: read))) }
}
