import Foundation
import Rowsmith
import RowsmithSync

/// Shows the progress of a sync on a terminal.
final class SyncProgressLine: @unchecked Sendable {
  private let terminal: Terminal
  /// Guards the properties below, and the order of output.
  private let lock = NSLock()
  private var lastShown = ContinuousClock.now
  private var isShown = false
  private var hasEnded = false

  init(_ terminal: Terminal) { self.terminal = terminal }

  /// Shows a step, at most ten times a second.
  func show(_ step: SyncStep) {
    lock.withLock {
      let now = ContinuousClock.now
      guard !hasEnded, now - lastShown > .milliseconds(100) else { return }
      lastShown = now
      isShown = true
      terminal.show("\r\u{1B}[K" + SyncProgressLine.line(step, width: terminal.width))
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

  /// The line, no wider than the terminal.
  static func line(_ step: SyncStep, width: Int) -> String {
    var line = step.phase.rawValue
    if let entity = step.entity { line += " \(entity.escapedForDisplay())" }
    if let total = step.total {
      line += ": \(step.completed) of \(total)"
    } else if step.completed > 0 {
      line += ": \(step.completed)"
    }
    return line.truncated(toWidth: max(0, width - 1))
  }
}
