extension HTTPRequest {
  /// Headers that the transport writes itself, for the body and the connection.
  package static let framing: Set<String> = ["content-length", "transfer-encoding", "expect", "connection"]

  /// Validates the method and the headers: a line break in a value would begin another header.
  ///
  /// - Throws: ``TransportError``.
  package func check() throws(TransportError) {
    guard HTTPRequest.isToken(method) else {
      throw TransportError(.unsendable, "The method of the request is invalid.")
    }
    for field in headers.fields {
      guard HTTPRequest.isToken(field.name) else {
        throw TransportError(.unsendable, "The name of a header of the request is invalid.")
      }
      guard field.value.utf8.allSatisfy({ $0 != 0 && $0 != 10 && $0 != 13 }) else {
        throw TransportError(.unsendable, "The header \(field.name) of the request contains a line break.")
      }
    }
  }

  private static func isToken(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
      }
  }
}
