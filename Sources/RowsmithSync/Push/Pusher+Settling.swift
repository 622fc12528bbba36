import Rowsmith
import RowsmithClient

extension Pusher {
  /// Applies the outcomes of requests. Records in answers are applied together, like a page of their table.
  func settle(_ outcomes: [(OutboxItem, SyncOutcome)], _ result: inout Result) async throws {
    var groups: [String: [Settlement]] = [:]
    var order: [String] = []
    for (item, outcome) in outcomes {
      let settlement = try await settlement(of: item, outcome, &result)
      noteProgress(settlement, &result)
      if groups[item.table.name] == nil { order.append(item.table.name) }
      groups[item.table.name, default: []].append(settlement)
    }
    for name in order {
      guard let table = context.model[name], let settlements = groups[name] else { continue }
      try await apply(settlements, of: table, &result)
    }
  }

  /// Notes that a row has been tried, and which others may be sent now.
  private func noteProgress(_ settlement: Settlement, _ result: inout Result) {
    let item = settlement.item
    let row = RowID(table: item.table.name, key: item.key)
    result.passed.insert(row)
    if result.incomplete.remove(row) != nil, settlement.isTaken {
      result.completed.insert(row)
      if settlement.record?.serverKey == nil { result.gaveKeys = false }
    }
    if settlement.isTaken, item.request.kind != .create {
      let freed = freed(by: item, result)
      result.freed.formUnion(freed)
    }
  }

  /// Carries out the settlements of a table in one transaction, with the records of the answers, and adds to the report.
  private func apply(
    _ settlements: [Settlement], of table: SyncedTable, _ result: inout Result
  ) async throws {
    let rules = context.rules
    let report = try await PageApplier(context: context, table: table).apply(
      settlements.compactMap(\.record),
      .init(
        before: { db in for settlement in settlements { try settlement.carryOut(rules, db) } },
        after: { db in for settlement in settlements { try settlement.finish(db) } }, origin: .push,
        forced: Set(settlements.filter(\.isConflict).map(\.item.request.id)),
        own: Set(settlements.filter(\.isTaken).map(\.item.request.id))))
    // Records that come back for local writes do not count as pulled, only as unreadable.
    var own = report
    own.entities = [:]
    let unreadable = report.entities[table.collection.name]?.unreadable ?? 0
    if unreadable > 0 { own.entities[table.collection.name, default: .init()].unreadable = unreadable }
    result.report.add(own)
    let taken = settlements.filter(\.isTaken).count
    if taken > 0 { result.report.entities[table.collection.name, default: .init()].pushed += taken }
    let merged = report.entities[table.collection.name]?.merged ?? 0
    if settlements.contains(where: \.isConflict), merged > 0 {
      result.report.entities[table.collection.name, default: .init()].merged += merged
    }
  }

  /// The tables of rows that were refused and may be taken now: one of the same table may have had their value, or the server may
  /// not delete a record before its links.
  private func freed(by item: OutboxItem, _ result: Result) -> Set<String> {
    let isUnlinked = item.table.isLinks && item.request.kind == .delete
    let ends = isUnlinked ? item.table.ends.compactMap { context.model.named($0)?.name } : []
    let own = item.table.hasUniqueValues ? [item.table.name] : []
    return Set(own.filter(result.refusedTables.contains) + ends.filter(result.refusedDeletions.contains))
  }

  /// Sets a request aside, with the server's reason.
  ///
  /// - Parameter isOfConflict: whether the server reports a conflict of which nothing is to be merged.
  private func refused(
    _ item: OutboxItem, _ error: SyncError, isOfConflict: Bool = false, _ result: inout Result
  ) -> Settlement {
    let problem = problem(error, item)
    result.report.setAside.append(problem)
    // Another record may have one of its values, or links lead to it.
    let isOfOthers = isOfConflict || error.status.map { [400, 409, 422].contains($0) } ?? false
    let isLinked = item.request.kind == .delete && !context.model.links(with: item.table).isEmpty
    if item.table.hasUniqueValues || isLinked, isOfOthers {
      result.refused.append(item)
      result.refusedTables.insert(item.table.name)
      if item.request.kind == .delete { result.refusedDeletions.insert(item.table.name) }
    }
    return settlement(item, .refused(problem.error))
  }

  /// Sets a request aside at which the server has failed, for a while.
  private func failed(_ item: OutboxItem, _ error: SyncError, _ result: inout Result) -> Settlement {
    var settlement = refused(item, error, &result)
    settlement.isFailure = true
    return settlement
  }

  private func problem(_ error: SyncError, _ item: OutboxItem) -> SyncReport.Problem {
    var problem = SyncReport.Problem(error, of: item.request.id, in: item.table.collection.name)
    problem.row = RowID(table: item.table.name, key: item.key)
    return problem
  }

