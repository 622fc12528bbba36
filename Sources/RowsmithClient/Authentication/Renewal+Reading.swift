import Rowsmith

extension BearerAuthentication.Renewal {
  /// Reads new tokens from the JSON of an answer. 400, 401 and 403 are a refusal (RFC 6749, section 5.2).
  ///
  /// - Parameters:
  ///   - answer: the answer to the request for new tokens.
  ///   - access: the key of the access token.
  ///   - refresh: the key of the refresh token; `nil` if the old one stays valid.
  ///   - old: the refresh token used, kept if the answer has no new one.
  /// - Throws: ``ClientError`` for every other status, and if the answer has no access token.
  public static func reading(
    _ answer: AnswerHead, access: String = "access_token", refresh: String? = "refresh_token",
    old: String? = nil
  ) throws -> BearerAuthentication.Renewal {
    // A network that requires a log-in answers instead of the server.
    let page = Received(head: answer, url: "")
    if page.isPage {
      var error = page.pageError
      // That of a proxy may say for how long nobody is to ask again.
      error.headers = answer.headers
      throw error
    }
    if [400, 401, 403].contains(answer.status) { return .refused }
    guard (200..<300).contains(answer.status) else {
      var error = ClientError(
        .status, "the server answered the request for a new token with \(answer.status)")
      error.status = answer.status
      // It may say for how long nobody is to ask again.
      error.headers = answer.headers
      // The network answers instead of the server.
      error.isCaptive = answer.status == 511
      throw error
    }
    let json = try? JSONValue(answer: answer.body)
    guard case .string(let token)? = json?[access] else {
      throw ClientError(.answer, "the answer to the request for a new token has no text under '\(access)'")
    }
    var renewing = old
    if let refresh, case .string(let text)? = json?[refresh] { renewing = text }
    return .renewed(.init(access: token, refresh: renewing))
  }
}
