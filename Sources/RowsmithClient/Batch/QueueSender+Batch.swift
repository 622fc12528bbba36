import Rowsmith
import RowsmithAPI

extension QueueSender {
  /// Sends frozen requests in one batch; each has its own outcome.
  func sendBatch(
    _ items: [(row: QueueRow, resolved: ResolvedCall, request: FrozenRequest)]
  ) async -> [(QueueRow, End)] {
    let requests = items.map { item in
      var headers: HTTPHeaders = ["Idempotency-Key": item.row.item.idempotencyKey]
      if let type = item.request.type { headers["Content-Type"] = type }
      let own = item.row.arguments.headers + client.callCredentials[item.row.item.idempotencyKey].fields
      headers.replace(with: HTTPHeaders(own.map { ($0.name, $0.value) }))
      return BatchRequest(
        method: item.request.method, uri: item.request.uri, headers: headers,
        body: item.request.body.map { String(decoding: $0, as: UTF8.self) })
    }
    let importing = items.map { $0.resolved.target != nil }
    let replies: [BatchSender.Reply]
    do {
      replies = try await exchange.run { [client] in
        try await BatchSender(client: client).send(requests, importing: importing, isQueued: true)
      }
    } catch {
      return await failed(
        items, error as? ClientError ?? ClientError(.misuse, "the batch cannot be sent: \(error)"))
    }
    var ends: [(QueueRow, End)] = []
    for (item, reply) in zip(items, replies) {
      switch reply {
      case .answered(let received)
      where received.status == 401 || client.exchanger.gate?.asksForNewToken(received.head) == true:
        // Sent alone, it may get a new token.
        let end = await sendAlone(item, behind: ends, mayHaveArrived: received.mayHaveArrived)
        ends.append((item.row, end))
      case .answered(let received):
        ends.append((item.row, await finish(item.row, item.resolved, item.request, received)))
      case .unknown(let error):
        // Sent alone under the same key, the request gets the server's answer for what it did.
        let end = await sendAlone(item, behind: ends, mayHaveArrived: error.mayHaveArrived)
        ends.append((item.row, end))
      }
    }
    return ends
  }

  /// Handles the failure of a whole batch. If the server refuses batches as such, each request is sent alone.
  private func failed(
    _ items: [(row: QueueRow, resolved: ResolvedCall, request: FrozenRequest)], _ error: ClientError
  ) async -> [(QueueRow, End)] {
    let isRefusal =
      error.status.map { (400..<500).contains($0) && ![401, 408, 425, 429].contains($0) } ?? false
    let isUnusable =
      isRefusal || error.status == 500 || (error.reason == .answer && !error.isCaptive)
      || error.transport?.reason == .redirected
    let isAboutBatch = isUnusable && !error.isOfToken
    var ends: [(QueueRow, End)] = []
    for item in items {
      if isAboutBatch {
        let end = await sendAlone(item, behind: ends, mayHaveArrived: error.mayHaveArrived)
        ends.append((item.row, end))
      } else {
        ends.append((item.row, await withoutAnswer(item.row, error)))
      }
    }
    return ends
  }
}
