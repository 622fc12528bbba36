extension JSONScanner {
  /// Scans a text in memory, to which the zero bytes are added that a scanner needs.
  ///
  /// - Parameter isFinal: whether the document ends where the bytes do.
  static func scan<Result>(
    _ bytes: some Collection<UInt8>, isFinal: Bool = true, _ body: (inout JSONScanner) throws -> Result
  ) rethrows -> Result {
    var padded: [UInt8] = []
    padded.reserveCapacity(bytes.count + 16)
    padded.append(contentsOf: bytes)
    let count = padded.count
    padded.append(contentsOf: repeatElement(0, count: 16))
    return try padded.withUnsafeBufferPointer { buffer in
      let start = buffer.baseAddress ?? zeroLength
      var scanner = JSONScanner(p: start, end: start + count, isFinal: isFinal)
      return try body(&scanner)
    }
  }

  /// Whether nothing but white space is left.
  mutating func isAtEnd() -> Bool { peek() == 0 && p >= end }
}
