import Foundation
import Rowsmith
import RowsmithSchema

/// Shows the progress of an import on a terminal. Called on the importing thread, and at the end.
final class ProgressBar: @unchecked Sendable {
  private let terminal: Terminal
  private let name: String
  /// Guards the properties below.
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

  /// Clears the line.
  func clear() {
    lock.withLock { if isShown { terminal.show("\r\u{1B}[K") } }
  }

  /// The line, no wider than the terminal, because a wrapped line could not be cleared. The file name is shortened.
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
