import Foundation

/// Who is sending a request: a process, and a client in it. Nobody else sends it meanwhile.
package struct QueueOwner: Sendable {
  /// As it is kept in the database.
  package let name: String

  package init() { name = "\(ProcessInfo.processInfo.processIdentifier) \(UUID().uuidString)" }

  /// Whether a process that has taken a request is gone, so that anybody may take it.
  package static func isGone(_ name: String) -> Bool {
    guard let process = name.split(separator: " ").first.flatMap({ pid_t($0) }), process > 0 else {
      return true
    }
    // Another user's process cannot be asked, and so is there.
    return kill(process, 0) != 0 && errno == ESRCH
  }
}
