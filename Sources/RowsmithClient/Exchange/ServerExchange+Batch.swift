import Rowsmith
package import RowsmithAPI

extension ServerExchange {
  /// The result of requests sent as one batch.
  package enum BatchReply: Sendable {
    /// The answers, in the order of the requests; `nil` for a request without a usable answer, which may have been carried out.
    case answers([Answer?])
    /// The batch itself was refused; none of its requests was carried out.
    case refused(Answer)
  }

  /// Sends requests as one batch, without retry.
  ///
  /// - Throws: ``ClientError`` if there is no answer, or it is not a list. Some of the requests may have been carried out.
  package func send(_ requests: [BatchRequest], to endpoint: API.BatchEndpoint) async throws -> BatchReply {
    let answer = try await send(
      "POST", "/" + endpoint.path.split(separator: "/").joined(separator: "/"),
      body: BatchMessage.body(requests), type: "application/json", isRepeatable: false)
    guard answer.error == nil else { return .refused(answer) }
    let answers = try BatchMessage.answers(answer.body)
    if BatchOrder.isMixedUp(requests, answers) { return .answers(requests.map { _ in nil }) }
    return .answers(requests.indices.map { $0 < answers.count ? answers[$0].map(self.answer) : nil })
  }
}
