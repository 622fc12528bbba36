extension JSONScanner {
  /// Scans text in memory; adds the zero bytes that a scanner needs.
  ///
  /// - Parameter isFinal: whether the document ends with the bytes.
  static func scan<Result>(
    _ bytes: some Collection<UInt8>, isFinal: Bool = true, _ body: (inout JSONScanner) throws -> Result
  ) rethrows -> Result {
    let count = bytes.count
    let text = UnsafeMutablePointer<UInt8>.allocate(capacity: count + padding)
    defer { text.deallocate() }
    _ = UnsafeMutableBufferPointer(start: text, count: count).initialize(fromContentsOf: bytes)
    (text + count).initialize(repeating: 0, count: padding)
    var scanner = JSONScanner(p: text, end: text + count, isFinal: isFinal)
    return try body(&scanner)
  }

  private static let padding = 16

  /// Whether only white space is left.
  mutating func isAtEnd() -> Bool { peek() == 0 && p >= end }
}
