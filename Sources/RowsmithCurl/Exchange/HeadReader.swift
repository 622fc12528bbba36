import RowsmithClient

/// Parses the head of an answer, line by line.
struct HeadReader {
  /// The result of a line.
  enum Step {
    case more
    /// The head is complete. Heads with a status of 1xx are skipped.
    case head(HTTPHead)
    case wrong(TransportError)
  }

  /// A longer head is an attempt to exhaust memory.
  static let limit = 256 << 10

  private let url: String
  private let isHead: Bool
  private var head: HTTPHead?
  private var count = 0
  private var isOver = false

  /// - Parameter isHead: whether the method is HEAD.
  init(url: String, isHead: Bool) {
    self.url = url
    self.isHead = isHead
  }

  /// Takes a line, with its line end.
  mutating func take(_ line: UnsafeBufferPointer<UInt8>) -> Step {
    count += line.count
    guard count <= HeadReader.limit else {
      return .wrong(
        TransportError(.malformed, "The head of the answer is longer than \(HeadReader.limit) bytes."))
    }
    // Trailers.
    if isOver { return .more }
    let text = HeadReader.trimmed(line[...])
    if text.starts(with: "HTTP/".utf8), head == nil || head?.headers.fields.isEmpty == true {
      head = statusLine(text)
      return .more
    }
    guard var head else { return .more }
    if text.isEmpty {
      self.head = nil
      guard !(100..<200).contains(head.status) else { return .more }
      isOver = true
      if let error = HeadReader.readBody(of: &head, isHead: isHead) { return .wrong(error) }
      return .head(head)
    }
    // Set to `nil` meanwhile so that the fields are not copied for every line.
    self.head = nil
    HeadReader.add(text, continues: line.first == 0x20 || line.first == 0x09, to: &head.headers)
    self.head = head
    return .more
  }

  private func statusLine(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> HTTPHead {
    let words = text.split(separator: 0x20, maxSplits: 2)
    let version = words.first.map { HeadReader.string($0.dropFirst(5)) }
    let status = words.dropFirst().first.flatMap { Int(HeadReader.string($0)) }
    return HTTPHead(status: status ?? 0, url: url, version: version)
  }

  private static func add(
    _ text: Slice<UnsafeBufferPointer<UInt8>>, continues: Bool, to headers: inout HTTPHeaders
  ) {
    if continues, let last = headers.fields.last {
      headers.replaceLast(with: last.value + " " + string(text))
      return
    }
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else { return }
    headers.add(string(trimmed(text[..<colon])), string(trimmed(text[text.index(after: colon)...])))
  }

  /// Reads what the headers say about the body.
  private static func readBody(of head: inout HTTPHead, isHead: Bool) -> TransportError? {
    guard !isHead, head.status != 204, head.status != 304 else { return nil }
    if head.headers.values(of: "Transfer-Encoding").isEmpty {
      head.length = head.headers.values(of: "Content-Length").first.flatMap { Int($0) }
    }
    let lists = head.headers.values(of: "Content-Encoding").map { $0.lowercased() }
    let words = lists.flatMap { list in
      list.split(separator: ",").map { word in word.filter { $0 != " " && $0 != "\t" } }
    }
    let codings = words.filter { !$0.isEmpty && $0 != "identity" }
    guard let coding = codings.first else { return nil }
    if codings.count == 1, ["gzip", "x-gzip", "deflate"].contains(coding) {
      head.compression = coding == "deflate" ? .deflate : .gzip
    } else if codings.contains(where: ["br", "zstd", "compress", "gzip", "deflate"].contains) {
      return TransportError(.malformed, "The answer is compressed in a way that the request did not offer.")
    }
    return nil
  }

  private static func trimmed(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Slice<UnsafeBufferPointer<UInt8>>
  {
    var text = text.drop { isSpace($0) }
    while let last = text.last, isSpace(last) { text.removeLast() }
    return text
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// UTF-8 if valid, otherwise one character per byte (ISO 8859-1).
  private static func string(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    let bytes = UnsafeBufferPointer(rebasing: text)
    let decoded = String(decoding: bytes, as: UTF8.self)
    if decoded.utf8.count == bytes.count, decoded.utf8.elementsEqual(bytes) { return decoded }
    return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
