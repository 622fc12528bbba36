import Testing

@testable import RowsmithClient

struct FormEncoderTests {
  /// What a form of one part begins with, behind the boundary.
  private func head(_ part: FormPart) throws -> String {
    let encoder = FormEncoder()
    guard case .parts(let pieces) = encoder.encode([part]).body, case .bytes(let bytes) = pieces.first else {
      Issue.record("a form is written in pieces")
      return ""
    }
    return String(String(decoding: bytes, as: UTF8.self).unicodeScalars.dropFirst(encoder.boundary.count + 2))
  }

  @Test(arguments: [
    ("a\r\nX-Evil: 1", "a%0D%0AX-Evil: 1"), ("a\"b", "a%22b"), ("a\"\u{301}", "a%22\u{301}"), ("a\r", "a%0D"),
  ])
  func `no name of a part or file ends its line or its quotes`(name: String, expected: String) throws {
    let part = FormPart(name, .text(""), fileName: name, type: "text/plain\r\nX-Evil: 1")
    let line = "\r\nContent-Disposition: form-data; name=\"\(expected)\"; filename=\"\(expected)\""
    #expect(try Array(head(part).utf8) == Array("\(line)\r\nContent-Type: text/plainX-Evil: 1\r\n\r\n".utf8))
  }
}
