import Foundation

/// Counts what goes over the network on behalf of one piece of work, whoever asks for it there: repetitions are requests, too.
package final class RequestMeter: @unchecked Sendable {
  /// The one of the task.
  @TaskLocal package static var current: RequestMeter?

  /// Guards what follows.
  private let lock = NSLock()
  private var counted = 0
  private var received = 0

  package init() {}

  /// How many requests were sent.
  package var requests: Int { lock.withLock { counted } }
  /// How many bytes of answers came, decompressed.
  package var bytes: Int { lock.withLock { received } }

  /// Notes a request that is about to leave.
  func noteRequest() { lock.withLock { counted += 1 } }

  /// Notes what came as the answer to one.
  func noteAnswer(bytes: Int) { lock.withLock { received += bytes } }
}
