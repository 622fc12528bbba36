import Dispatch
import Foundation

/// Notices that the user presses Ctrl-C, or that the process is asked to end, instead of ending it at once.
final class Interruption: @unchecked Sendable {
  private static let wanted = [SIGINT, SIGTERM, SIGHUP]
  /// Guards `value`.
  private let lock = NSLock()
  private var value: Int32?
  private var sources: [(number: Int32, source: any DispatchSourceSignal)] = []

  init() {
    for number in Interruption.wanted {
      let former = signal(number, SIG_IGN)
      // `nohup` has seen to it that the process outlives its terminal.
      if number == SIGHUP, Interruption.isIgnored(former) { continue }
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [weak self] in self?.raise(number) }
      source.activate()
      sources.append((number, source))
    }
  }

  deinit {
    for (number, source) in sources {
      source.cancel()
      _ = Foundation.signal(number, SIG_DFL)
    }
  }

  private static func isIgnored(_ handler: (@convention(c) (Int32) -> Void)?) -> Bool {
    unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Whether it happened.
  var isRaised: Bool { raisedSignal != nil }

  /// The first signal that came.
  var raisedSignal: Int32? { lock.withLock { value } }

  private func raise(_ number: Int32) { lock.withLock { value = value ?? number } }

  /// Ends the command if it happened.
  func check() throws(Interrupted) {
    if let signal = raisedSignal { throw Interrupted(signal: signal) }
  }

  /// Runs the body. What fails after a signal has failed because of it.
  func watching<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      try check()
      throw error
    }
  }
}

/// A signal ended the command, which has taken back what it had begun.
struct Interrupted: Error {
  let signal: Int32
}
