import Foundation
import Rowsmith
import RowsmithSchema

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
      let line = ProgressBar.line(progress, name: name, seconds: seconds, width: terminal.width)
      terminal.show("\r\u{1B}[K" + line)
    }
  }

  /// Leaves the line as if nothing had been there.
  func clear() {
    lock.withLock { if isShown { terminal.show("\r\u{1B}[K") } }
  }

  /// The line, no wider than the terminal: one that went on into the next could not be taken back. The name of the
  /// file gives way.
  static func line(_ progress: ImportProgress, name: String, seconds: Double, width: Int = .max) -> String {
    let rate = Amounts.rate(bytes: progress.bytes, seconds: seconds)
    let records = progress.records == 1 ? "1 record" : "\(progress.records) records"
    var done = "\(Amounts.size(progress.bytes)), \(records), \(rate)"
    if let total = progress.totalBytes, total > 0 {
      let share = min(1, Double(progress.bytes) / Double(total))
      let filled = Int(share * 24)
      let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: 24 - filled)
      done = "[\(bar)] \(Int(share * 100))%, \(done)"
    }
    let room = width - done.displayWidth - 3
    let name = name.escapedForDisplay()
    if room >= 8 { return "\(name.truncated(toWidth: room)): \(done)" }
    return done.truncated(toWidth: max(0, width - 1))
  }
}
