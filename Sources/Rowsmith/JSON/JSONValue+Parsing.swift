extension JSONValue {
  /// Parses the text of one JSON value (RFC 8259). At most 128 arrays and objects may be nested, as in an import.
  ///
  /// - Throws: ``JSONError`` if the text is not JSON.
  public init(parsing text: String) throws(JSONError) {
    let result = JSONScanner.scan(text.utf8) { scanner -> Result<JSONValue, JSONError> in
      let window = UnsafeBufferPointer(start: scanner.p, count: scanner.p.distance(to: scanner.end))
      do {
        let value = try scanner.readValue(depth: 0)
        guard scanner.isAtEnd() else { throw scanner.failure(expected: "the end of the text") }
        return .success(value)
      } catch {
        var (place, expected) = (scanner.p, "more")
        if case JSONFault.syntax(let at, let what) = error { (place, expected) = (at, what) }
        let before = window.prefix(
          window.startIndex.distance(to: (window.baseAddress ?? place).distance(to: place)))
        let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        let position = (before.count { $0 == 0x0A } + 1, before.count - lineStart + 1)
        return .failure(JSONError(expected: expected, at: place, in: window, position: position))
      }
    }
    self = try result.get()
  }
}
