import Foundation
import Rowsmith
import RowsmithClient

/// Shows the number of queued requests on a terminal.
final class QueueProgressLine: @unchecked Sendable {
  private let terminal: Terminal
  /// Guards the properties below, and the order of output.
  private let lock = NSLock()
  private var isShown = false
  private var hasEnded = false

  init(_ terminal: Terminal, store: Store) {
    self.terminal = terminal
    Task.detached { [self] in
      let total = (try? await QueueItem.waitingCount(in: store)) ?? 0
      while !lock.withLock({ hasEnded }) {
        try? await Task.sleep(for: .milliseconds(200))
        guard let waiting = try? await QueueItem.waitingCount(in: store) else { return }
        show("queue: \(max(0, total - waiting)) of \(total) requests")
      }
    }
  }

  private func show(_ line: String) {
    lock.withLock {
      if hasEnded { return }
      isShown = true
      terminal.show("\r\u{1B}[K" + line.truncated(toWidth: max(0, terminal.width - 1)))
    }
  }

  /// Clears the line and shows no more.
  func end() {
    lock.withLock {
      hasEnded = true
      if isShown { terminal.show("\r\u{1B}[K") }
      isShown = false
    }
  }
}
