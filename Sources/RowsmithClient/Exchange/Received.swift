import Rowsmith

/// An answer that has come whole.
struct Received: Sendable {
  var head: AnswerHead
  /// Where it came from, behind redirects.
  var url: String
  /// The body of a success, to be imported; nil where there is none.
  var source: JSONSource?
  /// How many bytes the body had.
  var bytes = 0
  /// When the answer came, in seconds since 1970 by our clock.
  var time = 0.0

  var status: Int { head.status }
  var headers: HTTPHeaders { head.headers }
  /// Whether a page of HTML came, which no API sends to a request that changes something: a network that wants a log-in first.
  var isPage: Bool {
    headers["Content-Type"]?.lowercased().hasPrefix("text/html") == true
      || head.body.first { $0 > 0x20 } == UInt8(ascii: "<")
  }

  /// The error that such a page is.
  var pageError: ClientError {
    var error = ClientError(
      .answer, "expected an answer of the API, found a page of HTML: a network that wants a log-in first?")
    error.isCaptive = true
    error.status = status
    return error
  }

  var isSuccess: Bool { (200..<300).contains(head.status) }
}
