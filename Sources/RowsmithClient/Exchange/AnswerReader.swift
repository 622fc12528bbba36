import Rowsmith

/// Receives the body of an answer in chunks, and checks that it looks like JSON.
struct AnswerReader {
  /// The largest number of bytes kept of an error's body.
  static let errorLimit = 256 * 1024
  let maximumBytes: Int
  let progress: CallProgress?
  let page: Int

  /// Reads the body of a success for an import: in memory while it is short, then in a temporary file.
  ///
  /// - Returns: `nil` if there is no body, or only space.
  /// - Throws: ``ClientError`` if it is not JSON, too long, or has no room here, ``TransportError`` if it ends too early.
  func readForImport(_ response: HTTPResponse) async throws -> (source: JSONSource?, bytes: Int) {
    do {
      return try await receive(response)
    } catch let error as JSONError {
      throw ClientError(noRoom: error, status: response.status, headers: response.headers)
    }
  }

  private func receive(_ response: HTTPResponse) async throws -> (source: JSONSource?, bytes: Int) {
    let spool = JSONSpool()
    var start: [UInt8] = []
    var isChecked = false
    var told = 0
    if let expected = response.expectedBytes, expected > maximumBytes { throw tooLarge(response) }
    for try await chunk in response.body {
      if !isChecked {
        start += chunk.prefix(512)
        isChecked = try check(start, response)
      }
      try spool.append(chunk)
      let count = spool.count
      if count > maximumBytes { throw tooLarge(response) }
      if count - told >= 64 * 1024 || told == 0 {
        told = count
        progress?.report(
          .init(phase: .downloading, completed: count, total: response.expectedBytes, page: page))
      }
    }
    let count = spool.count
    progress?.report(.init(phase: .downloading, completed: count, total: count, page: page))
    if !isChecked {
      // Rails has answered `head :ok` with a space.
      guard start.allSatisfy(AnswerReader.isSpace) else { throw noJSON(start, response) }
      return (nil, count)
    }
    return (try spool.source(), count)
  }

  /// Reads the beginning of a body that is not imported.
  func readBeginning(_ response: HTTPResponse) async throws -> [UInt8] {
    try await response.body.collected(limit: AnswerReader.errorLimit)
  }

  /// Whether a body begins like JSON; `false` if more of it is needed to decide.
  private func check(_ start: [UInt8], _ response: HTTPResponse) throws -> Bool {
    var rest = start[...]
    // A byte order mark may arrive in pieces.
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    if start.count < mark.count, mark.starts(with: start) { return false }
    if rest.starts(with: mark) { rest = rest.dropFirst(mark.count) }
    let found = rest.first { !AnswerReader.isSpace($0) }
    if found == nil, start.count < 512 { return false }
    if response.isHTML { throw noJSON(start, response) }
    guard let first = found else { return true }
    switch first {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""), UInt8(ascii: "-"), UInt8(ascii: "n"),
      UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return true
    default: throw noJSON(start, response)
    }
  }

  /// Whether a byte is white space of JSON.
  static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

  private func tooLarge(_ response: HTTPResponse) -> ClientError {
    var error = ClientError(
      .answer,
      "the answer has more than \(maximumBytes) bytes; raise `maximumAnswerBytes` if answers can be "
        + "that large; nothing was imported")
    error.status = response.status
    error.headers = response.headers
    return error
  }

  private func noJSON(_ start: [UInt8], _ response: HTTPResponse) -> ClientError {
    let isHTML = response.isHTML || start.first { $0 > 0x20 } == UInt8(ascii: "<")
    let type = response.headers["Content-Type"].map { ", its type is '\($0.escapedForDisplay())'" } ?? ""
    var error = ClientError(
      .answer,
      isHTML
        ? "expected JSON, found a page of HTML: the network may require a log-in, or the address is not that "
          + "of the API; nothing was imported"
        : "expected JSON, found something else\(type); nothing was imported")
    error.isCaptive = isHTML
    error.status = response.status
    error.headers = response.headers
    return error
  }
}

extension ClientError {
  /// The error for an answer that cannot be kept in a temporary file, which says nothing of the answer.
  init(noRoom error: JSONError, status: Int, headers: HTTPHeaders) {
    self.init(.database, "there is no room for the answer: \(error.message); nothing was imported")
    self.status = status
    self.headers = headers
  }
}

extension HTTPResponse {
  /// Whether the declared type of the body is HTML.
  fileprivate var isHTML: Bool {
    let type = headers["Content-Type"]?.lowercased() ?? ""
    return type.hasPrefix("text/html") || type.hasPrefix("application/xhtml")
  }
}
