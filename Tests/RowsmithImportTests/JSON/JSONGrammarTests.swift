import Rowsmith
import Testing

/// The grammar of JSON, right and wrong, in one piece and in pieces that end anywhere.
@Suite struct JSONGrammarTests {
  private static let schema = Schema(
    name: "Grammar",
    entities: [
      .init(
        name: "Thing",
        attributes: [
          .init(
            name: "value", type: .scalar(.json), isOptional: true, importPaths: [.key("value")],
            exportPath: ["value"])
        ])
    ])

  /// What an import of these bytes comes to.
  private enum Outcome: Hashable, CustomStringConvertible {
    case stored([[StoredValue]])
    case failed(ImportError)

    var description: String {
      switch self {
      case .stored(let rows): "stored \(rows)"
      case .failed(let error): "failed \(error.reason) \(error)"
      }
    }
  }

  private func outcome(_ source: JSONSource, _ store: TestStore) throws -> Outcome {
    var options = ImportOptions()
    options.policy = .replace
    do {
      _ = try store.store.importJSON(source, into: .entity("Thing"), options: options)
      return .stored(try store.reader.rows("SELECT value FROM Thing"))
    } catch let error as ImportError {
      return .failed(error)
    }
  }

  /// The outcome of one piece, after all others have come to the same.
  private func outcomeOfAllPieces(_ bytes: [UInt8], _ store: TestStore) throws -> Outcome {
    let whole = try outcome(.pieces(bytes, endingAt: []), store)
    let singly = try outcome(.singly(bytes), store)
    #expect(singly == whole, "byte by byte: \(String(decoding: bytes, as: UTF8.self))")
    for end in bytes.indices {
      let pieces = try outcome(.pieces(bytes, endingAt: [end]), store)
      #expect(pieces == whole, "cut at \(end): \(String(decoding: bytes, as: UTF8.self))")
    }
    return whole
  }

