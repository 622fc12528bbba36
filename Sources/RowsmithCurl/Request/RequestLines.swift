import RowsmithClient

/// What a request says in its head, checked.
struct RequestLines {
  /// Lines as libcurl takes them.
  private(set) var lines: [String] = []

  /// - Throws: ``TransportError`` where the method or a header is none: what has a line break in it would be another header.
  init(_ request: HTTPRequest, hasBody: Bool) throws(TransportError) {
    guard RequestLines.isToken(request.method) else {
      throw TransportError(.unsendable, "The method of the request is none.")
    }
    var names: Set<String> = []
    for field in request.headers.fields {
      guard RequestLines.isToken(field.name) else {
        throw TransportError(.unsendable, "The name of a header of the request is none.")
      }
      guard field.value.utf8.allSatisfy({ $0 != 0 && $0 != 10 && $0 != 13 }) else {
        throw TransportError(.unsendable, "The header \(field.name) of the request has a line break in it.")
      }
      let name = field.name.lowercased()
      // The body says how long it is.
      if name == "content-length" || name == "transfer-encoding" || name == "expect" { continue }
      names.insert(name)
      // With nothing behind the colon, libcurl takes a header away.
      lines.append(field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
    }
    if !names.contains("accept-encoding") { lines.append("Accept-Encoding: gzip, deflate") }
    guard hasBody else { return }
    lines.append("Expect:")
    if !names.contains("content-type") { lines.append("Content-Type:") }
  }

  private static func isToken(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
      }
  }
}
