import Foundation

/// The process, and the client in it, that is sending a request. No other one sends it meanwhile.
package struct QueueOwner: Sendable {
  /// The text stored in the database.
  package let name: String

  /// Distinguishes this process from earlier ones with the same process id: in a container, every start may get the same.
  private static let start = UUID().uuidString

  package init() {
    name = "\(ProcessInfo.processInfo.processIdentifier) \(QueueOwner.start) \(UUID().uuidString)"
  }

  /// The clients of this process that are sending, and the sessions that synchronise.
  package static let atWork = OwnersAtWork()

  /// Whether a client of this process claimed a request, and sends nothing any more: its store was closed before it could
  /// release the request. Likewise a session and its lease.
  package static func isIdle(_ name: String) -> Bool {
    name.hasPrefix("\(ProcessInfo.processInfo.processIdentifier) \(start) ") && !atWork.has(name)
  }

  /// Whether the process that claimed a request has ended, so that any other may claim it.
  package static func isGone(_ name: String) -> Bool {
    let parts = name.split(separator: " ")
    guard let process = parts.first.flatMap({ pid_t($0) }), process > 0 else { return true }
    if process == ProcessInfo.processInfo.processIdentifier { return parts.dropFirst().first != start[...] }
    // Another user's process cannot be checked, so it counts as running.
    return kill(process, 0) != 0 && errno == ESRCH
  }
}

/// The names of owners, and how many lanes or syncs each runs.
package final class OwnersAtWork: @unchecked Sendable {
  /// Guards `works`.
  private let lock = NSLock()
  private var works: [String: Int] = [:]

  func has(_ name: String) -> Bool { lock.withLock { works[name] != nil } }

  package func begin(_ name: String) { lock.withLock { works[name, default: 0] += 1 } }

  package func end(_ name: String) {
    lock.withLock {
      let count = works[name] ?? 1
      works[name] = count > 1 ? count - 1 : nil
    }
  }
}
