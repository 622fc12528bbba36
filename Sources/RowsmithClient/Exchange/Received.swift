import Rowsmith

/// A complete answer.
struct Received: Sendable {
  var head: AnswerHead
  /// The URL that it came from, after redirects.
  var url: String
  /// The body of a success, to be imported; `nil` if there is none.
  var source: JSONSource?
  /// The size of the body, in bytes.
  var bytes = 0
  /// When the answer came, in seconds since 1970 by the local clock.
  var time = 0.0
  /// Whether an earlier attempt of the same request may have been carried out.
  var mayHaveArrived = false

  var status: Int { head.status }
  var headers: HTTPHeaders { head.headers }
  /// Whether the answer is an HTML page. No API sends one to a request that changes something: a network requires a login.
  var isPage: Bool {
    // Some servers label an answer without a body as HTML, too, or one of a space.
    guard source != nil || head.body.contains(where: { $0 > 0x20 }) else { return false }
    return headers["Content-Type"]?.lowercased().hasPrefix("text/html") == true
      || head.body.first { $0 > 0x20 } == UInt8(ascii: "<")
  }

  /// The error for such a page.
  var pageError: ClientError {
    var error = ClientError(
      .answer, "expected an answer of the API, found a page of HTML: the network may require a log-in")
    error.isCaptive = true
    error.status = status
    return error
  }

  var isSuccess: Bool { (200..<300).contains(head.status) }
}
