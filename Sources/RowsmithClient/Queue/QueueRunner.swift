import Foundation
import Rowsmith
import RowsmithAPI
import RowsmithSchema

/// Sends the queue, one request or batch after another. A caller joins a run that is in progress.
actor QueueRunner {
  /// The result of a request whose caller still waits.
  enum Result: Sendable {
    case done(CallOutcome)
    case failed(ClientError)
    case waits
  }

  private struct Waiter {
    var id: UUID
    var lane: QueueLane
    var turn: CheckedContinuation<Result, Never>
  }

  /// Distinguishes this client's requests from those of other processes.
  private let owner = QueueOwner()
  private var running: [QueueLane: Task<FlushReport, Never>] = [:]
  /// What sends the lanes that are running.
  private var senders: [QueueLane: QueueSender] = [:]
  /// How many runs have begun.
  private var begun = 0
  /// The callers waiting for each request. Calls with the same idempotency key share one.
  private var waiters: [Int64: [Waiter]] = [:]
  /// Lanes that got new requests during their run.
  private var hasNews: Set<QueueLane> = []
  /// The calls of ``flush(_:isForced:for:)`` that wait for a lane.
  private var flushes: [QueueLane: Set<UUID>] = [:]
  /// Those that were cancelled meanwhile.
  private var leaving: [QueueLane: Set<UUID>] = [:]
  /// Whether the last attempt could not reach the server.
  private var isOffline = false
  /// What the server has said when it asked for a pause (`Retry-After` of a 429 or 503, RFC 9110), and when that ends, in
  /// seconds since 1970.
  private var pause: (error: ClientError, end: Double)?

  /// When that pause ends; `nil` if there is none.
  var pauseEnd: Double? { pause?.end }

  private static let cancelled = ClientError(
    .cancelled, "the call was cancelled; what was not sent stays in the queue")
  /// How long the server may still take for its answer when nobody waits for it any more.
  private static let grace = Duration.seconds(5)

  /// Sends the queue. If the caller is cancelled and nobody else waits, it ends with the request that is under way,
  /// for whose answer it waits some seconds. A request without an answer is sent again under the same key.
  ///
  /// - Parameters:
  ///   - isForced: whether to send also requests that are postponed.
  ///   - ignored: the end of a pause that is not waited for, see ``pauseEnd``.
  func flush(
    _ lane: QueueLane, isForced: Bool, ignoringPauseUntil ignored: Double? = nil, for client: Client
  ) async -> FlushReport {
    let id = UUID()
    flushes[lane, default: []].insert(id)
    defer {
      flushes[lane]?.remove(id)
      leaving[lane]?.remove(id)
    }
    return await withTaskCancellationHandler {
      await join(lane, isForced, ignored, client)
    } onCancel: {
      Task { await self.abandon(lane, id) }
    }
  }

  private func join(
    _ lane: QueueLane, _ isForced: Bool, _ ignored: Double?, _ client: Client
  ) async -> FlushReport {
    let before = begun
    while let task = running[lane] {
      let isLater = begun > before
      var report = await task.value
      if Task.isCancelled {
        // A forced one would go on with what is postponed.
        if isForced, report.stopped == nil { report.stopped = QueueRunner.cancelled }
        return report
      }
      // It has ended because nobody waited for it any more, just before this call did.
      if report.stopped?.reason == .cancelled { continue }
      // An unforced run has skipped postponed requests, and a problem that stopped an earlier run may be over by now.
      if !isForced || (isLater && report.stopped != nil) { return report }
    }
    if Task.isCancelled {
      var report = FlushReport()
      report.stopped = QueueRunner.cancelled
      return report
    }
    return await begin(lane, isForced, ignored, client).value
  }

  private func abandon(_ lane: QueueLane, _ id: UUID) {
    guard flushes[lane]?.remove(id) != nil else { return }
    leaving[lane, default: []].insert(id)
    beginGrace(lane)
  }

  /// Limits how long a server may take for its answer if nobody waits for it any more.
  private func beginGrace(_ lane: QueueLane) {
    guard isAbandoned(lane), let sender = senders[lane] else { return }
    Task {
      try? await sender.client.options.clock.sleep(QueueRunner.grace)
      giveUp(lane, sender.exchange)
    }
  }

  /// Cancels what a server does not answer, if still nobody waits for it.
  private func giveUp(_ lane: QueueLane, _ exchange: RunningExchange) {
    guard isAbandoned(lane), senders[lane]?.exchange === exchange else { return }
    exchange.cancel()
  }

  /// Whether a flush was cancelled, and nobody else waits for the lane.
  private func isAbandoned(_ lane: QueueLane) -> Bool {
    leaving[lane]?.isEmpty == false && flushes[lane]?.isEmpty != false && !hasWaiters(lane)
  }

  private func hasWaiters(_ lane: QueueLane) -> Bool {
    waiters.values.contains { $0.contains { $0.lane == lane } }
  }

  private func begin(
    _ lane: QueueLane, _ isForced: Bool, _ ignored: Double?, _ client: Client
  ) -> Task<FlushReport, Never> {
    let sender = QueueSender(client: client, owner: owner)
    QueueOwner.atWork.begin(owner.name)
    let task = Task { await self.run(lane, isForced: isForced, ignoringPauseUntil: ignored, sender) }
    running[lane] = task
    senders[lane] = sender
    begun += 1
    return task
  }

  /// Sends the queue up to a request, and returns its result. Cancelling the caller leaves its request in the queue.
  func submit(_ id: Int64, _ lane: QueueLane, for client: Client) async -> Result {
    let waiter = UUID()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { turn in
        waiters[id, default: []].append(Waiter(id: waiter, lane: lane, turn: turn))
        hasNews.insert(lane)
        if running[lane] == nil { _ = begin(lane, false, nil, client) }
      }
    } onCancel: {
      Task { await self.leave(id, waiter) }
    }
  }

  private func leave(_ id: Int64, _ waiter: UUID) {
    guard let index = waiters[id]?.firstIndex(where: { $0.id == waiter }),
      let left = waiters[id]?.remove(at: index)
    else { return }
    left.turn.resume(
      returning: .failed(
        ClientError(
          .cancelled, "the call was cancelled; it stays in the queue, and is sent later unless it is dropped")
      ))
    beginGrace(left.lane)
  }

  private func tell(_ id: Int64, _ result: Result) {
    for waiter in waiters.removeValue(forKey: id) ?? [] { waiter.turn.resume(returning: result) }
  }

  private func run(
    _ lane: QueueLane, isForced: Bool, ignoringPauseUntil ignored: Double?, _ sender: QueueSender
  ) async -> FlushReport {
    var report = FlushReport()
    repeat {
      hasNews.remove(lane)
      await send(lane, isForced, sender, &report, ignoringPauseUntil: ignored)
    } while hasNews.contains(lane) && report.stopped == nil
    await sender.release(lane)
    QueueOwner.atWork.end(owner.name)
    // Requests that came during the release get a run of their own.
    running[lane] = nil
    senders[lane] = nil
    let wasAbandoned = report.stopped?.reason == .cancelled
    if hasNews.contains(lane), report.stopped == nil || (wasAbandoned && hasWaiters(lane)) {
      _ = begin(lane, false, nil, sender.client)
      return report
    }
    hasNews.remove(lane)
    // The remaining callers get no answer: their requests stay queued.
    for (id, waiting) in waiters where waiting.contains(where: { $0.lane == lane }) { tell(id, .waits) }
    return report
  }

  private func send(
    _ lane: QueueLane, _ isForced: Bool, _ sender: QueueSender, _ report: inout FlushReport,
    ignoringPauseUntil ignored: Double?
  ) async {
    var passed: Set<Int64> = []
    var blocked = BlockedRequests()
    // Up to here, a forced run has passed all requests, or found them blocked.
    var floor: Int64 = 0
    while true {
      report.stopped = reasonToStop(lane, sender, ignoringPauseUntil: ignored)
      if report.stopped != nil { return }
      let step: QueueSender.Step
      do {
        // If the network may still be down, probe with one request: a batch would be prepared in vain each time.
        let limit = isOffline && !isForced ? 1 : Int.max
        let skipped = passed.union(blocked.ids).filter { [floor] in $0 > floor }
        let found = try await sender.next(
          lane, behind: floor, without: skipped, isForced: isForced, atMost: limit)
        blocked.add(found.blocked)
        if isForced, let first = found.first { floor = first - 1 }
        guard let next = found.step else {
          if !blocked.startAgain() { return }
          floor = 0
          continue
        }
        step = next
      } catch {
        report.stopped = error as? ClientError ?? ClientError(.database, "the queue cannot be read: \(error)")
        return
      }
      // A batch may have several answers.
      var asked: (error: ClientError, end: Double)?
      var hasEnded = false
      let known = pause?.end
      for (row, end) in await sender.send(step) {
        isOffline = end.isOffline ?? isOffline
        if blocked.note(row, isOver: end.isOver, sender.client.api) { floor = 0 }
        note(row, end, sender, &report)
        switch end {
        case .done: hasEnded = true
        case .later(let error, let stops):
          passed.insert(row.item.id)
          if stops {
            hasEnded = true
            if let end = sender.pauseEnd(error), end > asked?.end ?? 0 { asked = (error, end) }
          }
        case .held: passed.insert(row.item.id)
        case .nothing, .refused: break
        }
      }
      // Neither a success nor a shorter pause ends one that was asked for after its request.
      if hasEnded, pause?.end == known || asked?.end ?? 0 > pause?.end ?? 0 { pause = asked }
      if report.stopped != nil { return }
    }
  }

  /// Why no other request is sent now; `nil` if others are.
  private func reasonToStop(
    _ lane: QueueLane, _ sender: QueueSender, ignoringPauseUntil ignored: Double?
  ) -> ClientError? {
    // The server may have asked for it in the other lane meanwhile.
    if let pause, pause.end != ignored, sender.isAhead(pause.end) { return pause.error }
    return isAbandoned(lane) ? QueueRunner.cancelled : nil
  }

  /// Adds what has become of a request to the report, and tells it to those who wait for that.
  private func note(
    _ row: QueueRow, _ end: QueueSender.End, _ sender: QueueSender, _ report: inout FlushReport
  ) {
    switch end {
    case .done(let outcome):
      report.sent += 1
      sender.client.callCredentials.forget(row.item.idempotencyKey)
      tell(row.item.id, .done(outcome))
    case .nothing(let outcome):
      sender.client.callCredentials.forget(row.item.idempotencyKey)
      tell(row.item.id, .done(outcome))
    case .refused(let error):
      report.refused.append((row.item, error))
      tell(row.item.id, .failed(error))
    case .later(let error, let stops):
      if stops { report.stopped = error }
      if error.reason == .loginNeeded { tell(row.item.id, .failed(error)) }
    // Whoever waits for it is told that it waits: what stopped the queue is the answer to another request.
    case .held: break
    }
  }
}
