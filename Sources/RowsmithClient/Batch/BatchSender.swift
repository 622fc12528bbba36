import Foundation
import Rowsmith
import RowsmithAPI

/// Sends several requests in one.
struct BatchSender: Sendable {
  let client: Client

  /// The result of one request of a batch: the server's answer, or why it is unknown.
  enum Reply: Sendable {
    case answered(Received)
    /// There is no usable answer, though the server may have carried out the request.
    case unknown(ClientError)
  }

  /// - Parameter isQueued: whether the requests stay queued and are sent later if the server cannot be reached.
  /// - Throws: ``ClientError`` if the whole batch failed.
  func send(
    _ requests: [BatchRequest], importing: [Bool], isQueued: Bool = false
  ) async throws -> [Reply] {
    guard let endpoint = client.api.batch else {
      throw ClientError(.misuse, "the server does not accept batches: the model has no `batch` in its `api`")
    }
    guard let base = client.baseURL else { throw ClientError(.misuse, "there is no server address") }
    let path = endpoint.path.split(separator: "/").joined(separator: "/")
    let url = "\(base)/\(path)"
    var request = HTTPRequest(method: "POST", url: url, body: .bytes(BatchMessage.body(requests)))
    request.timeouts = client.options.timeouts
    request.headers["Accept"] = "application/json"
    request.headers["Content-Type"] = "application/json"
    for header in client.api.headers { request.headers[header.name] = header.value }
    request.headers.replace(with: client.options.headers)
    // Retried only if each of its requests may be.
    let isRepeatable = requests.allSatisfy { part in
      part.headers["Idempotency-Key"] != nil
        || RouteMethod(rawValue: part.method.lowercased())?.isIdempotent == true
    }
    let received = try await client.exchanger.exchange(
      .init(request: request, isRepeatable: isRepeatable, imports: true, isPatient: !isQueued))
    guard received.isSuccess else { throw client.exchanger.refusal(received) }
    let answers = try BatchMessage.answers(try received.source?.readAll() ?? [])
    if BatchOrder.isMixedUp(requests, answers) {
      return requests.map { _ in
        .unknown(unknown("the answers of the batch are not in the order of its requests", received))
      }
    }
    return requests.indices.map { index in
      guard index < answers.count else {
        return .unknown(
          unknown("the batch was answered with \(answers.count) of \(requests.count) answers", received))
      }
      guard let answer = answers[index] else {
        return .unknown(unknown("the batch has no answer at the position of this request", received))
      }
      return .answered(self.received(answer, from: received, imports: importing[index]))
    }
  }

  private func unknown(_ message: String, _ received: Received) -> ClientError {
    var error = ClientError(.answer, message)
    error.status = received.status
    error.mayHaveArrived = true
    return error
  }

  private func received(_ answer: BatchAnswer, from batch: Received, imports: Bool) -> Received {
    let bytes = Array((answer.body ?? "").utf8)
    var received = Received(head: AnswerHead(status: answer.status, headers: answer.headers), url: batch.url)
    received.time = batch.time
    received.mayHaveArrived = batch.mayHaveArrived
    received.bytes = bytes.count
    // A space is no body, as in an answer of its own.
    if received.isSuccess, imports, !bytes.allSatisfy(AnswerReader.isSpace) {
      received.source = .data(Data(bytes))
    } else {
      received.head.body = bytes
    }
    return received
  }
}
