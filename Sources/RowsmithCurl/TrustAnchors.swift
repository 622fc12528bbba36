import CCurl
import Foundation
import RowsmithClient

/// The certificates that servers are checked against, and the client's own certificate.
final class TrustAnchors {
  private let options: CurlTransport.Options
  /// The system's certificates or `caFile`, as one file: libcurl reads it once, but a folder or bytes for each connection.
  private let file: String?
  /// All certificates together, if the app adds some.
  private let bytes: [UInt8]?
  private let error: TransportError?

  init(_ options: CurlTransport.Options) {
    self.options = options
    let system = rowsmith_curl_trusted_file().map { String(cString: $0) }
    file = options.caFile ?? system.flatMap { access($0, R_OK) == 0 ? $0 : nil }
    guard !options.additionalTrustAnchors.isEmpty else {
      (bytes, error) = (nil, nil)
      return
    }
    var all: [UInt8] = []
    for path in (file.map { [$0] } ?? []) + options.additionalTrustAnchors {
      guard let data = FileManager.default.contents(atPath: path) else {
        bytes = nil
        error = TransportError(.insecure, "The certificates in \(path) cannot be read.")
        return
      }
      all += data
      all.append(UInt8(ascii: "\n"))
    }
    (bytes, error) = (all, nil)
  }

  /// Sets the certificates of a handle.
  func apply(to easy: UnsafeMutableRawPointer) -> TransportError? {
    if let error { return error }
    if let bytes {
      let result = bytes.withUnsafeBytes {
        rowsmith_curl_set_blob(easy, CURLOPT_CAINFO_BLOB, $0.baseAddress, $0.count)
      }
      // A libcurl with GnuTLS cannot; it would trust the system's certificates instead.
      guard result == CURLE_OK else {
        return TransportError(
          .insecure,
          "This libcurl cannot trust certificates in addition to others; install one with OpenSSL (libcurl4)."
        )
      }
      // Where the system has no file of certificates, its folder is what they are added to.
      if file != nil { rowsmith_curl_set_text(easy, CURLOPT_CAPATH, nil) }
    } else if let file {
      rowsmith_curl_set_text(easy, CURLOPT_CAINFO, file)
      rowsmith_curl_set_text(easy, CURLOPT_CAPATH, nil)
    }
    if let own = options.clientCertificate {
      rowsmith_curl_set_text(easy, CURLOPT_SSLCERT, own.certificateFile)
      rowsmith_curl_set_text(easy, CURLOPT_SSLKEY, own.keyFile)
      if let password = own.password { rowsmith_curl_set_text(easy, CURLOPT_KEYPASSWD, password) }
    }
    return nil
  }
}
