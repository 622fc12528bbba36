import Foundation
import Rowsmith
import RowsmithAPI

// What becomes of a request when its answer is there.
extension QueueSender {
  /// Handles the server's answer.
  func finish(
    _ row: QueueRow, _ resolved: ResolvedCall, _ frozen: FrozenRequest, _ received: Received
  ) async -> End {
    let isGone = resolved.route.deletes != nil && [404, 410].contains(received.status)
    if received.isPage, received.isSuccess || isGone {
      return await later(row, resolved.located(received.pageError))
    }
    guard received.isSuccess || isGone else { return await refusal(row, resolved, received) }
    var takeover = Takeover(client: client, resolved: resolved)
    takeover.revision = frozen.revision
    takeover.isRepeated = row.item.attempts > 0
    takeover.item = row.item.id
    let (sendsRecord, makesRecord) = (client.api.sendsRecord(row), client.api.makesRecord(row))
    do {
      let finished = takeover
      let result = try await client.store.write { db in
        if try isEmptied(row, resolved, db) { return Takeover.Result() }
        // Another request may have changed the row's key meanwhile.
        var takeover = finished
        if let now = try current(row, db) {
          if let entity = now.item.entity, let table = client.facts.table(of: entity) {
            let sent = (entity: entity, key: now.item.key)
            if sendsRecord {
              takeover.sent = sent
            } else if makesRecord, try db.isUnborn(sent, client.facts) {
              // A body of its own makes the record at the server, too, but has none of the edits noted since.
              takeover.sent = sent
              let latest = try db.unsentChanges(of: RowName(table: table, key: sent.key))?.revision
              takeover.revision = (frozen.revision ?? latest).map { $0 & ~0xFFFF_FFFF }
            }
          }
          if resolved.route.deletes != nil { takeover.resolved.key = resolved.key ?? now.item.key }
        }
        let result = try takeover.run(received, db)
        try db.removeFromQueue(row.item.id)
        return result
      }
      var outcome = client.withoutImport(received)
      outcome.report = result.report
      outcome.rows = AnswerRows(
        store: client.store, facts: client.facts,
        place: result.rows.count > 0
          ? .runs(result.rows.runs, count: result.rows.count)
          : result.key.isEmpty ? .none : .key(result.key))
      return .done(outcome)
    } catch {
      if let stop = stop(error) { return stop }
      let failure = ClientError.of(error, resolved) as? ClientError
      return await later(
        row, failure ?? ClientError(.answer, "the server's answer cannot be imported: \(error)"))
    }
  }

  /// Whether a request was deleted with all data since it was made, as when somebody has signed out: its answer is nobody's.
  private func isEmptied(_ row: QueueRow, _ resolved: ResolvedCall, _ db: ReadTransaction) throws -> Bool {
    if client.store.emptyings.value == resolved.emptyings { return false }
    return try db.queueItems(client.facts, where: "id = ?", [.integer(row.item.id)]).isEmpty
  }

  /// A request as it is in the queue now. One that was dropped since counts as it was sent, unless its record is gone, too: the
  /// server has carried it out, and may have given its record a key.
  private func current(_ row: QueueRow, _ db: ReadTransaction) throws -> QueueRow? {
    let now = try db.queueRows(client.facts, where: "id = ?", [.integer(row.item.id)]).first
    if let now { return now }
    guard let entity = row.item.entity, try db.row(of: entity, key: row.item.key, client.facts) != nil else {
      return nil
    }
    return row
  }

  private func refusal(_ row: QueueRow, _ resolved: ResolvedCall, _ received: Received) async -> End {
    var error = resolved.located(client.exchanger.refusal(received))
    let isBusy = received.status == 409 && received.headers["Retry-After"] != nil
    // A refusal says nothing of the attempts before in the same exchange.
    if received.mayHaveArrived, (400..<500).contains(received.status), received.status != 409 {
      try? await client.store.write { try $0.noteAttempt(row.item.id) }
    }
    if !received.mayHaveArrived { try? await forgetIdleAttempt(of: row, received.status, received.headers) }
    let mayBeUnderWay =
      received.status == 409 && (received.mayHaveArrived || row.item.attempts > 0 && !row.wasIdle)
      && row.unreadable < QueueSender.maximumConflicts
    if mayBeUnderWay { try? await client.store.write { try $0.noteUnreadable(row.item.id) } }
    if isBusy || mayBeUnderWay || received.status >= 500 || [408, 425, 429].contains(received.status) {
      return await later(row, error)
    }
    if received.status == 401 {
      error.reason = .loginNeeded
      return await later(row, error)
    }
    return await setAside(row, error, hasLeft: received.mayHaveArrived)
  }

