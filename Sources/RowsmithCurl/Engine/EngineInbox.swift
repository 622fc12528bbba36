import CCurl
import Foundation

/// What the engine's thread is asked to do, by any thread.
final class EngineInbox: @unchecked Sendable {
  enum Command {
    case begin(Transfer)
    case resume(Transfer)
    case stop(Transfer)
  }

  /// Guards what follows.
  private let lock = NSLock()
  private var commands: [Command] = []
  private var isEnding = false
  private var isAsleep = false
  private var multi: UnsafeMutableRawPointer?

  init(_ multi: UnsafeMutableRawPointer?) { self.multi = multi }

  /// Asks for something.
  func post(_ command: Command) {
    lock.withLock {
      commands.append(command)
      wake()
    }
  }

  /// Asks the thread to end.
  func end() {
    lock.withLock {
      isEnding = true
      wake()
    }
  }

  /// What has been asked for since; nil to end.
  func take() -> [Command]? {
    lock.withLock {
      isAsleep = false
      if isEnding {
        multi = nil
        return nil
      }
      defer { commands = [] }
      return commands
    }
  }

  /// Whether there is nothing to do: from now on the thread is woken.
  func fallAsleep() -> Bool {
    lock.withLock {
      isAsleep = commands.isEmpty && !isEnding
      return isAsleep
    }
  }

  private func wake() {
    guard isAsleep, let multi else { return }
    isAsleep = false
    rowsmith_curl_multi_wakeup(multi)
  }
}
