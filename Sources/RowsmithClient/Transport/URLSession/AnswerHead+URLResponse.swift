import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif
#if ROWSMITH_URLSESSION
  import RowsmithClient
#endif

extension HTTPHead {
  /// Reads the head that URLSession gives. It does not keep the order of headers, and joins fields with the same name.
  init(_ response: HTTPURLResponse, of request: HTTPRequest) {
    self.init(status: response.statusCode, url: response.url?.absoluteString ?? request.url)
    let pairs = response.allHeaderFields.compactMap { name, value in
      (name as? String).map { ($0, "\(value)") }
    }
    headers = HTTPHeaders(pairs.sorted { $0.0 < $1.0 })
    // After decompression, the length no longer applies.
    guard request.method != "HEAD", ![204, 304].contains(status), headers["Content-Encoding"] == nil,
      headers["Transfer-Encoding"] == nil
    else { return }
    length = headers["Content-Length"].flatMap { Int($0) }
  }
}
