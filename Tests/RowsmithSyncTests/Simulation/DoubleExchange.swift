import Foundation
import Rowsmith
import RowsmithClient

/// A request as a server in the process reads it.
struct DoubleRequest {
  var method: String
  /// Without the version of the protocol and the query.
  var path: String
  var parameters: [String: String] = [:]
  /// Names in lower case.
  var headers: [String: String] = [:]
  var body = JSONValue.null

  /// The components of the path.
  var components: [String] { path.split(separator: "/").map(String.init) }
}

/// Its answer.
struct DoubleAnswer {
  var status: Int
  var headers: [(String, String)] = []
  var body = JSONValue.null

  /// It as one that goes over a transport.
  func response(to request: HTTPRequest, cut: Bool = false, date: String) -> HTTPResponse {
    let text = request.method == "HEAD" || status == 204 ? [] : Array(body.text.utf8)
    var headers = HTTPHeaders([("Content-Type", "application/json"), ("Date", date)])
    for (name, value) in self.headers { headers[name] = value }
    let rest = DoubleBody(cut ? Array(text.prefix(text.count / 2)) : text, isCut: cut)
    return HTTPResponse(
      status: status, headers: headers, url: request.url, body: HTTPResponseBody { try await rest.next() })
  }
}

/// A body that may break off.
private actor DoubleBody {
  private var bytes: [UInt8]
  private let isCut: Bool

  init(_ bytes: [UInt8], isCut: Bool) { (self.bytes, self.isCut) = (bytes, isCut) }

  func next() throws -> [UInt8]? {
    defer { bytes = [] }
    if !bytes.isEmpty { return bytes }
    if isCut { throw TransportError(.interrupted, "the connection has ended") }
    return nil
  }
}

/// A server in the process that speaks HTTP.
protocol ServerDouble: Sendable {
  /// Answers a request that is no batch.
  func answer(_ request: DoubleRequest) -> DoubleAnswer
  /// The requests of a batch; nil for a request that is none.
  func batch(_ request: DoubleRequest) -> [DoubleRequest]?
  /// The answer to a batch, of the answers to its requests.
  func answer(to batch: [DoubleRequest], of answers: [DoubleAnswer]) -> DoubleAnswer
  /// An error as it writes it.
  func error(_ status: Int) -> DoubleAnswer
  /// What it says to a write that it does not take.
  var refusal: DoubleAnswer { get }
  /// What it says to a question whose cursor it has forgotten; nil for one that names none.
  func forgetting(_ request: DoubleRequest) -> DoubleAnswer?
  /// Whether a request is a write that says nothing of what it expects to be there.
  func isBlind(_ request: DoubleRequest) -> Bool
  /// The record that a write is about.
  func record(of request: DoubleRequest) -> (id: String, collection: String)?
}
