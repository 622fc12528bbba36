import CCurl

/// The unused libcurl handles, and what all handles share.
final class HandlePool {
  let options: CurlTransport.Options
  let trust: TrustAnchors
  private let share = rowsmith_curl_share_init()
  private var free: [UnsafeMutableRawPointer] = []

  init(_ options: CurlTransport.Options) {
    self.options = options
    trust = TrustAnchors(options)
    // Handles of one thread share connections and addresses anyway.
    if let share { rowsmith_curl_share(share, CURL_LOCK_DATA_SSL_SESSION) }
  }

  /// Returns a handle with only the options set that every transfer uses.
  func take() -> UnsafeMutableRawPointer? {
    guard let easy = free.popLast() ?? rowsmith_curl_easy_init() else { return nil }
    if let share { rowsmith_curl_set_pointer(easy, CURLOPT_SHARE, UnsafeMutableRawPointer(share)) }
    rowsmith_curl_set_number(easy, CURLOPT_NOSIGNAL, 1)
    rowsmith_curl_leave_resolver(easy)
    rowsmith_curl_only_http(easy)
    rowsmith_curl_keep_to_itself(easy)
    // One read takes as much as fits. The size is below that from which the C library allocates directly from the system.
    rowsmith_curl_set_number(easy, CURLOPT_BUFFERSIZE, 100 << 10)
    rowsmith_curl_set_number(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    rowsmith_curl_set_number(
      easy, CURLOPT_HTTP_VERSION, Int(options.http2 ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1))
    rowsmith_curl_set_text(easy, CURLOPT_USERAGENT, options.userAgent)
    switch options.proxy {
    case .environment: break
    case .none: rowsmith_curl_set_text(easy, CURLOPT_PROXY, "")
    case .url(let url):
      rowsmith_curl_set_text(easy, CURLOPT_PROXY, url)
      // Otherwise `no_proxy` of the environment would bypass it.
      rowsmith_curl_set_text(easy, CURLOPT_NOPROXY, "")
    }
    return easy
  }

  /// Takes back a handle.
  func giveBack(_ easy: UnsafeMutableRawPointer) {
    guard free.count < 16 else { return rowsmith_curl_easy_cleanup(easy) }
    rowsmith_curl_easy_reset(easy)
    free.append(easy)
  }

  func removeAll() {
    for easy in free { rowsmith_curl_easy_cleanup(easy) }
    free = []
    if let share { rowsmith_curl_share_cleanup(share) }
  }
}
