import CCurl
import RowsmithClient

/// The data of a request that libcurl uses while it sends, and the options set for it.
final class TransferSetup {
  let upload: UploadSource?
  private let lines: [String]
  /// A body that is sent with the head, in one packet if it fits.
  private let small: [UInt8]?
  private var list: UnsafeMutablePointer<curl_slist>?
  private let message = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

  /// Up to how many bytes libcurl sends a body together with the head.
  private static let small = 64 << 10

  init(_ request: HTTPRequest) throws(TransportError) {
    message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    let source = try request.body.map { body throws(TransportError) in try UploadSource(body) }
    if let source, source.total <= TransferSetup.small {
      guard let bytes = source.collected() else {
        throw TransportError(.unsendable, "A file of the request's body cannot be read.")
      }
      (small, upload) = (bytes, nil)
    } else {
      (small, upload) = (nil, source)
    }
    lines = try RequestLines(request, hasBody: source != nil || TransferSetup.hasEmptyBody(request)).lines
  }

  deinit {
    rowsmith_curl_slist_free_all(list)
    message.deallocate()
  }

  /// The length of the body, in bytes.
  var bodyBytes: Int { upload?.total ?? small?.count ?? 0 }

  /// Libcurl's message about a failure.
  var detail: String { String(cString: message) }

  /// Sets up a handle from ``HandlePool/take()`` for a request.
  func apply(
    _ request: HTTPRequest, _ origin: HTTPOrigin, to easy: UnsafeMutableRawPointer, _ handles: HandlePool,
    for transfer: Transfer
  ) -> TransportError? {
    rowsmith_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, message)
    guard rowsmith_curl_set_text(easy, CURLOPT_URL, request.url) == CURLE_OK else {
      return TransportError(.unsendable, "The request's URL is not an HTTP URL.")
    }
    if list == nil { for line in lines { list = rowsmith_curl_slist_append(list, line) ?? list } }
    rowsmith_curl_set_list(easy, CURLOPT_HTTPHEADER, list)
    setMethod(request, easy)
    rowsmith_curl_set_number(
      easy, CURLOPT_CONNECTTIMEOUT_MS, min(max(1, request.timeouts.connecting.wholeMilliseconds), 1 << 30))
    if !request.reusesConnection {
      rowsmith_curl_set_number(easy, CURLOPT_FRESH_CONNECT, 1)
      rowsmith_curl_set_number(easy, CURLOPT_FORBID_REUSE, 1)
    }
    if origin.scheme == "https", let error = handles.trust.apply(to: easy) { return error }
    rowsmith_curl_set_callbacks(easy, Transfer.callbacks, Unmanaged.passUnretained(transfer).toOpaque())
    if upload != nil || request.sent != nil { rowsmith_curl_set_number(easy, CURLOPT_NOPROGRESS, 0) }
    return nil
  }

  private func setMethod(_ request: HTTPRequest, _ easy: UnsafeMutableRawPointer) {
    if request.method == "HEAD" {
      rowsmith_curl_set_number(easy, CURLOPT_NOBODY, 1)
      return
    }
    if let upload {
      rowsmith_curl_set_number(easy, CURLOPT_POST, 1)
      rowsmith_curl_set_large(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(upload.total))
    } else if small != nil || TransferSetup.hasEmptyBody(request) {
      let bytes = small ?? []
      rowsmith_curl_set_number(easy, CURLOPT_POST, 1)
      rowsmith_curl_set_large(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(bytes.count))
      _ = bytes.withUnsafeBufferPointer { buffer in
        buffer.withMemoryRebound(to: CChar.self) {
          if let base = $0.baseAddress, !$0.isEmpty {
            rowsmith_curl_set_text(easy, CURLOPT_COPYPOSTFIELDS, base)
          } else {
            rowsmith_curl_set_text(easy, CURLOPT_COPYPOSTFIELDS, "")
          }
        }
      }
    }
    if request.method != "GET" || request.body != nil {
      rowsmith_curl_set_text(easy, CURLOPT_CUSTOMREQUEST, request.method)
    }
  }

  /// Whether to send an explicit empty body, as these methods do (RFC 9110, section 8.6).
  private static func hasEmptyBody(_ request: HTTPRequest) -> Bool {
    request.body == nil && ["POST", "PUT", "PATCH"].contains(request.method)
  }
}
