import Foundation
import Rowsmith
import RowsmithClient

/// A request and its answer, as a file keeps them: without secrets.
struct RecordedExchange: Codable, Hashable {
  var method: String
  var url: String
  /// The body of the request, where it is JSON.
  var sent: String?
  /// Nil where no answer came.
  var status: Int?
  var headers: [[String]] = []
  /// Where the answer came from, where that is another URL.
  var finalURL: String?
  /// The body of the answer as text.
  var text: String?
  /// The body of an answer that is no text.
  var base64: String?
  /// Why the exchange did not come to its end.
  var failure: String?
  /// What the transport said of that.
  var message: String?

  /// What a request is found again by.
  func isFor(_ request: HTTPRequest) -> Bool {
    method == request.method && url == Redaction.url(request.url)
  }

  mutating func take(_ body: [UInt8]) {
    if body.isEmpty { return }
    if let plain = String(validating: body, as: UTF8.self) {
      text = Redaction.json(plain) ?? plain
    } else {
      base64 = Data(body).base64EncodedString()
    }
  }

  mutating func take(_ error: any Error) {
    let error = error as? TransportError
    failure = (error?.reason ?? .interrupted).rawValue
    message = error?.message
  }

  var answer: StubAnswer {
    let body =
      text.map { Array($0.utf8) } ?? base64.flatMap { Data(base64Encoded: $0) }.map { [UInt8]($0) } ?? []
    let pairs = headers.compactMap { $0.count == 2 ? ($0[0], $0[1]) : nil }
    return StubAnswer(status: status ?? 0, chunks: [body], headers: HTTPHeaders(pairs), failure: error)
  }

  var error: TransportError? {
    failure.map { TransportError(.init(rawValue: $0), message ?? "the exchange did not come to its end") }
  }
}
