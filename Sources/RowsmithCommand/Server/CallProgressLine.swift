import Foundation
import Rowsmith
import RowsmithClient

/// Shows the progress of a call on a terminal.
final class CallProgressLine: @unchecked Sendable {
  /// The progress to pass to the call.
  let progress = CallProgress()
  private let terminal: Terminal
  private let name: String
  /// Guards the properties below, and the order of output.
  private let lock = NSLock()
  private var lastShown = ContinuousClock.now
  private var isShown = false
  private var hasEnded = false

  init(_ terminal: Terminal, name: String) {
    self.terminal = terminal
    self.name = name
    Task.detached { [self] in
      for await step in progress.steps { show(step) }
    }
  }

  /// Shows a step, at most ten times a second.
  private func show(_ step: CallProgress.Step) {
    lock.withLock {
      let now = ContinuousClock.now
      guard !hasEnded, now - lastShown > .milliseconds(100) else { return }
      lastShown = now
      isShown = true
      terminal.show("\r\u{1B}[K" + CallProgressLine.line(step, name: name, width: terminal.width))
    }
  }

  /// Clears the line and shows no more.
  func end() {
    lock.withLock {
      hasEnded = true
      if isShown { terminal.show("\r\u{1B}[K") }
    }
  }

  /// The line, no wider than the terminal.
  static func line(_ step: CallProgress.Step, name: String, width: Int) -> String {
    var done = step.page > 1 ? "page \(step.page), " : ""
    switch step.phase {
    case .uploading: done += "sent "
    case .downloading: done += "received "
    case .importing: done += "importing "
    }
    done += Amounts.size(step.completed)
    if let total = step.total, total > 0 {
      done += " of \(Amounts.size(total)), \(Int(min(1, Double(step.completed) / Double(total)) * 100))%"
    }
    if step.phase == .importing { done += step.records == 1 ? ", 1 record" : ", \(step.records) records" }
    return "\(name.escapedForDisplay()): \(done)".truncated(toWidth: max(0, width - 1))
  }
}
