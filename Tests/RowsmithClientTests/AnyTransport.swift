import Foundation
import RowsmithClient

/// A transport of a closure.
struct AnyTransport: Transport {
  let answer: @Sendable (HTTPRequest) async throws -> HTTPResponse

  init(_ answer: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse) { self.answer = answer }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse { try await answer(request) }
}

/// Counts, on any thread.
final class Counter: @unchecked Sendable {
  /// Guards the rest.
  private let lock = NSLock()
  private var count = 0
  private var highest = 0

  var value: Int { lock.withLock { count } }
  /// The highest value there was.
  var peak: Int { lock.withLock { highest } }

  /// Counts one more.
  ///
  /// - Returns: the number before.
  @discardableResult
  func next() -> Int {
    lock.withLock {
      count += 1
      highest = max(highest, count)
      return count - 1
    }
  }

  func back() { lock.withLock { count -= 1 } }
}
