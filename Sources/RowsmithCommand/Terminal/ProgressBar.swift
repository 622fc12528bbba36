import Foundation
import Rowsmith

/// Shows on a terminal how far an import is. Called on the importing thread, and when it is over.
final class ProgressBar: @unchecked Sendable {
  private let terminal: Terminal
  private let name: String
  /// Guards what follows.
  private let lock = NSLock()
  private var lastShown = ContinuousClock.now
  private let start = ContinuousClock.now
  private var isShown = false

  init(_ terminal: Terminal, name: String) {
    self.terminal = terminal
    self.name = name
  }

  /// Shows the progress, at most ten times a second.
  func show(_ progress: ImportProgress) {
    lock.withLock {
      let now = ContinuousClock.now
      guard now - lastShown > .milliseconds(100) else { return }
      lastShown = now
      isShown = true
      let elapsed = now - start
      let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
      terminal.show("\r\u{1B}[K" + ProgressBar.line(progress, name: name, seconds: seconds))
    }
  }

  /// Leaves the line as if nothing had been there.
  func clear() {
    lock.withLock { if isShown { terminal.show("\r\u{1B}[K") } }
  }

  static func line(_ progress: ImportProgress, name: String, seconds: Double) -> String {
    let rate = Amounts.rate(bytes: progress.bytes, seconds: seconds)
    let done = "\(Amounts.size(progress.bytes)), \(progress.records) records, \(rate)"
    guard let total = progress.totalBytes, total > 0 else { return "\(name): \(done)" }
    let share = min(1, Double(progress.bytes) / Double(total))
    let filled = Int(share * 24)
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: 24 - filled)
    return "\(name): [\(bar)] \(Int(share * 100))%, \(done)"
  }
}
