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
  var isSuccess: Bool { (200..<300).contains(head.status) }
}
