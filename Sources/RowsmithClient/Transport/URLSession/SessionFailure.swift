import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif
#if ROWSMITH_URLSESSION
  import RowsmithClient
#endif

/// Translates an error of URLSession.
enum SessionFailure {
  static func error(_ error: any Error, _ origin: HTTPOrigin, receivedBytes: Int) -> TransportError {
    let place = origin.address
    let code = (error as? URLError)?.code ?? .unknown
    var result: TransportError
    if offline.contains(code) {
      result = TransportError(.offline, "\(place) cannot be reached.")
    } else if insecure.contains(code) {
      result = TransportError(
        .insecure, "The connection to \(place) is not secure: \(error.localizedDescription)")
    } else {
      switch code {
      case .timedOut: result = TransportError(.timedOut, "\(place) did not answer in time.")
      case .cancelled: result = TransportError(.cancelled, "The request was cancelled.")
      case .cannotDecodeRawData, .cannotDecodeContentData, .cannotParseResponse:
        result = TransportError(.malformed, "The answer of \(place) does not match its headers.")
      case .badURL, .unsupportedURL:
        result = TransportError(.unsendable, "The request's URL is not an HTTP URL.")
      default:
        result = TransportError(
          .interrupted, "\(place) closed the connection before the answer was complete.")
      }
    }
    result.receivedBytes = receivedBytes
    return result
  }

  private static let offline: Set<URLError.Code> = [
    .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet,
    .internationalRoamingOff,
    .callIsActive, .dataNotAllowed,
  ]

  private static let insecure: Set<URLError.Code> = [
    .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
    .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
    .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection,
  ]
}
