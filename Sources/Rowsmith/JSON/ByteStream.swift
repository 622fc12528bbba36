import Foundation
import RowsmithSchema

/// A window on the bytes of a document, from the first byte not yet consumed.
///
/// A value that is parsed as a whole (a root record) is contiguous in the window, which grows if necessary. The bytes in
/// the window are valid UTF-8 and are followed by zero bytes, as `JSONScanner` needs.
package final class ByteStream {
  /// Space after the last byte: for the zero byte that ends every loop, and for loads of eight bytes.
  private static let padding = 16
  private static let initialCapacity = 256 * 1024
  private static let leastCapacity = 1024

  private var reader: any ByteReader = MemoryReader([])
  private var buffer: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private var start = 0
  private var end = 0
  private var isAtEnd = false
  /// Whether to parse what has come, rather than wait until the window is full.
  var takesWhatComes = false
  /// The bytes of earlier documents.
  private var earlierBytes = 0
  /// The bytes before the window, and the lines in them.
  private var discardedBytes = 0
  private var discardedLines = 0
  /// The offset in the document of the first byte of the line on which the window starts.
  private var lineStart = 0
  /// How far lines have been counted in the window, for error messages.
  private var counted = (offset: 0, lines: 0, lineStart: 0)

  /// Creates a window without a document.
  init() {
    capacity = ByteStream.leastCapacity
    // Only bytes that were written, and the padding after them, are ever read.
    buffer = .allocate(capacity: capacity + ByteStream.padding)
  }

  convenience init(_ reader: any ByteReader) throws {
    self.init()
    try start(reader)
  }

  /// Creates a window on the start of a document.
  package convenience init(_ source: JSONSource) throws { try self.init(source.makeReader()) }

  /// Starts with a new document and resets everything.
  func start(_ reader: any ByteReader) throws {
    let needed = min(reader.totalBytes ?? ByteStream.initialCapacity, ByteStream.initialCapacity) + 64
    if capacity < needed || capacity > ByteStream.initialCapacity + 64 {
      buffer.deallocate()
      capacity = needed
      buffer = .allocate(capacity: capacity + ByteStream.padding)
    }
    try read(reader, behind: 0)
  }

  /// Releases the document.
  func close() { reader = MemoryReader([]) }

  /// Continues with another document, from its start. Lines are counted from 1 again; offsets continue.
  func begin(_ reader: any ByteReader) throws {
    try read(reader, behind: earlierBytes + discardedBytes + end)
  }

  private func read(_ reader: any ByteReader, behind earlier: Int) throws {
    earlierBytes = earlier
    self.reader = reader
    (start, end, isAtEnd) = (0, 0, false)
    (discardedBytes, discardedLines, lineStart, counted) = (0, 0, 0, (0, 0, 0))
    unvalidatedBytes = 0
    try refill()
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    while !isAtEnd, end < 3, (0..<end).allSatisfy({ buffer[$0] == mark[$0] }) { try refill() }
    if end >= 3, (0..<3).allSatisfy({ buffer[$0] == mark[$0] }) { start = 3 }
  }

  deinit { buffer.deallocate() }

  /// Whether every byte has been consumed and no more can come.
  package var isFinished: Bool { isAtEnd && start == end }

  /// The bytes consumed so far, including those of earlier documents.
  package var consumedBytes: Int { earlierBytes + discardedBytes + start }

  /// A scanner at the first unconsumed byte.
  package var scanner: JSONScanner {
    JSONScanner(p: UnsafePointer(buffer + start), end: UnsafePointer(buffer + end), isFinal: isAtEnd)
  }

  /// Consumes everything before the scanner. Pointers into the window stay valid until the next refill.
  @inline(__always)
  package func consume(to scanner: JSONScanner) { start = UnsafePointer(buffer).distance(to: scanner.p) }

  /// Runs the body on a scanner, again after each refill until the window holds enough, then consumes what it read.
  package func parse<Result>(_ body: (inout JSONScanner) throws -> Result) throws -> Result {
    while true {
      var scanner = scanner
      do {
        let result = try body(&scanner)
        consume(to: scanner)
        return result
      } catch JSONFault.needsMore {
        try refill()
      } catch JSONFault.syntax(let at, let expected) {
        throw malformed(at: at, expected: expected)
      }
    }
  }

  /// Reads more bytes into the window. Pointers into the window become invalid.
  package func refill() throws {
    if isAtEnd { throw malformed(at: UnsafePointer(buffer + end), expected: "more") }
    if start < end {
      // White space before a value needs no room, however much there is.
      var scanner = scanner
      scanner.skipWhitespace()
      consume(to: scanner)
    }
    discardConsumed()
    if end > capacity / 2 { grow() }
    let from = end
    // A long value is parsed from its start each time, so it must have grown by a part of its length.
    let enough = takesWhatComes ? from + max(1, from < 1 << 16 ? 1 : from / 4) : capacity
    while end < min(enough, capacity) {
      let count = try reader.read(into: buffer + end, capacity: capacity - end)
      if count == 0 {
        isAtEnd = true
        break
      }
      end += count
    }
    (buffer + end).update(repeating: 0, count: ByteStream.padding)
    try validate(from: from)
  }

  private func discardConsumed() {
    guard start > 0 else { return }
    var line = 0
    while let newline = memchr(buffer + line, 0x0A, start - line) {
      line = UnsafeRawPointer(buffer).distance(to: newline) + 1
      discardedLines += 1
      lineStart = discardedBytes + line
    }
    discardedBytes += start
    reader.forgetPositions(before: discardedBytes)
    counted = (0, discardedLines, lineStart)
    buffer.update(from: buffer + start, count: end - start)
    end -= start
    start = 0
  }

  private func grow() {
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity * 2 + ByteStream.padding)
    larger.update(from: buffer, count: end)
    buffer.deallocate()
    buffer = larger
    capacity *= 2
  }

  /// How many bytes at the end of the window may begin a longer UTF-8 sequence.
  private var unvalidatedBytes = 0

  private func validate(from: Int) throws {
    let first = from - unvalidatedBytes
    var count = end - first
    unvalidatedBytes = 0
    if !isAtEnd {
      unvalidatedBytes = incompleteSuffix(UnsafePointer(buffer + first), count: count)
      count -= unvalidatedBytes
    }
    let bytes = UnsafeBufferPointer(start: UnsafePointer(buffer + first), count: count)
    if let invalid = UTF8Text.firstInvalid(bytes) {
      let position = position(of: UnsafePointer(buffer + first + invalid))
      throw JSONError.notUTF8(buffer[first + invalid], line: position.line, column: position.column)
    }
  }

  /// How many of the last bytes begin an incomplete sequence: at most three.
  private func incompleteSuffix(_ bytes: UnsafePointer<UInt8>, count: Int) -> Int {
    for length in 1...3 where length <= count {
      let byte = bytes[count - length]
      if byte & 0xC0 == 0x80 { continue }
      let needed = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return needed > length ? length : 0
    }
    return 0
  }
}

