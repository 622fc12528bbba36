import CCurl
import RowsmithClient

/// Translates an error of libcurl.
enum CurlFailure {
  /// - Parameters:
  ///   - detail: libcurl's own message.
  ///   - wasConnected: whether there was a connection, so the request may have been sent.
  static func error(
    _ code: CURLcode, _ detail: String, _ origin: HTTPOrigin, wasConnected: Bool
  ) -> TransportError {
    let place = origin.address
    switch code {
    case _ where detail.hasPrefix("Unsupported proxy"):
      // Libcurl quotes the URL of the proxy, with the password in it.
      return TransportError(
        .offline, "\(place) cannot be reached: the URL of the proxy is invalid or not supported.")
    case CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT, CURLE_PROXY,
      CURLE_INTERFACE_FAILED:
      return TransportError(.offline, "\(place) cannot be reached: \(detail).")
    case CURLE_OPERATION_TIMEDOUT:
      return TransportError(
        .timedOut, "No connection to \(place) could be made in time.", mayHaveArrived: wasConnected)
    case CURLE_SSL_CONNECT_ERROR where isBroken(detail):
      return TransportError(
        .interrupted, "\(place) closed the connection before it was encrypted.", mayHaveArrived: false)
    case _ where insecure.contains(code):
      return TransportError(
        .insecure, "The connection to \(place) is not secure: \(detail).", mayHaveArrived: wasConnected)
    case CURLE_URL_MALFORMAT:
      return TransportError(.unsendable, "The request's URL is not an HTTP URL.")
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING, CURLE_WRITE_ERROR:
      return TransportError(.malformed, "The answer of \(place) is not HTTP.")
    case CURLE_RECV_ERROR where detail.contains("chunk"):
      return TransportError(.malformed, "The answer of \(place) has invalid chunks.")
    case _ where !wasConnected:
      return TransportError(.offline, "\(place) cannot be reached: \(detail).")
    default:
      return TransportError(.interrupted, "\(place) closed the connection before the answer was complete.")
    }
  }

  private static let insecure: [CURLcode] = [
    CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
    CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_ENGINE_NOTFOUND,
    CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_INVALIDCERTSTATUS,
    CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_CLIENTCERT, CURLE_USE_SSL_FAILED,
  ]

  /// Whether the connection broke during the TLS handshake, which says nothing about trust.
  private static func isBroken(_ detail: String) -> Bool {
    ["SSL_ERROR_SYSCALL", "unexpected eof", "reset by peer"].contains { detail.contains($0) }
  }
}
