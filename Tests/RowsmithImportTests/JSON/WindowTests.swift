import Rowsmith
import Testing

/// Documents larger than what is in memory at once: its end falls on every byte of a record.
@Suite struct WindowTests {
  private static let record = """
    {"id":7, "text":"a\\"b\\\\ \\u00e9 é€𝄞 \\uD834\\uDD1E", "real":-12.5e-1,"flag":true,
    "parts":[{"id":1,"text":null} , {"id":2,"text":"x","unknown":[1,{"y":[false,"z\\n"]}]}]}
    """

  private static let model = """
    entities:
      Thing:
        attributes: { id: Int, text: String?, real: Double?, flag: Bool? }
        relationships: { parts: { to: [Part], MergePolicy: Replace } }
      Part: { attributes: { id: Int, text: String? } }
    """

  @Test func `the end of the window may fall on any byte of a record`() throws {
    let bytes = Array(WindowTests.record.utf8)
    let window = 256 * 1024 + 64
    for offset in 0...bytes.count {
      let scenario = try ImportScenario(WindowTests.model, comparingReference: false)
      // One record of filler, so that little is scanned.
      let filler = #"[{"id":1,"text":"\#(String(repeating: "f", count: window - offset - 21))"},"#
      let document = Array(filler.utf8) + bytes + Array(#",{"id":8,"text":"last"}]"#.utf8)
      _ = try scenario.test.store.importJSON(.pieces(document, endingAt: []), into: .entity("Thing"))
      let found = try scenario.test.reader.rows(
        "SELECT id, text, real, flag FROM Thing WHERE id > 1 ORDER BY id")
      #expect(
        found == [
          [.integer(7), .text("a\"b\\ é é€𝄞 𝄞"), .real(-1.25), .integer(1)],
          [.integer(8), .text("last"), .null, .null],
        ], "cut at byte \(offset)")
      try scenario.expect("SELECT id, text FROM Part ORDER BY id", "1 | ·\n2 | x")
    }
  }

  /// The most bytes that were asked for at once.
  private final class Asked: @unchecked Sendable {
    // Set on one thread at a time, the importing one.
    var most = 0
  }

  /// Delivers the bytes of another reader, and notes how many it is asked for.
  private struct AskedReader: ByteReader {
    var base: any ByteReader
    let asked: Asked

    var totalBytes: Int? { base.totalBytes }

    mutating func read(into buffer: UnsafeMutablePointer<UInt8>, capacity: Int) throws -> Int {
      asked.most = max(asked.most, capacity)
      return try base.read(into: buffer, capacity: capacity)
    }
  }

  @Test func `white space takes no memory, however long it is`() throws {
    let scenario = try ImportScenario(WindowTests.model, comparingReference: false)
    let space = String(repeating: " \n", count: 1 << 20)
    let asked = Asked()
    let source = JSONSource.string("\(space)[\(space){\"id\":7}\(space),\(space){\"id\":8}\(space)]\(space)")
      .transformed { AskedReader(base: $0, asked: asked) }
    _ = try scenario.test.store.importJSON(source, into: .entity("Thing"))
    try scenario.expect("SELECT id FROM Thing ORDER BY id", "7\n8")
    #expect(asked.most < 1 << 19)
  }

  @Test func `a record larger than the window is imported whole`() throws {
    let scenario = try ImportScenario(WindowTests.model, comparingReference: false)
    let text = String(repeating: "0123456789", count: 100_000)
    let items = (0..<20_000).map { #"{"id":\#($0)}"# }.joined(separator: ",")
    let document = Array(#"{"id":1,"text":"\#(text)","parts":[\#(items)]}"#.utf8)
    let report = try scenario.test.store.importJSON(
      .pieces(document, endingAt: Array(stride(from: 1000, to: document.count, by: 1000))),
      into: .entity("Thing"))
    #expect(report.bytes == document.count)
    try scenario.expect("SELECT length(text), (SELECT count(*) FROM Part) FROM Thing", "1000000 | 20000")
  }
}