extension ByteStream {
  /// The line and the column in bytes, both from 1, of a byte in the window.
  package func position(of p: UnsafePointer<UInt8>) -> (line: Int, column: Int) {
    let offset = UnsafePointer(buffer).distance(to: p)
    if let position = reader.sourcePosition(ofByte: discardedBytes + offset) { return position }
    // Faults mostly come in document order, so counting continues where it ended last time.
    if counted.offset > offset { counted = (0, discardedLines, lineStart) }
    for index in counted.offset..<max(counted.offset, min(offset, end)) where buffer[index] == 0x0A {
      counted.lines += 1
      counted.lineStart = discardedBytes + index + 1
    }
    counted.offset = max(counted.offset, min(offset, end))
    return (counted.lines + 1, discardedBytes + offset - counted.lineStart + 1)
  }

  /// The offset of a byte in the window, including earlier documents; `nil` if it is not in the window.
  func offset(of p: UnsafePointer<UInt8>) -> Int? {
    let offset = UnsafePointer(buffer).distance(to: p)
    return offset >= 0 && offset <= end ? earlierBytes + discardedBytes + offset : nil
  }

  /// The line and column of a byte, or of another one if the first is not in the window.
  func position(of p: UnsafePointer<UInt8>, orElse other: UnsafePointer<UInt8>) -> (line: Int, column: Int)? {
    let window = UnsafePointer(buffer)...UnsafePointer(buffer + end)
    if window.contains(p) { return position(of: p) }
    return window.contains(other) ? position(of: other) : nil
  }

  /// The error for text that is not JSON at this byte.
  package func malformed(at p: UnsafePointer<UInt8>, expected: String) -> JSONError {
    // Consumed bytes stay in the buffer for a while.
    let window = UnsafeBufferPointer(start: UnsafePointer(buffer), count: end)
    return JSONError(expected: expected, at: p, in: window, position: position(of: p))
  }
}
