import RowsmithSchema

/// A buffer for JSON output that is written in pieces.
final class JSONOutput {
  private var bytes: [UInt8] = []
  private var indenter: JSONIndenter?
  private let write: (UnsafeRawBufferPointer) throws -> Void
  /// How many optional parts are unfinished and may be removed again.
  private var holds = 0
  /// The number of bytes written.
  private(set) var written = 0
  private static let pieceSize = 64 * 1024

  init(_ options: ExportOptions, _ write: @escaping (UnsafeRawBufferPointer) throws -> Void) {
    self.write = write
    if options.isPretty, options.layout == .array || options.layout == .map { indenter = JSONIndenter() }
    bytes.reserveCapacity(JSONOutput.pieceSize + 4096)
  }

  /// The offset of the next byte in the buffer.
  var position: Int { bytes.count }

  /// Whether the byte at a position is this one.
  func holds(_ byte: UInt8, at position: Int) -> Bool { position < bytes.count && bytes[position] == byte }

  func append(_ byte: UInt8) { bytes.append(byte) }
  func append(_ text: some Collection<UInt8>) { bytes.append(contentsOf: text) }
  func append(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Writes JSON without the line breaks between its tokens, which another program may have put there: a record of a layout
  /// with lines is one line.
  func append(json: some Collection<UInt8>) {
    guard json.contains(where: JSONOutput.isLineBreak) else { return append(json) }
    bytes.append(contentsOf: json.lazy.filter { !JSONOutput.isLineBreak($0) })
  }

  private static func isLineBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  /// Writes text as a JSON string. Bytes that are not UTF-8 become U+FFFD.
  func append(string text: UnsafeBufferPointer<UInt8>) {
    if UTF8Text.firstInvalid(text) != nil {
      var repaired = String(decoding: text, as: UTF8.self)
      return repaired.withUTF8 { append(string: $0) }
    }
    JSONString.append(text, to: &bytes)
  }

  func append(string text: String) {
    var text = text
    text.withUTF8 { append(string: $0) }
  }

  /// Makes the JSON from the position to the end a string, unless it is one already.
  func quote(from position: Int) {
    if holds(UInt8(ascii: "\""), at: position) { return }
    take(from: position).withUnsafeBufferPointer { append(string: $0) }
  }

  /// Removes the bytes from the position to the end.
  ///
  /// - Returns: these bytes.
  func take(from position: Int) -> [UInt8] {
    let taken = Array(bytes[position...])
    bytes.removeSubrange(position...)
    return taken
  }

  /// Writes a part, and removes it again if the body returns `false`.
  func appendOptional(_ body: () throws -> Bool) rethrows -> Bool {
    let start = position
    holds += 1
    defer { holds -= 1 }
    let isWanted = try body()
    if !isWanted { bytes.removeSubrange(start...) }
    return isWanted
  }

  /// Writes the buffer if it is large and no part of it may be removed again.
  func flushIfLarge() throws {
    if bytes.count >= JSONOutput.pieceSize, holds == 0 { try flush() }
  }

  /// Ends the document.
  func finish() throws {
    try flush()
    if indenter != nil { try hand(on: [UInt8(ascii: "\n")]) }
  }

  private func flush() throws {
    guard !bytes.isEmpty else { return }
    try hand(on: indenter?.indent(bytes) ?? bytes)
    bytes.removeAll(keepingCapacity: true)
  }

  private func hand(on piece: [UInt8]) throws {
    written += piece.count
    try piece.withUnsafeBytes(write)
  }
}
