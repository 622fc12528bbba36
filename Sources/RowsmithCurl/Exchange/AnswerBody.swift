import Foundation
import RowsmithClient

/// The body of an answer while it is read. Releasing it stops the exchange.
final class AnswerBody: @unchecked Sendable {
  /// The most bytes inflated at once.
  private static let inflated = 256 << 10

  private let pipe: AnswerPipe
  /// Retained so that its thread runs as long as the body.
  private let engine: CurlEngine
  /// Guards `inflater`.
  private let lock = NSLock()
  private let inflater: Inflater?

  init(_ pipe: AnswerPipe, _ engine: CurlEngine, _ compression: HTTPHead.Compression?) {
    self.pipe = pipe
    self.engine = engine
    inflater = compression.map { Inflater($0) }
  }

  deinit { pipe.abandon() }

  func next() async throws -> [UInt8]? {
    guard let inflater else { return try await pipe.next() }
    do {
      while true {
        while let bytes = try inflate(inflater) {
          if !bytes.isEmpty { return bytes }
        }
        guard let bytes = try await pipe.next() else {
          try lock.withLock { try inflater.finish() }
          return nil
        }
        lock.withLock { inflater.feed(bytes) }
      }
    } catch {
      pipe.abandon()
      throw error
    }
  }

  /// Inflates more of what has come; `nil` if all of that is inflated.
  private func inflate(_ inflater: Inflater) throws -> [UInt8]? {
    try lock.withLock {
      guard inflater.hasMore else { return nil }
      // The pipe notices a cancellation only when bytes are taken from it, and few of them may inflate for long.
      if Task.isCancelled { throw TransportError(.cancelled, "The request was cancelled.") }
      return try inflater.next(limit: AnswerBody.inflated)
    }
  }
}
