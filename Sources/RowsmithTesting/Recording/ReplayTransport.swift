public import Foundation
import Rowsmith
public import RowsmithClient

/// Answers requests from the file of a ``RecordingTransport``, without a network.
///
/// Several answers to the same method and URL are returned once each, in order; then the last one repeats. If the body of the
/// request is JSON, and some of the answers are to the same JSON, only these count: what is sent at once may come in any order.
/// A request that was not recorded fails with the list of those that were.
public final class ReplayTransport: Transport, @unchecked Sendable {
  private let exchanges: [RecordedExchange]
  /// Guards `used`.
  private let lock = NSLock()
  private var used: Set<Int> = []

  /// Reads a file.
  ///
  /// - Throws: an error of Foundation if the file does not exist or is not from a ``RecordingTransport``.
  public init(path: String) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    exchanges = try JSONDecoder().decode([RecordedExchange].self, from: data)
  }

  /// Reads a file.
  ///
  /// - Throws: like ``init(path:)``.
  public convenience init(url: URL) throws { try self.init(path: url.filePath) }

  /// Answers the request as the server did.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    if Task.isCancelled {
      throw TransportError(.cancelled, "the task was cancelled", mayHaveArrived: false)
    }
    guard let exchange = lock.withLock({ next(request) }) else {
      let known = Set(exchanges.map { "\($0.method) \($0.url)" }).sorted().joined(separator: ", ")
      throw TransportError(
        .unsendable,
        "no answer to \(request.method) \(Redaction.url(request.url)) was recorded; there is \(known)")
    }
    if exchange.status == nil, let error = exchange.error { throw error }
    var response = exchange.answer.response(to: request)
    if let url = exchange.finalURL { response.url = url }
    response.hasLostPost = exchange.hasLostPost ?? false
    response.isCarriedOut = exchange.isCarriedOut ?? false
    return response
  }

  private func next(_ request: HTTPRequest) -> RecordedExchange? {
    var fitting = exchanges.indices.filter { exchanges[$0].isFor(request) }
    if fitting.isEmpty { fitting = exchanges.indices.filter { exchanges[$0].isSimilar(to: request) } }
    if fitting.count > 1 {
      let sent = RecordedExchange.sent(by: request)
      let same = fitting.filter { exchanges[$0].sent == sent }
      if !same.isEmpty { fitting = same }
    }
    guard let index = fitting.first(where: { !used.contains($0) }) ?? fitting.last else { return nil }
    used.insert(index)
    return exchanges[index]
  }
}
