import CCurl
import Foundation
import RowsmithClient

/// The loop of the engine's thread. Only that thread uses it.
final class EngineLoop: @unchecked Sendable {
  private let multi: UnsafeMutableRawPointer?
  private let inbox: EngineInbox
  private let handles: HandlePool
  private let limit: Int
  private var running: [UnsafeMutableRawPointer: Transfer] = [:]
  /// Transfers that are queued for a connection to their origin.
  private var queues: [HTTPOrigin: HostQueue] = [:]
  private var hasBegun = false

  init(_ multi: UnsafeMutableRawPointer?, _ inbox: EngineInbox, _ options: CurlTransport.Options) {
    self.multi = multi
    self.inbox = inbox
    handles = HandlePool(options)
    limit = max(1, options.maximumConnectionsPerHost)
    guard let multi else { return }
    // A body that is not read for a while would hold up others on its connection.
    rowsmith_curl_multi_set_number(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_NOTHING))
    rowsmith_curl_multi_set_number(multi, CURLMOPT_MAXCONNECTS, max(64, 2 * limit))
  }

  /// Runs until the inbox asks it to end.
  func run() {
    EngineLoop.blockBrokenPipe()
    while let commands = inbox.take() {
      for command in commands { carryOut(command) }
      var count: Int32 = 0
      rowsmith_curl_multi_perform(multi, &count)
      hasBegun = false
      takeEnded()
      for transfer in running.values where transfer.hasNews { transfer.handOver() }
      let next = enforceDeadlines()
      // A transfer that has just begun has something to do at once.
      if !hasBegun, inbox.fallAsleep() { rowsmith_curl_multi_poll(multi, next) }
    }
    for (easy, transfer) in running {
      rowsmith_curl_multi_remove_handle(multi, easy)
      transfer.detach()
      handles.giveBack(easy)
    }
    running = [:]
    rowsmith_curl_multi_cleanup(multi)
    handles.removeAll()
  }

  private func carryOut(_ command: EngineInbox.Command) {
    switch command {
    case .begin(let transfer): enqueue(transfer)
    case .resume(let transfer): transfer.resume()
    case .stop(let transfer): stop(transfer)
    }
  }

  private func enqueue(_ transfer: Transfer) {
    transfer.isQueued = true
    queues[transfer.origin, default: HostQueue()].waiting.append(transfer)
    beginNext(transfer.origin)
  }

  /// Begins queued transfers while the host has room.
  private func beginNext(_ origin: HTTPOrigin) {
    while let transfer = queues[origin]?.next(limit: limit) {
      transfer.isQueued = false
      guard let multi, let easy = handles.take() else {
        queues[origin]?.count -= 1
        transfer.end(
          .failed(
            TransportError(.unsendable, "Libcurl could not be started; check that libcurl.so.4 is installed.")
          ))
        continue
      }
      let error = transfer.begin(easy, handles)
      if error == nil, rowsmith_curl_multi_add_handle(multi, easy) == CURLM_OK {
        running[easy] = transfer
        hasBegun = true
      } else {
        queues[origin]?.count -= 1
        transfer.detach()
        handles.giveBack(easy)
        transfer.end(.failed(error ?? TransportError(.unsendable, "libcurl accepts no request.")))
      }
    }
    if queues[origin]?.isIdle == true { queues[origin] = nil }
  }

  private func takeEnded() {
    var left: Int32 = 0
    while let message = rowsmith_curl_multi_info_read(multi, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else { continue }
      let code = message.pointee.data.result
      guard let transfer = running[easy] else { continue }
      let outcome = transfer.outcome(code)
      release(transfer, easy)
      switch outcome {
      case .again: enqueue(transfer)
      case .end(let end): transfer.end(end)
      }
    }
  }

  private func stop(_ transfer: Transfer) {
    if let easy = transfer.easy { release(transfer, easy) }
    guard transfer.isQueued else { return }
    queues[transfer.origin]?.waiting.removeAll { $0 === transfer }
    beginNext(transfer.origin)
  }

  private func release(_ transfer: Transfer, _ easy: UnsafeMutableRawPointer) {
    guard running.removeValue(forKey: easy) != nil else { return }
    rowsmith_curl_multi_remove_handle(multi, easy)
    transfer.detach()
    handles.giveBack(easy)
    queues[transfer.runningAt ?? transfer.origin]?.count -= 1
    beginNext(transfer.runningAt ?? transfer.origin)
  }

  /// Ends transfers whose deadline has passed.
  ///
  /// - Returns: the milliseconds until the next deadline, or until libcurl is to look at the clock again.
  private func enforceDeadlines() -> Int32 {
    guard !running.isEmpty else { return 3_600_000 }
    let now = ContinuousClock.now
    var next = now + .seconds(3600)
    for (easy, transfer) in running {
      // Libcurl has one timer for the connection and may look at the clock just before its end: it sets no other one then.
      if !transfer.isConnected { next = min(next, now + .seconds(1)) }
      guard let deadline = transfer.deadline else { continue }
      if deadline > now {
        next = min(next, deadline)
      } else {
        let error = transfer.lateness(now)
        release(transfer, easy)
        transfer.end(.failed(error))
      }
    }
    for queue in queues.values {
      for transfer in queue.waiting {
        guard let deadline = transfer.totalDeadline else { continue }
        if deadline > now {
          next = min(next, deadline)
        } else {
          let error = transfer.lateness(now)
          stop(transfer)
          transfer.end(.failed(error))
        }
      }
    }
    return Int32(clamping: (next - now).wholeMilliseconds)
  }

  /// Makes a write to a connection that the other side has closed an error instead of a signal.
  private static func blockBrokenPipe() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }
}