  /// Forgets an attempt before, whose answer said that nothing was done, as a request is refused or answered like that again: it
  /// leaves nothing open. Without a `Retry-After`, attempts are counted, as the waits grow with them.
  private func forgetIdleAttempt(of row: QueueRow, _ status: Int, _ headers: HTTPHeaders) async throws {
    guard row.wasIdle, (400..<500).contains(status), status != 409,
      ![408, 425, 429].contains(status) || headers["Retry-After"] != nil
    else { return }
    try await client.store.write { db in
      _ = try db.run("UPDATE _rowsmith_queue SET attempts = 1 WHERE id = ?", [.integer(row.item.id)])
    }
  }

  /// Handles an exchange that has failed.
  func withoutAnswer(_ row: QueueRow, _ error: ClientError) async -> End {
    // That there is no new token, or that a batch is refused, says nothing of the attempts before in the same exchange.
    if error.mayHaveArrived, !error.isOfToken, error.status.map((400..<500).contains) == true {
      try? await client.store.write { try $0.noteAttempt(row.item.id) }
    }
    if let status = error.status, !error.mayHaveArrived, !error.isOfToken {
      try? await forgetIdleAttempt(of: row, status, error.headers)
    }
    return await later(row, error)
  }

  /// Leaves a request for later that was not sent by itself, as one before it has stopped the queue.
  ///
  /// - Parameter mayHaveArrived: whether the server may have carried it out as part of a batch before.
  func hold(_ row: QueueRow, mayHaveArrived: Bool) async -> End {
    if !mayHaveArrived {
      try? await client.store.write { db in
        try db.takeBackAttempt(row.item)
        // The server may have an earlier attempt.
        if row.item.attempts == 0 { try noteNotLeft(row, db) }
      }
    }
    return .held
  }

  /// Postpones a request.
  func later(_ row: QueueRow, _ error: ClientError) async -> End {
    let isUnreadable =
      [.answer, .import].contains(error.reason) && !error.isCaptive && !error.isOfToken
    // An answer that stays unusable counts as a failure.
    if isUnreadable, row.unreadable >= QueueSender.maximumUnreadable {
      return await setAside(row, error, hasLeft: true)
    }
    if error.reason == .misuse, !error.isOfToken { return await setAside(row, error) }
    let clock = client.options.clock
    var wait = 0.0
    if let seconds = RetryAfter.seconds(in: error.headers, now: clock.now()) {
      wait = self.wait(asked: seconds)
    } else if error.reason != .cancelled,
      error.status != nil || error.transport.map({ $0.reason != .offline }) == true
    {
      wait = min(pow(2, Double(min(row.item.attempts, 8))), 300) * clock.draw()
    }
    let time = clock.now() + wait
    let hasLeft = error.transport == nil && !error.isOfToken || error.mayHaveArrived
    try? await client.store.write { db in
      try db.postpone(row.item.id, until: time, error)
      if isUnreadable { try db.noteUnreadable(row.item.id) }
      if !hasLeft {
        try db.takeBackAttempt(row.item)
        // The server may have an earlier attempt.
        if row.item.attempts == 0 { try noteNotLeft(row, db) }
      }
    }
    // A request that cannot be sent as it is, or whose path leads nowhere, says nothing of the network either.
    let isItsOwn =
      error.status.map([409, 500, 501, 505].contains) == true || isUnreadable
      || error.transport.map { [.unsendable, .redirected].contains($0.reason) } == true
    // The others need the same token.
    return .later(error, stops: !isItsOwn || error.isOfToken)
  }

  /// Sets aside a request that is not retried automatically.
  ///
  /// - Parameter hasLeft: whether the server may have carried it out.
  func setAside(_ row: QueueRow, _ error: any Error, hasLeft: Bool = false) async -> End {
    if let stop = stop(error) { return stop }
    let failure =
      error as? ClientError
      ?? ClientError(
        .misuse,
        "the request cannot be made: \((error as? any LocalizedError)?.errorDescription ?? "\(error)")")
    if failure.reason == .cancelled { return .later(failure, stops: true) }
    try? await client.store.write { db in
      try db.refuse(row.item.id, failure)
      if !hasLeft, row.item.attempts == 0 { try noteNotLeft(row, db) }
    }
    return .refused(failure)
  }

  /// Stops the queue if an error is one of the whole database, as when another process holds it or the disk is full: it says nothing
  /// of a request, which stays as it is.
  private func stop(_ error: any Error) -> End? {
    guard let error = error as? StoreError, error.isOfDatabase else { return nil }
    return .later(ClientError(.database, "the queue cannot be sent: \(error.message)"), stops: true)
  }

  /// Notes that the changes of a request's record have not left, if it sends the record.
  private func noteNotLeft(_ row: QueueRow, _ db: WriteTransaction) throws {
    guard client.api.sendsRecord(row) else { return }
    try db.noteNotLeft(row.item.entity, row.item.key, client.facts)
  }
}

extension StoreError {
  /// Whether no statement on the database succeeds now, or none that writes.
  fileprivate var isOfDatabase: Bool {
    if [.busy, .damaged, .wrongKey, .modelChanged, .readOnly, .closed].contains(reason) { return true }
    guard let code = code?.primary else { return false }
    return [.full, .ioError, .noMemory, .locked, .cannotOpen].contains(code)
  }
}
