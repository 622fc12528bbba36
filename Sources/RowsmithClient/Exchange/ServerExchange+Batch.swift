import Rowsmith
package import RowsmithAPI

extension ServerExchange {
  /// What came of requests that were sent as one.
  package enum BatchReply: Sendable {
    /// The answers, in the order of the requests; nil where there is none that counts, though the request may have been
    /// carried out.
    case answers([Answer?])
    /// The batch itself was refused; none of its requests was carried out.
    case refused(Answer)
  }

  /// Sends requests as one, once.
  ///
  /// - Throws: ``ClientError`` where no answer came, or one that is no list. Some of the requests may have been carried out.
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