  /// Whether merging may change nothing: the record is not there, or has no version that tells.
  private func isFutile(_ record: SyncRecord, _ item: OutboxItem) -> Bool {
    record.isDeleted ? item.request.kind == .create : record.version == nil && item.version == nil
  }

  /// Completes an outcome. Reads the server's record if the answer does not have it.
  private func settlement(
    of item: OutboxItem, _ outcome: SyncOutcome, _ result: inout Result
  ) async throws -> Settlement {
    switch outcome {
    case .accepted(let record):
      var settlement = settlement(item, .taken(version: record?.version, modified: record?.modified))
      if let record, !record.json.isEmpty, !record.isDeleted { settlement.record = record }
      return settlement
    case .conflict(let current): return try await conflict(item, current, &result)
    case .gone(let tombstone): return gone(item, tombstone, &result)
    case .refused(let error): return refused(item, error, &result)
    case .unknown(let error): return unknown(item, error, &result)
    case .later(let error): return later(item, error, &result)
    }
  }

  private func settlement(
    _ item: OutboxItem, _ end: Settlement.End, _ record: SyncRecord? = nil
  ) -> Settlement {
    Settlement(item: item, end: end, record: record, now: context.serverTime)
  }

  /// The server has another version, or reports so.
  private func conflict(
    _ item: OutboxItem, _ current: SyncRecord?, _ result: inout Result
  ) async throws -> Settlement {
    var settlement = settlement(item, .conflict)
    result.wantsPull = true
    var record = current
    if record == nil || record?.json.isEmpty == true && record?.isDeleted == false {
      do {
        let id = item.request.id
        record = try await context.read([id], in: item.table).first
        if record == nil, try await context.hidden([id], in: item.table).contains(id) {
          return refused(item, .hidden(id, in: item.request.collection), &result)
        }
        record = record ?? SyncRecord(id: id, isDeleted: true)
      } catch let error as SyncError {
        if error.concernsAll {
          settlement.end = .waits(error)
          result.report.stopped = error
          return settlement
        }
        return error.reason == .interrupted ? failed(item, error, &result) : refused(item, error, &result)
      }
    }
    if let record, !record.isDeleted, let version = record.version, version == item.version {
      // Merging would change nothing, and the same write would be refused in each sync.
      return refused(
        item,
        SyncError(
          .refused,
          "the server reports a conflict, and its version is the one that this change is based on: something "
            + "else about the record stops it"), isOfConflict: true, &result)
    }
    if let record, isFutile(record, item) {
      let row = RowID(table: item.table.name, key: item.key)
      if futile.contains(row) {
        return refused(
          item,
          SyncError(
            .refused,
            "the server reports a conflict again, and nothing is left to merge: something else about the record "
              + "stops it, such as a value that another record has"), isOfConflict: true, &result)
      }
      result.futile.insert(row)
    }
    settlement.record = record
    return settlement
  }

  /// The server does not have the record, or no longer.
  private func gone(_ item: OutboxItem, _ tombstone: SyncRecord?, _ result: inout Result) -> Settlement {
    switch item.request.kind {
    case .delete:
      return settlement(item, .taken(version: tombstone?.version, modified: tombstone?.modified))
    case .create:
      // A server that keeps deleted records does not create one again under the same key.
      return refused(
        item,
        SyncError(
          .refused, "the server does not create a deleted record again; give it a new key, or discard it"),
        &result)
    case .change:
      return settlement(item, .conflict, tombstone ?? SyncRecord(id: item.request.id, isDeleted: true))
    }
  }

  /// It is unknown whether the request was carried out.
  private func unknown(_ item: OutboxItem, _ error: SyncError, _ result: inout Result) -> Settlement {
    let isLast = item.request.attempts >= Pusher.maximumAttempts
    // An unusable answer concerns only this request; the others go on.
    if error.status != nil, !isPatient, isLast { return failed(item, error, &result) }
    // If only this request never gets an answer, the others go on after some attempts.
    let isAlone = error.reason == .interrupted && isLast
    if error.concernsAll, !isAlone { result.report.stopped = error }
    return settlement(item, .waits(error))
  }

  /// The request was not carried out, and can be sent later.
  private func later(_ item: OutboxItem, _ error: SyncError, _ result: inout Result) -> Settlement {
    // A record that is locked, or cannot be read before it is sent again, holds up no other.
    let isLocked = error.reason == .refused && error.status == 409
    let isItsOwn = isLocked || item.request.attempts > 1
    if error.concernsAll || [.offline, .busy].contains(error.reason) || !isItsOwn {
      result.report.stopped = error
    } else {
      result.report.setAside.append(problem(error, item))
    }
    return settlement(item, item.request.attempts == 1 ? .notSent : .delayed(error))
  }
}

extension SyncError {
  /// Whether the error concerns the server or the connection rather than one request.
  fileprivate var concernsAll: Bool {
    [.throttled, .loginNeeded, .cancelled].contains(reason)
      || status == nil && [.offline, .interrupted].contains(reason)
  }
}
