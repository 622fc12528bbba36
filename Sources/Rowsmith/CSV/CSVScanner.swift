/// Splits a table into rows.
final class CSVScanner {
  private static let capacity = 64 * 1024
  private static let quote = UInt8(ascii: "\"")
  private static let newline = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  private var base: any ByteReader
  /// The format, with the delimiter that the table itself names.
  private(set) var format: CSVFormat
  private var separator: UInt8
  private let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
  private var next = 0
  private var end = 0
  private var isAtEnd = false
  /// The offset in the document of the buffer's first byte.
  private var discarded = 0
  private var line = 1
  /// The offset in the document of the first byte of the line.
  private var lineStart = 0

  init(_ base: any ByteReader, _ format: CSVFormat) throws {
    self.base = base
    self.format = format
    separator = format.separator
    try fill()
    if end >= 3, buffer[0] == 0xEF, buffer[1] == 0xBB, buffer[2] == 0xBF { (next, lineStart) = (3, 3) }
    takeSeparatorLine()
  }

  /// Skips a first line `sep=;`, which tells spreadsheets the delimiter, and takes that one if nobody has named another.
  private func takeSeparatorLine() {
    let start = UnsafeBufferPointer(start: buffer + next, count: min(end - next, 7))
    guard start.count > 5, start.starts(with: "sep=".utf8),
      start[5] == Self.newline
        || start[5] == Self.carriageReturn && start.count == 7 && start[6] == Self.newline,
      let named = CSVFormat(delimiter: Character(Unicode.Scalar(start[4]))),
      format.isImplied || named.separator == separator
    else { return }
    if format.isImplied { (format, separator) = (named, named.separator) }
    next += start[5] == Self.newline ? 5 : 6
    takeNewline()
  }

  deinit { buffer.deallocate() }

  /// Reads the next row; returns `false` at the end.
  ///
  /// - Throws: ``JSONError`` for text that is not a valid row.
  func take(_ row: inout CSVRow) throws -> Bool {
    row.removeAll()
    guard try peek() != nil else { return false }
    while true {
      let (line, column) = position
      let start = row.bytes.count
      let isQuoted = try peek() == Self.quote
      if isQuoted { try takeQuoted(&row) } else { try takePlain(&row) }
      row.fields.append(
        .init(bytes: start..<row.bytes.count, isQuoted: isQuoted, line: line, column: column))
      row.end = position
      if try endField(isQuoted) { return true }
    }
  }

  /// Reads what follows a field; returns `true` at the end of the row.
  private func endField(_ isQuoted: Bool) throws -> Bool {
    guard let byte = try peek() else { return true }
    if byte == separator {
      next += 1
      return false
    }
    if byte == Self.carriageReturn {
      next += 1
      // At the end of the file, a carriage return alone may end a line.
      guard let following = try peek() else { return true }
      if following != Self.newline {
        throw failure("expected a line end after a carriage return; text with one stands in quotes")
      }
    } else if byte != Self.newline {
      throw failure(
        "expected \(format.separatorName) or a line end after the closing quote\(format.advice(beside: byte))"
      )
    }
    takeNewline()
    return true
  }

  private func takePlain(_ row: inout CSVRow) throws {
    let separator = separator
    let start = row.bytes.count
    while try peek() != nil {
      var index = next
      scan: while index < end {
        switch buffer[index] {
        case separator, Self.newline, Self.carriageReturn: break scan
        case Self.quote where !format.isQuoteText:
          row.bytes.append(contentsOf: UnsafeBufferPointer(start: buffer + next, count: index - next))
          next = index
          throw quoteFailure(behind: row.bytes[start...])
        default: index += 1
        }
      }
      row.bytes.append(contentsOf: UnsafeBufferPointer(start: buffer + next, count: index - next))
      next = index
      if index < end { return }
    }
  }

  /// The failure of a quote behind other text of its field.
  private func quoteFailure(behind text: ArraySlice<UInt8>) -> JSONError {
    guard let byte = text.last(where: { $0 != UInt8(ascii: " ") }) else {
      return failure("found a space in front of a field in quotes; remove it")
    }
    let advice = format.advice(beside: byte)
    return failure("found a quote inside a field that does not begin with one; double it, in quotes\(advice)")
  }

  private func takeQuoted(_ row: inout CSVRow) throws {
    let opening = position
    next += 1
    while let byte = try peek() {
      switch byte {
      case Self.quote:
        next += 1
        guard try peek() == Self.quote else { return }
        row.bytes.append(Self.quote)
        next += 1
      case Self.newline:
        row.bytes.append(byte)
        takeNewline()
      default:
        var index = next
        while index < end, buffer[index] != Self.quote, buffer[index] != Self.newline { index += 1 }
        row.bytes.append(contentsOf: UnsafeBufferPointer(start: buffer + next, count: index - next))
        next = index
      }
    }
    throw JSONError(
      .malformed, "expected the quote that closes this field, found the end of the file", line: opening.line,
      column: opening.column)
  }

  private func takeNewline() {
    next += 1
    line += 1
    lineStart = discarded + next
  }

  /// The next byte; `nil` at the end.
  @inline(__always)
  private func peek() throws -> UInt8? {
    if next == end { try fill() }
    return next < end ? buffer[next] : nil
  }

  private func fill() throws {
    if isAtEnd { return }
    discarded += end
    (next, end) = (0, 0)
    // Fills the whole buffer, so that a byte order mark is not split.
    while end < Self.capacity {
      let count = try base.read(into: buffer + end, capacity: Self.capacity - end)
      if count == 0 {
        isAtEnd = true
        return
      }
      end += count
    }
  }

  /// The line and the column in bytes, both from 1, of the next byte.
  private var position: (line: Int, column: Int) { (line, discarded + next - lineStart + 1) }

  private func failure(_ message: String) -> JSONError {
    JSONError(.malformed, message, line: position.line, column: position.column)
  }
}
