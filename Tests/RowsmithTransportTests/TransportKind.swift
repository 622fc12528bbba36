import Foundation
import RowsmithClient
import RowsmithCurl
import RowsmithURLSession
import TestSupport
import Testing

/// The transports that every rule is tested with.
enum TransportKind: String, CaseIterable, CustomTestStringConvertible {
  case curl, urlSession

  var testDescription: String { rawValue }

  func make() -> any Transport {
    switch self {
    case .curl: CurlTransport()
    case .urlSession: URLSessionTransport()
    }
  }
}

/// What became of a request, its body read to the end.
struct Outcome: Sendable {
  var response: HTTPResponse?
  var body: [UInt8] = []
  var error: TransportError?
  var duration = Duration.zero

  var text: String { String(decoding: body, as: UTF8.self) }

  static func of(_ request: HTTPRequest, _ transport: any Transport) async throws -> Outcome {
    var outcome = Outcome()
    let start = ContinuousClock.now
    do {
      let response = try await transport.send(request)
      outcome.response = response
      for try await chunk in response.body { outcome.body += chunk }
    } catch let error as TransportError {
      outcome.error = error
    }
    outcome.duration = .now - start
    return outcome
  }
}

extension HTTPRequest {
  static func get(_ url: String) -> HTTPRequest { HTTPRequest(method: "GET", url: url) }

  /// A POST of JSON.
  static func post(_ url: String, _ json: String) -> HTTPRequest {
    HTTPRequest(
      method: "POST", url: url, headers: ["Content-Type": "application/json"], body: .bytes(Array(json.utf8)))
  }

  func with(_ change: (inout HTTPRequest) -> Void) -> HTTPRequest {
    var request = self
    change(&request)
    return request
  }
}

/// An article with a title of its own: whether the server has it, and how often, is asked for by that.
struct NewArticle {
  let server: TestServer
  let title = UUID().uuidString

  init() async throws { server = try await TestServer.shared() }

  func post(fault: String) -> HTTPRequest {
    .post(server.url("/api/articles?_fault=\(fault)"), #"{"title": "\#(title)"}"#)
  }

  /// How many of it the server has.
  func count() async throws -> Int {
    let rows = try JSONSerialization.jsonObject(
      with: await server.exchange("GET", "/api/articles?title=\(title)"))
    return (rows as? [Any])?.count ?? -1
  }
}

/// Expects something to take less than a tenth of a second. It may be tried for two minutes, and a few times: other tests have
/// the processor, too.
func atOnce(_ measure: () async throws -> Duration) async throws {
  let end = ContinuousClock.now + .seconds(120)
  var durations: [Duration] = []
  while durations.count < 10 || ContinuousClock.now < end {
    durations.append(try await measure())
    if durations.last ?? .zero < .milliseconds(100) { return }
  }
  Issue.record("It took \(durations).")
}
