import Foundation

/// A document that arrives as an asynchronous sequence.
struct JSONStream: Sendable {
  /// How many single bytes are handed on together.
  static let chunk = 64 * 1024

  /// Hands each chunk to the body, one after another, and throws what the sequence or the body throws.
  let read: @Sendable (_ body: (ArraySlice<UInt8>) throws -> Void) async throws -> Void

  static var cannotWait: JSONError {
    JSONError(
      .unreadable, "an asynchronous sequence can be read by the awaited import of a store alone; use that one"
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
  /// The sequence is read before the import begins, and kept in a temporary file until the document is whole. The next
  /// element is asked for when the last ones have been kept, so a sender that is faster has to wait. A cancelled task ends
  /// the reading. Only the import of a store that is awaited can read it.
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

  /// The chunks of an asynchronous sequence, of any size: `[UInt8]`, `Data`, buffers of a network library. Otherwise like
  /// ``bytes(of:)``.
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
