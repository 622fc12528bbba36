import Rowsmith
import RowsmithAPI
import RowsmithClient

extension RESTSyncServer {
  /// Sends requests in order: in batches if the server takes them, otherwise one by one.
  public func send(_ requests: [SyncRequest]) async -> [SyncOutcome] {
    var outcomes: [SyncOutcome] = []
    var rest = requests[...]
    while !rest.isEmpty {
      // After an error that concerns the server as a whole, the rest is not sent.
      if case .later(let error)? = outcomes.last, error.concernsAll {
        return outcomes + rest.map { _ in .later(error) }
      }
      let some = rest.prefix(api.batch == nil ? 1 : batchLimit.value)
      rest = rest.dropFirst(some.count)
      if let endpoint = api.batch, some.count > 1 {
        outcomes += await sendTogether(Array(some), endpoint)
      } else {
        for request in some { outcomes.append(await sendAlone(request)) }
      }
    }
    return outcomes
  }

  private func sendAlone(_ request: SyncRequest) async -> SyncOutcome {
    let collection: RESTCollection
    let answer: ServerExchange.Answer
    do {
      collection = try self.collection(request.collection)
      answer = try await exchange.send(
        request.method, request.path, headers: request.headers.map { ($0.name, $0.value) },
        body: request.body, type: request.type, isRepeatable: false)
    } catch {
      return SyncOutcome(exchange: error, request: "\(request.method) \(request.path)").about(request)
    }
    // What was carried out stays so, and is not refused by what comes behind it.
    if answer.mayHaveArrived, answer.error != nil {
      let error = SyncError(answer, request: "\(request.method) \(request.path)")
      return SyncOutcome.unknown(error).about(request)
    }
    let outcome = RESTOutcomes(collection: collection).outcome(of: request, answer)
    // Without idempotency keys, the server may refuse the record that an earlier attempt has created.
    if case .refused = outcome, request.kind == .create, request.attempts > 0, answer.status == 422,
      let found = try? await read([request.id], in: request.collection).first
    {
      return found.isDeleted ? .gone(found) : .conflict(found)
    }
    return outcome
  }

  private func sendTogether(_ requests: [SyncRequest], _ endpoint: API.BatchEndpoint) async -> [SyncOutcome] {
    let items = requests.map { request in
      var headers = HTTPHeaders(request.headers.map { ($0.name, $0.value) })
      if let type = request.type { headers["Content-Type"] = type }
      return BatchRequest(
        method: request.method, uri: request.path, headers: headers,
        body: request.body.map { String(decoding: $0, as: UTF8.self) })
    }
    let reply: ServerExchange.BatchReply
    do {
      reply = try await exchange.send(items, to: endpoint)
    } catch let error as ClientError where error.hasLostPost {
      // None of the requests was carried out, and no batch ever will be.
      batchLimit.refused(1)
      return await send(requests)
    } catch {
      return requests.map { SyncOutcome(exchange: error, request: "POST /\(endpoint.path)").about($0) }
    }
    switch reply {
    case .refused(let answer): return await refused(requests, answer, endpoint)
    case .answers(let answers):
      var outcomes: [SyncOutcome] = []
      for (request, answer) in zip(requests, answers) {
        outcomes.append(await outcome(of: request, inBatch: answer))
      }
      return outcomes
    }
  }

  private func outcome(of request: SyncRequest, inBatch answer: ServerExchange.Answer?) async -> SyncOutcome {
    guard let answer else {
      let error = SyncError(.answer, "the batch has no answer at the position of this request")
      return SyncOutcome.unknown(error).about(request)
    }
    // Sent alone, it may get a new token, or find what an earlier attempt has done.
    if answer.status == 401 || (answer.status == 422 && request.attempts > 0) {
      return await sendAlone(request)
    }
    guard let collection = try? collection(request.collection) else {
      return await sendAlone(request)
    }
    return RESTOutcomes(collection: collection).outcome(of: request, answer)
  }

  /// Handles the refusal of a whole batch.
  private func refused(
    _ requests: [SyncRequest], _ answer: ServerExchange.Answer, _ endpoint: API.BatchEndpoint
  ) async -> [SyncOutcome] {
    let error = SyncError(answer, request: "POST /\(endpoint.path)")
    if answer.mayHaveArrived { return requests.map { SyncOutcome.unknown(error).about($0) } }
    guard [.refused, .forbidden].contains(error.reason) else {
      return requests.map { SyncOutcome(error, mayHaveArrived: true).about($0) }
    }
    // After 413 batches become smaller; otherwise each request is sent alone.
    batchLimit.refused(answer.status == 413 ? requests.count : 1)
    return await send(requests)
  }
}

extension SyncError {
  /// Whether the next request would fail the same way.
  fileprivate var concernsAll: Bool { [.offline, .throttled, .loginNeeded, .cancelled].contains(reason) }
}
