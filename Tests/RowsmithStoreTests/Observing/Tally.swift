import Foundation

/// A number that several threads count up.
final class Tally: @unchecked Sendable {
  private let lock = NSLock()
  private var number = 0

  var value: Int { lock.withLock { number } }

  func count() { lock.withLock { number += 1 } }
}
