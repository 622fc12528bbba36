import Testing

@testable import RowsmithCommand

/// What is kept of a document for the message about a failed import.
@Suite struct DocumentBeginningTests {
  @Test func `bytes that come one by one take no more memory than they would together`() {
    let beginning = DocumentBeginning(of: "-")
    let text = Array(String(repeating: "[1],", count: 250).utf8)
    for byte in text {
      // As a read of a pipe delivers it.
      var bytes: [UInt8] = []
      bytes.reserveCapacity(64 * 1024)
      bytes.append(byte)
      beginning.keep(bytes)
    }
    #expect(beginning.bytes == text)
    #expect(beginning.kept.reduce(0) { $0 + $1.capacity } < 1 << 18)
  }
}
