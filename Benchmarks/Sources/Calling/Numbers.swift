import Foundation

/// Gives numbers out, each once.
final class Numbers: @unchecked Sendable {
  /// Guards `last`.
  private let lock = NSLock()
  private var last = 0
  private let limit: Int

  init(upTo limit: Int) { self.limit = limit }

  func next() -> Int? {
    lock.withLock {
      guard last < limit else { return nil }
      last += 1
      return last
    }
  }
}

/// A sum that tasks add to.
final class Total: @unchecked Sendable {
  /// Guards `sum`.
  private let lock = NSLock()
  private var sum = 0

  var value: Int { lock.withLock { sum } }

  func add(_ number: Int) { lock.withLock { sum += number } }
}
