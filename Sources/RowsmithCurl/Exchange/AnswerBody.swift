import Foundation
import RowsmithClient

/// The body of an answer as it is read. Let go of, it stops the exchange.
final class AnswerBody: @unchecked Sendable {
  /// How much is inflated at once.
  private static let inflated = 256 << 10

  private let exchange: Exchange
  /// Guards `inflater`.
  private let lock = NSLock()
  private let inflater: Inflater?

  init(_ exchange: Exchange, coding: AnswerHead.Coding) {
    self.exchange = exchange
    inflater = coding == .deflated ? Inflater() : nil
  }

  deinit { exchange.abandon() }

  func next() async throws -> [UInt8]? {
    guard let inflater else { return try await exchange.next() }
    do {
      while true {
        while let bytes = try lock.withLock({
          inflater.hasMore ? try inflater.next(limit: AnswerBody.inflated) : nil
        }) {
          if Task.isCancelled { exchange.cancel() }
          if !bytes.isEmpty { return bytes }
        }
        guard let bytes = try await exchange.next() else {
          try lock.withLock { try inflater.finish() }
          return nil
        }
        lock.withLock { inflater.feed(bytes) }
      }
    } catch {
      exchange.abandon()
      throw error
    }
  }
}
