import Foundation
import Rowsmith
import RowsmithClient
import RowsmithSchema

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
  /// Whether a redirect has turned a POST into a GET.
  var hasLostPost: Bool?
  /// Whether a 303 has said that the request was carried out.
  var isCarriedOut: Bool?
  /// The body of the answer as text.
  var text: String?
  /// The body of the answer, if it is not text.
  var base64: String?
  /// Why the exchange failed.
  var failure: String?
  /// The transport's message about the failure.
  var message: String?
  /// Whether the request may have arrived all the same.
  var mayHaveArrived: Bool?

  /// An exchange that has just begun: a failure, until its answer ends.
  init(_ request: HTTPRequest, _ known: Redaction) {
    method = request.method
    url = known.requestURL(request.url)
    sent = RecordedExchange.sent(by: request)
    take(TransportError(.interrupted, "the exchange had not ended when it was saved"))
  }

  /// The body of a request without secrets, if it is JSON.
  static func sent(by request: HTTPRequest) -> String? {
    guard case .bytes(let bytes)? = request.body else { return nil }
    var redaction = Redaction()
    return redaction.json(String(decoding: bytes, as: UTF8.self))
  }

  /// Whether a request has the same method and URL.
  func isFor(_ request: HTTPRequest) -> Bool {
    method == request.method && url == Redaction.url(request.url)
  }

  /// Whether a request has the same method and URL but for secrets. A cursor that was left out of an answer comes as its mark,
  /// in a parameter whose name does not say that it is a secret.
  func isSimilar(to request: HTTPRequest) -> Bool {
    method == request.method && Redaction.areSimilar(url, Redaction.url(request.url))
  }

  mutating func take(_ response: HTTPResponse, to request: HTTPRequest, _ redaction: inout Redaction) {
    status = response.status
    headers = response.headers.fields.filter { Redaction.headers.contains($0.name.lowercased()) }
      .map { [$0.name, redaction.header($0.name, $0.value)] }
    if response.url != request.url { finalURL = redaction.requestURL(response.url) }
    if response.hasLostPost { hasLostPost = true }
    if response.isCarriedOut { isCarriedOut = true }
  }

  mutating func take(_ body: [UInt8], _ error: (any Error)?, _ redaction: inout Redaction) {
    (failure, message, mayHaveArrived) = (nil, nil, nil)
    if let error { take(error) }
    if body.isEmpty { return }
    let plain = String(validUTF8: body)
    // A client reads JSON also with bytes in it that are no text.
    let read = plain ?? String(decoding: body, as: UTF8.self)
    let json = redaction.json(read)
    // In a part of JSON, secrets are not found.
    if error != nil, json == nil, RecordedExchange.beginsJSON(body) { return }
    if plain != nil {
      text = json ?? read
    } else if let json, json != read {
      text = json
    } else {
      base64 = Data(body).base64EncodedString()
    }
  }

  /// Whether a body begins as JSON that may have secrets does.
  private static func beginsJSON(_ body: [UInt8]) -> Bool {
    let first = body.first { $0 > 0x20 && ![0xEF, 0xBB, 0xBF].contains($0) }
    return first.map { "{[\"".utf8.contains($0) } ?? false
  }

  /// Takes what was read of a body whose reader did not want the rest: a page of HTML in place of JSON.
  mutating func takeBeginning(_ body: [UInt8], _ redaction: inout Redaction) {
    take(
      body, TransportError(.interrupted, "the body was not read to its end when it was recorded"), &redaction)
  }

  mutating func take(_ error: any Error) {
    let error = error as? TransportError
    failure = (error?.reason ?? .interrupted).rawValue
    message = error?.message
    mayHaveArrived = error?.mayHaveArrived
  }

  var answer: StubAnswer {
    let body =
      text.map { Array($0.utf8) } ?? base64.flatMap { Data(base64Encoded: $0) }.map { [UInt8]($0) } ?? []
    let pairs = headers.compactMap { $0.count == 2 ? ($0[0], $0[1]) : nil }
    var failure = error
    failure?.receivedBytes = body.count
    return StubAnswer(status: status ?? 0, chunks: [body], headers: HTTPHeaders(pairs), failure: failure)
  }

  var error: TransportError? {
    failure.map {
      TransportError(
        .init(rawValue: $0), message ?? "the exchange did not complete", mayHaveArrived: mayHaveArrived)
    }
  }
}
