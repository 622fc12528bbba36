import RowsmithAPI

extension Client {
  /// Makes calls together, in as few requests as the server's batches allow. Each has its own outcome; its answer is imported
  /// only if it is a success.
  ///
  /// ```swift
  /// let calls = [1, 2].map { RouteCall("enterpriseExists", method: .head, path: ["id": .integer($0)]) }
  /// for result in await client.client.batch(calls) { print(try result.get().status ?? 0) }
  /// ```
  ///
  /// - Returns: the outcomes, in the order of the calls. A call without an answer fails with an error that says whether the
  ///   server may have carried it out.
  public func batch(_ calls: [RouteCall]) async -> [Result<Answer<Void>, ClientError>] {
    defer { for call in calls { call.options.progress?.finish() } }
    var results: [Result<Answer<Void>, ClientError>] = []
    var awaiting: Set<Int> = []
    for (index, call) in calls.enumerated() {
      if let resolved = try? resolver.resolve(call), (try? await awaitsKey(resolved)) == true {
        awaiting.insert(index)
      }
    }
    // Also before calls of routes with a queue, which do not join it here.
    try? await flushWaiting()
    let limit = max(1, api.batch?.limit ?? 1)
    for start in stride(from: 0, to: calls.count, by: limit) {
      let end = min(start + limit, calls.count)
      results += await batchPart(Array(calls[start..<end]), without: awaiting.map { $0 - start })
    }
    return results
  }

  /// - Parameter awaiting: the indices of calls under keys that the queue replaces.
  private func batchPart(_ calls: [RouteCall], without awaiting: [Int]) async -> [Result<
    Answer<Void>, ClientError
  >] {
    var results: [Result<Answer<Void>, ClientError>?] = Array(repeating: nil, count: calls.count)
    var sent: [(index: Int, prepared: PreparedCall, request: BatchRequest)] = []
    for (index, call) in calls.enumerated() {
      do {
        let resolved = try resolver.resolve(call)
        if awaiting.contains(index) { throw resolved.located(Client.awaitedKey) }
        let prepared = try await prepare(resolved)
        if prepared.isEmpty {
          results[index] = .success(Answer(fromDatabase(prepared.resolved, outcome: .notModified)))
        } else {
          sent.append((index, prepared, try prepared.batchRequest))
        }
      } catch {
        results[index] = .failure(ClientError.told(error, "the call cannot be made", otherwise: .misuse))
      }
    }
    do {
      let replies =
        sent.isEmpty
        ? []
        : try await BatchSender(client: self).send(
          sent.map(\.request), importing: sent.map { $0.prepared.resolved.target != nil })
      for (call, reply) in zip(sent, replies) {
        results[call.index] = await outcome(of: call.prepared, reply)
      }
    } catch {
      for call in sent {
        let failure = ClientError.of(error, call.prepared.resolved)
        results[call.index] = .failure(
          ClientError.told(failure, "the batch cannot be sent", otherwise: .misuse))
      }
    }
    for call in sent {
      if case .failure(let error)? = results[call.index], !error.mayHaveArrived {
        try? await noteNotLeft(call.prepared)
      }
    }
    return results.map { $0 ?? .failure(ClientError(.answer, "the batch has no answer to this call")) }
  }

  private func outcome(
    of prepared: PreparedCall, _ reply: BatchSender.Reply
  ) async -> Result<Answer<Void>, ClientError> {
    switch reply {
    case .unknown(let error): return .failure(prepared.resolved.located(error))
    case .answered(let received):
      do {
        // The server refused it for its token. Sent alone, it may get a new one.
        let asksForToken = exchanger.gate?.asksForNewToken(received.head) == true
        let received = asksForToken ? try await exchange(prepared) : received
        var prepared = prepared
        // A batch has only the first page of an answer.
        prepared.resolved.isPartOfAll = prepared.resolved.route.pages != nil || received.status == 206
        return .success(Answer(try await take(received, of: prepared)))
      } catch {
        var failure = ClientError.told(
          ClientError.of(error, prepared.resolved), "the answer cannot be imported", otherwise: .answer)
        // The exchange throws no other errors: the server has carried out the call, only its answer cannot be written.
        if !(error is ClientError) { failure.mayHaveArrived = true }
        return .failure(failure)
      }
    }
  }
}
