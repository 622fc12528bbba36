import Dispatch
import Foundation

/// Handles signals that end the process, such as Ctrl-C, so that the command can end cleanly.
final class Interruption: @unchecked Sendable {
  private static let wanted = [SIGINT, SIGTERM, SIGHUP]
  /// Guards `value`.
  private let lock = NSLock()
  private var value: Int32?
  private var sources: [(number: Int32, source: any DispatchSourceSignal)] = []

  init() {
    for number in Interruption.wanted {
      let former = signal(number, SIG_IGN)
      // `nohup` ignores SIGHUP so that the process outlives its terminal.
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

  /// Whether a signal was received.
  var isRaised: Bool { raisedSignal != nil }

  /// The first signal received.
  var raisedSignal: Int32? { lock.withLock { value } }

  private func raise(_ number: Int32) { lock.withLock { value = value ?? number } }

  /// Throws if a signal was received.
  func check() throws(Interrupted) {
    if let signal = raisedSignal { throw Interrupted(signal: signal) }
  }

  /// Runs the body. An error after a signal is reported as an interruption.
  func watching<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      try check()
      throw error
    }
  }
}

/// A signal ended the command, which was rolled back.
struct Interrupted: Error {
  let signal: Int32
}
