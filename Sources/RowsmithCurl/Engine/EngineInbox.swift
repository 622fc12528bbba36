import CCurl
import Foundation

/// Commands for the engine's thread, posted by any thread.
final class EngineInbox: @unchecked Sendable {
  enum Command {
    case begin(Transfer)
    case resume(Transfer)
    case stop(Transfer)
  }

  /// Guards the properties below.
  private let lock = NSLock()
  private var commands: [Command] = []
  private var isEnding = false
  private var isAsleep = false
  private var multi: UnsafeMutableRawPointer?

  init(_ multi: UnsafeMutableRawPointer?) { self.multi = multi }

  /// Posts a command and wakes the thread.
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

  /// The commands posted since the last call; `nil` if the thread is to end.
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

  /// Marks the thread as asleep if there are no commands, so that the next one wakes it. Returns `true` if it may sleep.
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
