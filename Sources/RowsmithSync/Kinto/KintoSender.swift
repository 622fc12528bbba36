import RowsmithClient

/// Sends requests to Kinto, in batches as large as it accepts. Sends each at most once, except those refused because a login was
/// missing.
struct KintoSender {
  let server: KintoServer
  /// Whether the requests change nothing and may be retried automatically.
  var isRepeatable = false

  typealias Item = KintoBatch.Item

  /// The result of a request.
  enum Settled {
    /// It has a valid answer.
    case answered(KintoBatch.Answer)
    /// It has no valid answer.
    case failed(SyncOutcome)
  }

  /// Sends requests in order. If one could not be sent, or its result is unknown, the requests after it are not sent.
  func settle(_ items: [Item]) async -> [Settled] {
    var settled: [Settled] = []
    while settled.count < items.count {
      let rest = items[settled.count...]
      let together = rest.prefix { $0.fits }.prefix(server.learnt.maximumBatch)
      if together.count > 1 {
        settled += await batch(together)
      } else {
        settled.append(await alone(items[settled.count]))
      }
      if let last = settled.last, let error = last.stops(items[settled.count - 1]) {
        settled += items[settled.count...].map { _ in .failed(.later(error)) }
      }
    }
    return settled
  }

  private func alone(_ item: Item) async -> Settled {
    do {
      let answer = try await server.ask(
        item.method, item.path, headers: item.headers.map { ($0.name, $0.value) }, body: item.body,
        isRepeatable: isRepeatable)
      return .answered(
        .init(status: answer.status, retryAfter: answer.retryAfter, body: answer.body[...]))
    } catch {
      return .failed(SyncOutcome(exchange: error, request: "\(item.method) \(item.path)"))
    }
  }

  private func batch(_ items: ArraySlice<Item>) async -> [Settled] {
    let answer: ServerExchange.Answer
    do {
      answer = try await server.ask(
        "POST", "/batch", body: KintoBatch.body(items), isRepeatable: isRepeatable)
    } catch {
      let outcome = SyncOutcome(exchange: error, request: "POST /batch")
      return items.map { _ in .failed(outcome) }
    }
    if answer.error == nil {
      guard let answers = KintoBatch.answers(answer.body, to: items) else {
        let error = SyncError(.answer, "POST /batch: this is not an answer to a batch, or it is incomplete")
        return items.map { _ in .failed(.unknown(error)) }
      }
      return await withLogin(KintoSender.proven(answers), Array(items))
    }
    let error = SyncError(answer, request: "POST /batch")
    guard [.refused, .forbidden].contains(error.reason), answer.status != 410 else {
      return items.map { _ in .failed(SyncOutcome(error, mayHaveArrived: true)) }
    }
    if let limit = KintoSender.limit(error), limit < items.count {
      server.learnt.maximumBatch = limit
      return await settle(Array(items))
    }
    // None of the requests was carried out. An objection of Kinto to one request applies to the whole batch.
    var settled: [Settled] = []
    for item in items { settled.append(await alone(item)) }
    return settled
  }

  /// The batch limit that an error names.
  private static func limit(_ error: SyncError) -> Int? {
    guard let message = error.serverMessage, message.contains("limited to") else { return nil }
    return message.split { !$0.isNumber }.last.flatMap { Int($0) }
  }

  /// The results that the answers of a batch prove. With PostgreSQL a batch is one transaction. A concurrent write (409) or a
  /// failure rolls it back, including the requests before it that were answered with a success.
  private static func proven(_ answers: [KintoBatch.Answer?]) -> [Settled] {
    var isRolledBack = false
    let settled = answers.reversed().map { answer -> Settled in
      guard let answer else {
        isRolledBack = true
        return .failed(
          .unknown(SyncError(.answer, "the answer to the batch has no result for this")))
      }
      if answer.status == 409 || answer.status >= 500 {
        isRolledBack = true
      } else if answer.isSuccess, isRolledBack {
        let message = "the server confirmed it, but a later request in the batch may have rolled it back"
        return .failed(.unknown(SyncError(.interrupted, message)))
      }
      return .answered(answer)
    }
    return settled.reversed()
  }

  /// Sends the requests of a batch again that were answered with 401: the batch itself is a success, so no token was refreshed.
  private func withLogin(_ settled: [Settled], _ items: [Item]) async -> [Settled] {
    let refused = settled.indices.filter { settled[$0].status == 401 }
    guard let first = refused.first, server.exchange.options.authentication != nil else { return settled }
    var settled = settled
    // The first one alone: its 401 makes the client refresh the token.
    settled[first] = await alone(items[first])
    let others = Array(refused.dropFirst())
    if let error = settled[first].stops(items[first]) {
      for index in others { settled[index] = .failed(.later(error)) }
      return settled
    }
    for (index, again) in zip(others, await settle(others.map { items[$0] })) { settled[index] = again }
    return settled
  }
}

extension KintoSender.Settled {
  /// The status of the answer.
  var status: Int? {
    if case .answered(let answer) = self { answer.status } else { nil }
  }

  /// The error for the requests after this one if they are not to be sent, as they would fail the same way.
  fileprivate func stops(_ item: KintoSender.Item) -> SyncError? {
    switch self {
    case .answered(let answer):
      [401, 429, 503].contains(answer.status) ? answer.error(item) : nil
    case .failed(.later(let error)): error
    case .failed(.unknown(let error)): [.interrupted, .cancelled].contains(error.reason) ? error : nil
    case .failed: nil
    }
  }
}
