import RowsmithClient

/// The head of an answer.
struct AnswerHead: Sendable {
  var status: Int
  var headers = HTTPHeaders()
  var url: String
  var version: String?
  /// How the body is compressed.
  var coding = Coding.none
  /// How long the body is as it comes over the wire.
  var length: Int?

  enum Coding: Sendable {
    case none
    /// Of the format that its first bytes tell.
    case deflated
  }
}
