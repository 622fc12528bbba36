import Dispatch
import Foundation

/// Notices that the user presses Ctrl-C, or that the process is asked to end, instead of ending it at once.
final class Interruption: @unchecked Sendable {
  /// Guards `value`.
  private let lock = NSLock()
  private var value = false
  private var sources: [any DispatchSourceSignal] = []

  init() {
    for number in [SIGINT, SIGTERM] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [weak self] in self?.raise() }
      source.activate()
      sources.append(source)
    }
  }

  deinit {
    for source in sources { source.cancel() }
    for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
  }

  /// Whether it happened.
  var isRaised: Bool { lock.withLock { value } }

  private func raise() { lock.withLock { value = true } }
}
