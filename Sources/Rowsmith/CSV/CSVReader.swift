/// Delivers a table as JSON, produced as it is read: an array with one object per row.
///
/// An empty field is `null` unless it is quoted; a group of columns is `null` if all of them are empty.
final class CSVReader: ByteReader {
  /// The position in the table of a byte in the JSON.
  private struct Mark {
    var offset: Int
    var line: Int
    var column: Int
  }

  private let scanner: CSVScanner
  private let kind: @Sendable ([String]) -> CSVColumnKind
  private var columns: CSVColumns?
  private var row = CSVRow()
  private var output: [UInt8] = []
  /// How many bytes of the output were delivered, and how many before that output.
  private var delivered = 0
  private var earlier = 0
  private var marks: [Mark] = []
  private var forgotten = 0
  private var hasRow = false
  private var isAtEnd = false

  /// The size of the JSON is not known in advance.
  var totalBytes: Int? { nil }

  init(_ base: any ByteReader, _ format: CSVFormat, kind: @escaping @Sendable ([String]) -> CSVColumnKind)
    throws
  {
    scanner = try CSVScanner(base, format)
    self.kind = kind
  }

  func read(into buffer: UnsafeMutablePointer<UInt8>, capacity: Int) throws -> Int {
    while delivered == output.count {
      if isAtEnd { return 0 }
      earlier += output.count
      output.removeAll(keepingCapacity: true)
      delivered = 0
      try produce()
    }
    let count = min(capacity, output.count - delivered)
    output.withUnsafeBufferPointer { bytes in
      if let start = bytes.baseAddress { buffer.update(from: start + delivered, count: count) }
    }
    delivered += count
    return count
  }

