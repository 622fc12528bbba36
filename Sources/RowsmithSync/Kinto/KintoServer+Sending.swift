import RowsmithClient

extension KintoServer {
  /// Sends requests, in batches if there are several. Creates a missing bucket and collection when the first record needs them.
  public func send(_ requests: [SyncRequest]) async -> [SyncOutcome] {
    let items = requests.map { request in
      KintoBatch.Item(
        method: request.method, path: request.path, headers: request.headers, body: request.body)
    }
    let sender = KintoSender(server: self)
    var settled = await sender.settle(items)
    let orphans = settled.indices.filter { settled[$0].lacksParent && items[$0].method == "PUT" }
    if !orphans.isEmpty {
      var ready: [Int] = []
      var made: [String: SyncOutcome?] = [:]
      for index in orphans {
        let place = KintoServer.parent(of: items[index].path)
        let failure: SyncOutcome?
        if let known = made[place] { failure = known } else { failure = await make(place) }
        made[place] = failure
        if let failure { settled[index] = .failed(failure) } else { ready.append(index) }
      }
      for (index, again) in zip(ready, await sender.settle(ready.map { items[$0] })) {
        settled[index] = again
      }
    }
    return zip(settled, zip(requests, items)).map { settled, pair in
      outcome(settled, pair.0, pair.1).about(pair.0)
    }
  }

  private func outcome(_ settled: KintoSender.Settled, _ request: SyncRequest, _ item: KintoBatch.Item)
    -> SyncOutcome
  {
    let answer: KintoBatch.Answer
    switch settled {
    case .failed(let outcome): return outcome
    case .answered(let given): answer = given
    }
    switch answer.status {
    case 200..<300:
      guard let record = KintoRecord.envelope(answer.body), record.id == request.id else {
        return .unknown(
          SyncError(.answer, "the answer has no record, or another one: it may be incomplete"))
      }
      return .accepted(record)
    case 409:
      // Two concurrent transactions: this one was not carried out.
      var error = answer.error(item)
      error.reason = .throttled
      return .later(error)
    // The collection was deleted meanwhile, or the service was shut down.
    case 404 where item.method == "PUT", 410 where answer.errno == "202": return .later(answer.error(item))
    default:
      return SyncOutcome(
        status: answer.status, record: KintoRecord.existing(answer.body), error: answer.error(item))
    }
  }

  /// The path of the collection of a record's path; with two components, that of the bucket.
  private static func parent(of path: String, components: Int = 4) -> String {
    path.split(separator: "/").prefix(components).map { "/\($0)" }.joined()
  }

  /// Creates a bucket and a collection if they are missing.
  ///
  /// - Returns: the outcome for the records that need them if that fails; otherwise `nil`.
  private func make(_ place: String) async -> SyncOutcome? {
    let bucket = KintoServer.parent(of: place, components: 2)
    for path in [bucket, place] {
      let answer: ServerExchange.Answer
      do {
        answer = try await put(path)
      } catch {
        return .later(SyncError(error, request: "PUT \(path)"))
      }
      switch answer.status {
      // 412: it exists already. Whether the bucket may be used shows with the collection.
      case 200..<300, 412: continue
      case 403 where path == bucket: continue
      default:
        var error = SyncError(answer, request: "PUT \(path)")
        if answer.status == 409 { error.reason = .throttled }
        // The records themselves were refused before, so their result is known.
        if case .refused = SyncOutcome(error, mayHaveArrived: false) { return .refused(error) }
        return .later(error)
      }
    }
    return nil
  }

  /// Creates a bucket or collection. Retries after 409, which concurrent creations cause.
  private func put(_ path: String) async throws -> ServerExchange.Answer {
    var attempt = 1
    while true {
      let answer = try await ask(
        "PUT", path, headers: [("If-None-Match", "*")], body: Array("{}".utf8), isRepeatable: true)
      guard answer.status == 409, attempt < 6 else { return answer }
      try await exchange.options.clock.sleep(.milliseconds(50) * attempt * exchange.options.clock.draw())
      attempt += 1
    }
  }
}

extension KintoSender.Settled {
  /// Whether a bucket or a collection is missing.
  fileprivate var lacksParent: Bool {
    guard case .answered(let answer) = self else { return false }
    return answer.status == 404 && answer.errno == "111"
  }
}
