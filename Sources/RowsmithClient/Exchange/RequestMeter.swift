import Foundation

/// Counts the requests and bytes of one piece of work, including retries, whatever part of the code sends them.
package final class RequestMeter: @unchecked Sendable {
  /// The meter of the current task.
  @TaskLocal package static var current: RequestMeter?

  /// Guards the properties below.
  private let lock = NSLock()
  private var counted = 0
  private var received = 0

  package init() {}

  /// The number of requests sent.
  package var requests: Int { lock.withLock { counted } }
  /// The number of answer bytes received, decompressed.
  package var bytes: Int { lock.withLock { received } }

  /// Counts a request that is about to be sent.
  func noteRequest() { lock.withLock { counted += 1 } }

  /// Adds the bytes of an answer.
  func noteAnswer(bytes: Int) { lock.withLock { received += bytes } }
}