  func sourcePosition(ofByte offset: Int) -> (line: Int, column: Int)? {
    var low = forgotten
    var high = marks.count
    while low < high {
      let middle = (low + high) / 2
      if marks[middle].offset <= offset { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? (marks[low - 1].line, marks[low - 1].column) : nil
  }

  func forgetPositions(before offset: Int) {
    // The last mark at or before the offset is still needed.
    while forgotten + 1 < marks.count, marks[forgotten + 1].offset <= offset { forgotten += 1 }
    if forgotten > marks.count / 2 {
      marks.removeFirst(forgotten)
      forgotten = 0
    }
  }

  /// Produces the JSON of the next rows.
  private func produce() throws {
    let columns = try self.columns ?? takeHeader()
    self.columns = columns
    while output.count < 32 * 1024 {
      guard try scanner.take(&row) else {
        output += "]".utf8
        isAtEnd = true
        return
      }
      if row.isBlank, columns.count > 1 { continue }
      try checkWidth(columns.count)
      if hasRow { output.append(UInt8(ascii: ",")) }
      hasRow = true
      mark(row.fields[0].line, row.fields[0].column)
      try write(columns.members)
    }
  }

  private func takeHeader() throws -> CSVColumns {
    while try scanner.take(&row) {
      if row.isBlank { continue }
      if let other = scanner.format.otherDelimiter(row) {
        let delimiter = other == UInt8(ascii: "\t") ? "tab" : "'\(Character(Unicode.Scalar(other)))'"
        throw JSONError(
          .malformed,
          "expected a comma between the columns, found \(CSVFormat.name(of: other)); choose the delimiter "
            + "\(delimiter), or ',' if the table really has one column",
          line: row.fields[0].line, column: row.fields[0].column)
      }
      try checkEncoding()
      output.append(UInt8(ascii: "["))
      mark(1, 1)
      return try CSVColumns(row, kind: kind)
    }
    throw JSONError(
      .malformed, "expected a header, a line with the names of the columns", line: row.end.line,
      column: row.end.column)
  }

  /// Checks the names of the columns, which are not in the JSON unless the model has them.
  private func checkEncoding() throws {
    for field in row.fields {
      let invalid = row.bytes.withUnsafeBufferPointer {
        UTF8Text.firstInvalid(UnsafeBufferPointer(rebasing: $0[field.bytes]))
      }
      guard let invalid else { continue }
      throw JSONError.notUTF8(
        row.bytes[field.bytes.lowerBound + invalid], line: field.line, column: field.column)
    }
  }

  private func checkWidth(_ count: Int) throws {
    if row.fields.count == count { return }
    let place =
      row.fields.count > count
      ? (line: row.fields[count].line, column: row.fields[count].column) : row.end
    let found = row.fields.count == 1 ? "1 field" : "\(row.fields.count) fields"
    let message =
      count == 1
      ? "expected 1 field, as the header has one column, found \(found); "
        + "remove the first line if it is a title"
      : "expected \(count) fields, as many as the header has columns, found \(found)"
    throw JSONError(.malformed, message, line: place.line, column: place.column)
  }

  private func write(_ members: [CSVColumns.Member]) throws {
    var separator = UInt8(ascii: "{")
    for member in members {
      output.append(separator)
      separator = UInt8(ascii: ",")
      switch member.content {
      case .group(let inner, let isRequired):
        // What is wrong with the object as a whole is told at the first of its columns.
        if let first = firstField(inner) { mark(first.line, first.column) }
        output += member.key
        if isRequired || hasValue(inner) { try write(inner) } else { output += "null".utf8 }
      case .column(let index, let kind):
        let field = row.fields[index]
        mark(field.line, field.column)
        output += member.key
        try write(field, kind)
      }
    }
    output.append(UInt8(ascii: "}"))
  }

  /// The field of a group's first column.
  private func firstField(_ members: [CSVColumns.Member]) -> CSVRow.Field? {
    switch members.first?.content {
    case .column(let index, _): row.fields[index]
    case .group(let inner, _): firstField(inner)
    case nil: nil
    }
  }

  private func hasValue(_ members: [CSVColumns.Member]) -> Bool {
    members.contains { member in
      switch member.content {
      case .group(let inner, _): hasValue(inner)
      case .column(let index, _): row.fields[index].isQuoted || !row.fields[index].bytes.isEmpty
      }
    }
  }

  private func write(_ field: CSVRow.Field, _ kind: CSVColumnKind) throws {
    if field.bytes.isEmpty, !field.isQuoted || kind == .json || kind == .object {
      output += "null".utf8
      return
    }
    let text = row.bytes[field.bytes]
    switch kind {
    case .text: output.appendJSONString(text)
    case .keyOrObject:
      if CSVReader.isReadAsJSON(text) {
        output += text
      } else {
        output.appendJSONString(text)
      }
    case .json, .object:
      guard CSVReader.isJSON(text) else {
        throw JSONError(
          .malformed, "expected JSON in this column, found \"\(excerpt(text))\"", line: field.line,
          column: field.column)
      }
      output += text
    }
  }

  /// Whether text in a column of keys is JSON: an object, or the JSON string of a key that would be taken for such JSON.
  static func isReadAsJSON(_ text: ArraySlice<UInt8>) -> Bool {
    guard let first = text.first, [UInt8(ascii: "{"), UInt8(ascii: "\"")].contains(first), isJSON(text) else {
      return false
    }
    if first == UInt8(ascii: "{") { return true }
    return JSONParts.text(of: text).map { isReadAsJSON(Array($0.utf8)[...]) } ?? false
  }

  /// Whether the text is exactly one JSON value.
  private static func isJSON(_ text: ArraySlice<UInt8>) -> Bool {
    JSONScanner.scan(text) { scanner in
      (try? scanner.skipValue(depth: 2)) != nil && scanner.isAtEnd()
    }
  }

  private func excerpt(_ text: ArraySlice<UInt8>) -> String {
    let beginning = String(decoding: text.prefix(40), as: UTF8.self).escapedForDisplay()
    return text.count > 40 ? beginning + "…" : beginning
  }

  private func mark(_ line: Int, _ column: Int) {
    marks.append(Mark(offset: earlier + output.count, line: line, column: column))
  }
}

extension [UInt8] {
  /// Appends text as a JSON string.
  fileprivate mutating func appendJSONString(_ text: ArraySlice<UInt8>) {
    append(UInt8(ascii: "\""))
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        append(UInt8(ascii: "\\"))
        append(byte)
      case 0..<0x20:
        let digits = Array("0123456789abcdef".utf8)
        append(contentsOf: "\\u00".utf8)
        append(digits[Int(byte >> 4)])
        append(digits[Int(byte & 15)])
      default: append(byte)
      }
    }
    append(UInt8(ascii: "\""))
  }
}

extension JSONSource {
  /// The table in this source as JSON, with every field as text.
  package func readingTable(_ format: CSVFormat) -> JSONSource { readingTable(format) { _ in .text } }

  /// The table in this source as JSON.
  func readingTable(_ format: CSVFormat, kind: @escaping @Sendable ([String]) -> CSVColumnKind) -> JSONSource
  {
    transformed { try CSVReader($0, format, kind: kind) }
  }
}
