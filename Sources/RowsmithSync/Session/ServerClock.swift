import Foundation

/// How far the server's clock is ahead of the local one, as far as known from answers.
final class ServerClock: @unchecked Sendable {
  /// Guards the property below.
  private let lock = NSLock()
  private var known: Int64?

  /// In milliseconds; 0 if unknown.
  var offset: Int64 { lock.withLock { known ?? 0 } }

  /// Stores the server's time of an answer. It is of some moment between the request and the end of the answer, which may have
  /// been long on its way, so an offset that fits both stays. Many servers give whole seconds, so smaller differences are
  /// ignored.
  ///
  /// - Parameters:
  ///   - time: the server's time, in milliseconds since 1970.
  ///   - asked: the local time before the request, in milliseconds since 1970.
  ///   - answered: the local time after the answer.
  func note(_ time: Int64, asked: Int64, answered: Int64) {
    let (least, most) = (time - answered, time - asked)
    lock.withLock {
      guard let offset = known else {
        known = least > 0 ? least : min(most, 0)
        return
      }
      if offset < least - 1500 { known = least } else if offset > most + 1500 { known = most }
    }
  }
}
