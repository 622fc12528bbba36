import RowsmithClient

/// The headers of a request, checked, as libcurl takes them.
struct RequestLines {
  private(set) var lines: [String] = []

  init(_ request: HTTPRequest, hasBody: Bool) throws(TransportError) {
    try request.check()
    var names: Set<String> = []
    for field in request.headers.fields {
      let name = field.name.lowercased()
      if HTTPRequest.framing.contains(name) { continue }
      names.insert(name)
      // With nothing behind the colon, libcurl takes a header away.
      lines.append(field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
    }
    if !names.contains("accept-encoding") { lines.append("Accept-Encoding: gzip, deflate") }
    guard hasBody else { return }
    // Libcurl would ask first whether a large body is welcome, and call any body a form.
    lines.append("Expect:")
    if !names.contains("content-type") { lines.append("Content-Type:") }
  }
}
