import RowsmithClient

/// The headers of a request, validated, in libcurl's form.
struct RequestLines {
  private(set) var lines: [String] = []

  init(_ request: HTTPRequest, hasBody: Bool) throws(TransportError) {
    try request.check()
    var names: Set<String> = []
    for field in request.headers.fields {
      let name = field.name.lowercased()
      if HTTPRequest.framing.contains(name) { continue }
      names.insert(name)
      // With nothing after the colon, libcurl would remove a header.
      lines.append(field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
    }
    if !names.contains("accept-encoding") { lines.append("Accept-Encoding: gzip, deflate") }
    guard hasBody else { return }
    // Libcurl would first ask whether a large body is welcome, and label every body as a form.
    lines.append("Expect:")
    if !names.contains("content-type") { lines.append("Content-Type:") }
  }
}
