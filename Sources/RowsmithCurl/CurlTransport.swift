public import RowsmithClient

/// A transport that uses libcurl, for Linux.
///
/// All exchanges run on one thread, which ends after the transport and all answers still being read are released.
public final class CurlTransport: Transport {
  private let engine: CurlEngine

  /// Creates a transport.
  public init(_ options: Options = Options()) { engine = CurlEngine(options) }

  /// Sends a request and returns the head of its answer as soon as it is complete.
  ///
  /// - Throws: ``TransportError``.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard !Task.isCancelled else {
      throw TransportError(.cancelled, "The request was cancelled.", mayHaveArrived: false)
    }
    let pipe = AnswerPipe()
    let transfer = try Transfer(request, pipe)
    let inbox = engine.inbox
    let control = AnswerPipe.Control(
      resume: { inbox.post(.resume(transfer)) }, stop: { inbox.post(.stop(transfer)) })
    let head = try await pipe.head(control) { inbox.post(.begin(transfer)) }
    let body = AnswerBody(pipe, engine, head.compression)
    var response = HTTPResponse(
      status: head.status, headers: head.headers, url: head.url, version: head.version,
      expectedBytes: head.compression == nil ? head.length : nil,
      body: HTTPResponseBody { try await body.next() })
    response.hasLostPost = head.hasLostPost
    response.isCarriedOut = head.isCarriedOut
    return response
  }
}
