import Rowsmith
import Testing

/// What becomes of values at the edges of what columns hold.
@Suite struct JSONValueTests {
  private static let model = """
    entities:
      Thing: { attributes: { text: String?, number: Int?, real: Double?, exact: Decimal?, any: JSON?, flag: Bool? } }
    """

  private func scenario() throws -> ImportScenario {
    try ImportScenario(JSONValueTests.model, comparingReference: false)
  }

  @Test(arguments: [
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9""#, "é"), (#""\uD834\uDD1E""#, "𝄞"),
    (#""\u20ac\u20AC""#, "€€"), (#""\uFFFF""#, "\u{FFFF}"), (#""a\u0062c""#, "abc"),
    (#""\\u0041""#, "\\u0041"), (#""0123456\n""#, "0123456\n"), ("\"日本\u{2028}\"", "日本\u{2028}"),
  ])
  func `escapes are undone`(json: String, text: String) throws {
    let scenario = try scenario()
    try scenario.importJSON(#"{"text":\#(json)}"#, into: "Thing")
    #expect(try scenario.test.reader.rows("SELECT text FROM Thing") == [[.text(text)]])
  }

  @Test(arguments: [
    #""\uD800""#, #""\uDC00""#, #""\uD800\u0041""#, #""\uDC00\uD800""#, #""a\uD834b""#, #""\u0000""#,
  ])
  func `half a surrogate pair and NUL are no text`(json: String) throws {
    let scenario = try scenario()
    let error = try scenario.failure(#"[{"text":"a"},{"text":\#(json)}]"#, into: "Thing")
    #expect(error.reason == .invalidValue)
    #expect(error.path == "$[1].text")
    #expect([error.line, error.column] == [1, 23])
    let report = try scenario.importJSON(#"[{"text":"a"},{"text":\#(json)}]"#, into: "Thing") {
      $0.onInvalid = .skip
    }
    #expect(report.skippedCount == 1)
  }

  @Test(arguments: ["9223372036854775807", "-9223372036854775808", "0", "-0", "3.0", "1e2", "12e-1"])
  func `integers are whole numbers of 64 bits`(json: String) throws {
    let scenario = try scenario()
    guard json != "12e-1" else {
      #expect(try scenario.failure(#"{"number":12e-1}"#, into: "Thing").reason == .invalidValue)
      return
    }
    try scenario.importJSON(#"{"number":\#(json)}"#, into: "Thing")
    let whole = Int64(json) ?? Int64(Double(json) ?? .nan)
    #expect(try scenario.test.reader.rows("SELECT number FROM Thing") == [[.integer(whole)]])
  }

  @Test(arguments: [
    "9223372036854775808", "-9223372036854775809", "3.5", "1e19", "1e400", "9e99999999", "0.1",
    "123456789012345678901234567890", "\"1\"", "true", "[1]", "{}",
  ])
  func `what is no integer of 64 bits is an error`(json: String) throws {
    let scenario = try scenario()
    let error = try scenario.failure(#"{"number":\#(json)}"#, into: "Thing")
    #expect(error.reason == .invalidValue)
    #expect(error.path == "$.number")
    #expect(error.entity == "Thing")
  }

  @Test(arguments: [
    ("1", 1.0), ("-0.5", -0.5), ("1e308", 1e308), ("5e-324", .leastNonzeroMagnitude), ("0.1", 0.1),
  ])
  func `real numbers are the nearest that there is`(json: String, value: Double) throws {
    let scenario = try scenario()
    try scenario.importJSON(#"{"real":\#(json)}"#, into: "Thing")
    #expect(try scenario.test.reader.rows("SELECT real FROM Thing") == [[.real(value)]])
  }

  @Test(arguments: ["1e400", "-1e400", "\"1\"", "null1", "true"])
  func `a real number out of range is an error`(json: String) throws {
    let scenario = try scenario()
    let error = try scenario.failure(#"{"real":\#(json)}"#, into: "Thing")
    #expect(error.reason == (json == "null1" ? .malformedJSON : .invalidValue))
  }

  @Test(arguments: ["0.1", "\"0.1\"", "-12.50", "\"79228162514264337593543950335\"", "3"])
  func `decimals are kept exactly`(json: String) throws {
    let scenario = try scenario()
    try scenario.importJSON(#"{"exact":\#(json)}"#, into: "Thing")
    let text = json.split(separator: "\"").joined()
    #expect(try scenario.test.reader.rows("SELECT exact FROM Thing") == [[.text(text)]])
  }

  @Test(arguments: [("true", 1), ("false", 0), ("1", 1), ("0", 0)])
  func `truth values are two`(json: String, value: Int64) throws {
    let scenario = try scenario()
    try scenario.importJSON(#"{"flag":\#(json)}"#, into: "Thing")
    #expect(try scenario.test.reader.rows("SELECT flag FROM Thing") == [[.integer(value)]])
    #expect(try scenario.failure(#"{"flag":2}"#, into: "Thing").reason == .invalidValue)
    #expect(try scenario.failure(#"{"flag":"yes"}"#, into: "Thing").reason == .invalidValue)
  }

  @Test func `any JSON is kept without the white space around its tokens`() throws {
    let scenario = try scenario()
    try scenario.importJSON("{\"any\" : { \"a b\" : [ 1.50 , \"x  y\" ,\n null ] } }", into: "Thing")
    #expect(
      try scenario.test.reader.rows("SELECT any FROM Thing") == [[.text(#"{"a b":[1.50,"x  y",null]}"#)]])
  }
}
