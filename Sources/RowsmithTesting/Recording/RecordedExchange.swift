import Foundation
import Rowsmith
import RowsmithClient

/// A request and its answer as stored in a file, without secrets.
struct RecordedExchange: Codable, Hashable {
  var method: String
  var url: String
  /// The body of the request, if it is JSON.
  var sent: String?
  /// `nil` if no answer came.
  var status: Int?
  var headers: [[String]] = []
  /// The URL of the answer, if it differs from that of the request.
  var finalURL: String?
  /// The body of the answer as text.
  var text: String?
  /// The body of the answer, if it is not text.
  var base64: String?
  /// Why the exchange failed.
  var failure: String?
  /// The transport's message about the failure.
  var message: String?

  /// Whether a request has the same method and URL.
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
    failure.map { TransportError(.init(rawValue: $0), message ?? "the exchange did not complete") }
  }
}
