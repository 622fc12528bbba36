import Foundation

/// Who is sending a request: a process, and a client in it. Nobody else sends it meanwhile.
package struct QueueOwner: Sendable {
  /// As it is kept in the database.
  package let name: String

  /// Tells this process from earlier ones that had the same number: in a container, every start has the same one.
  private static let start = UUID().uuidString

  package init() {
    name = "\(ProcessInfo.processInfo.processIdentifier) \(QueueOwner.start) \(UUID().uuidString)"
  }

  /// Whether a process that has taken a request is gone, so that anybody may take it.
  package static func isGone(_ name: String) -> Bool {
    let parts = name.split(separator: " ")
    guard let process = parts.first.flatMap({ pid_t($0) }), process > 0 else { return true }
    if process == ProcessInfo.processInfo.processIdentifier { return parts.dropFirst().first != start[...] }
    // Another user's process cannot be asked, and so is there.
    return kill(process, 0) != 0 && errno == ESRCH
  }
}