  @Test func `every right text is stored as it is written`() throws {
    let store = try TestStore(JSONGrammarTests.schema)
    for (text, stored) in JSONTexts.right {
      let found = try outcomeOfAllPieces(Array(#"{"value":\#(text)}"#.utf8), store)
      #expect(found == .stored([[.text(stored)]]), "\(text)")
    }
  }

  @Test func `every wrong text fails the import and says where`() throws {
    let store = try TestStore(JSONGrammarTests.schema)
    for text in JSONTexts.wrong {
      guard case .failed(let error) = try outcomeOfAllPieces(Array(#"{"value":\#(text)}"#.utf8), store) else {
        Issue.record("accepted: \(text)")
        continue
      }
      #expect(error.reason == .malformedJSON, "\(text): \(error)")
      #expect(error.line != nil && error.column != nil, "\(text): \(error)")
    }
  }

  @Test func `every wrong text fails the import where nobody wants the value, too`() throws {
    let store = try TestStore(JSONGrammarTests.schema)
    for text in JSONTexts.wrong {
      for document in [#"[{"other":\#(text)}]"#, #"{"value":1,"other":{"deep":[\#(text)]}}"#] {
        // Some stop being wrong inside an array.
        guard (try? TreeParser.parse(document)) == nil || !text.contains(",") else { continue }
        guard case .failed(let error) = try outcome(.string(document), store) else {
          if text.allSatisfy({ $0 == " " }), document.hasPrefix("{") { continue }
          if text == "1,000" { continue }
          Issue.record("accepted: \(document)")
          continue
        }
        #expect(error.reason == .malformedJSON, "\(document): \(error)")
      }
    }
  }

  @Test func `bytes that are not UTF-8 fail the import`() throws {
    let store = try TestStore(JSONGrammarTests.schema)
    for wrong in JSONTexts.notUTF8 {
      let bytes = Array(#"{"value":""#.utf8) + wrong + Array(#""}"#.utf8)
      guard case .failed(let error) = try outcomeOfAllPieces(bytes, store) else {
        Issue.record("accepted: \(wrong)")
        continue
      }
      #expect(error.reason == .malformedJSON, "\(wrong): \(error)")
      #expect(error.line == 1 && (11...14).contains(error.column ?? 0), "\(wrong): \(error)")
    }
  }

  @Test(arguments: [
    ("", 1, 1), ("   ", 1, 4), ("[", 1, 2), ("[{}", 1, 4), ("[{},", 1, 5), ("[{},]", 1, 5), ("[{}]]", 1, 5),
    ("{}x", 1, 3), ("[{}] {}", 1, 6), ("{\n  \"value\": 1,\n  \"value\" 2\n}", 3, 11), ("{}\n{}\n{", 3, 2),
    ("{\"é\":x}", 1, 7),
  ])
  func `a fault is found at its line and byte`(text: String, line: Int, column: Int) throws {
    let store = try TestStore(JSONGrammarTests.schema)
    guard case .failed(let error) = try outcomeOfAllPieces(Array(text.utf8), store) else {
      Issue.record("accepted")
      return
    }
    #expect([error.line, error.column] == [line, column], "\(error)")
  }

  @Test(arguments: [
    ("{'value': 1}", "found '''; JSON has double quotes only"),
    (#"{"value": 'x'}"#, "; JSON has double quotes only"),
    (#"[{"value": 1},]"#, "found ']'; JSON allows no comma after the last item"),
    (#"{"value": [1, 2, ]}"#, "found ']'; JSON allows no comma after the last item"),
    (#"{"value": 1,x}"#, "found 'x'"), ("{\"value\": 1,\n}", "; JSON allows no comma after the last item"),
    (#"{"value": []]"#, "found ']'"), (#"{"value": NaN}"#, "found 'N'; JSON has no NaN"),
    (#"{"value": -Infinity}"#, "expected a digit, found 'I'; JSON has no infinity"),
    (#"{"value": True}"#, "found 'T'; JSON has 'true'"), (#"{"value": None}"#, "; JSON has 'null'"),
    (#"{"value": Nonsense}"#, "found 'N'"), (#"{"value": 1 /* one */}"#, "; JSON has no comments"),
    ("{\u{A0}\"value\": 1}", "found the character U+00A0"), ("{}\u{200B}", "found the character U+200B"),
    ("{}\n\u{FEFF}{}", "expected the end of the document, found a byte order mark U+FEFF"),
  ])
  func `what looks like JSON is told from it`(text: String, end: String) throws {
    guard case .failed(let error) = try outcome(.string(text), try TestStore(JSONGrammarTests.schema)) else {
      Issue.record("accepted")
      return
    }
    #expect(error.message.hasSuffix(end), "\(error)")
  }

  @Test func `a byte order mark at the beginning is tolerated`() throws {
    let store = try TestStore(JSONGrammarTests.schema)
    #expect(
      try outcomeOfAllPieces([0xEF, 0xBB, 0xBF] + Array(#"{"value":1}"#.utf8), store)
        == .stored([[.text("1")]]))
  }

  @Test(arguments: ["[", "{\"a\":"])
  func `nesting is bounded, where the value is wanted and where it is not`(open: String) throws {
    let store = try TestStore(JSONGrammarTests.schema)
    let close = open == "[" ? "]" : "}"
    for key in ["value", "other"] {
      let nested = { (depth: Int) in
        let inside = String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
        return #"{"\#(key)":\#(inside)}"#
      }
      guard case .stored = try outcome(.string(nested(100)), store) else {
        Issue.record("100 levels are refused")
        continue
      }
      guard case .failed(let error) = try outcome(.string(nested(100_000)), store) else {
        Issue.record("100,000 levels are accepted")
        continue
      }
      #expect(error.reason == .malformedJSON)
      #expect(error.message.contains("nesting"), "\(error)")
    }
  }
}
