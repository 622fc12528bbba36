import Rowsmith

extension JSONSource {
  /// The same source; after a signal, reading it ends with ``Interrupted``.
  func interruptible(by interruption: Interruption) -> JSONSource {
    transformed { InterruptibleReader(base: $0, interruption: interruption) }
  }
}

/// Delivers the bytes of another reader until a signal is received.
private struct InterruptibleReader: ByteReader {
  var base: any ByteReader
  let interruption: Interruption

  var totalBytes: Int? { base.totalBytes }

  mutating func read(into buffer: UnsafeMutablePointer<UInt8>, capacity: Int) throws -> Int {
    try interruption.check()
    return try base.read(into: buffer, capacity: capacity)
  }

  func sourcePosition(ofByte offset: Int) -> (line: Int, column: Int)? {
    base.sourcePosition(ofByte: offset)
  }

  mutating func forgetPositions(before offset: Int) { base.forgetPositions(before: offset) }
}
