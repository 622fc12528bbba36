import Rowsmith
import RowsmithSchema
import Testing

/// What users are told of a value that its attribute cannot hold, word for word, for every type.
@Suite struct ConversionMessageTests {
  private static let yaml = """
    defaults: { MergePolicy: Merge }
    enums: { Kind: [novel, essay] }
    entities:
      Sample:
        attributes:
          id: Int
          whole: Int?
          ratio: Double?
          price: Decimal?
          flag: Bool?
          text: String?
          day: Date?
          stamp: { type: Date?, DateFormat: epochSeconds }
          milli: { type: Date?, DateFormat: epochMilliseconds }
          basic: { type: Date?, DateFormat: iso8601Basic }
          header: { type: Date?, DateFormat: rfc1123 }
          written: { type: Date?, DateFormat: [dd.MM.yyyy, iso8601] }
          token: UUID?
          link: URL?
          bytes: Data?
          kind: Kind?
          numbers: "[Int]?"
          words: "[String]?"
          must: { type: String, default: x }
          loose: { type: Int?, coerce: true }
          looseRatio: { type: Double?, coerce: true }
          looseFlag: { type: Bool?, coerce: true }
          looseText: { type: String?, coerce: true }
          looseDay: { type: Date?, coerce: true }
          lower: { type: String?, Transform: lowercase }
          upper: { type: String?, Transform: uppercase }
          single: { type: String?, Transform: collapseWhitespace }
          full: { type: String?, Transform: emptyToNull }
          fullDay: { type: Date?, Transform: emptyToNull }
    """

  private static let coerce = "; `coerce: true` converts where nothing is lost"

  private struct Fault: CustomTestStringConvertible {
    var key: String
    var json: String
    var expected: String
    var found: String
    var testDescription: String { "\(key): \(json)" }

    init(_ key: String, _ json: String, _ expected: String, _ found: String) {
      (self.key, self.json, self.expected, self.found) = (key, json, expected, found)
    }
  }

  private static let faults = [
    Fault("whole", "true", "an integer", "true"),
    Fault("whole", "\"7\"", "an integer", "\"7\"\(coerce)"),
    Fault("whole", "1.5", "an integer", "1.5; use Double or Decimal for numbers with a fraction"),
    Fault(
      "whole", "9223372036854775808", "an integer",
      "9223372036854775808; it does not fit into 64 bits, use Decimal or String"),
    Fault("whole", "[1]", "an integer", "an array [1]"),
    Fault("whole", #"{"a":1}"#, "an integer", #"an object {"a":1}"#),
    Fault("ratio", "1e400", "a number", "1e400; it is too large for a Double"),
    Fault("ratio", "\"1\"", "a number", "\"1\"\(coerce)"),
    Fault("price", "\"12 EUR\"", "a number or a decimal in a string", "\"12 EUR\""),
    Fault(
      "price", "123456789012345678901234567890123456789", "a number or a decimal in a string",
      "\"123456789012345678901234567890123456789\"; at most 38 digits are kept exactly"),
    Fault(
      "price", "1e999", "a number or a decimal in a string", "\"1e999\"; its exponent is out of range"),
    Fault("price", "false", "a number or a decimal in a string", "false"),
    Fault("flag", "2", "true or false", "2"),
    Fault("flag", "\"yes\"", "true or false", "\"yes\"\(coerce)"),
    Fault("flag", "\"si\"", "true or false", "\"si\"; declare it as String to keep such text"),
    Fault("ratio", "\"much\"", "a number", "\"much\"; declare it as String to keep such text"),
    Fault("text", "7", "a string", "7\(coerce)"),
    Fault("text", "true", "a string", "true"),
    Fault(
      "day", "\"22.08.2000\"", "a date (iso8601, such as 2000-08-22T13:28:00Z)",
      "\"22.08.2000\"; the model's DateFormat does not match it"),
    Fault(
      "day", "1e20", "a date (iso8601, such as 2000-08-22T13:28:00Z)",
      "1e20; it is not a date between the years 1 and 9999"),
    Fault("day", "false", "a date (iso8601, such as 2000-08-22T13:28:00Z)", "false"),
    Fault(
      "stamp", "\"soon\"", "a date (epochSeconds, such as 966950880)",
      "\"soon\"; the model's DateFormat does not match it"),
    Fault("milli", "[]", "a date (epochMilliseconds, such as 966950880000)", "an array []"),
    Fault("basic", "true", "a date (iso8601Basic, such as 20000822T132800Z)", "true"),
    Fault(
      "header", "\"2000-08-22\"", "a date (rfc1123, such as Tue, 22 Aug 2000 13:28:00 GMT)",
      "\"2000-08-22\"; the model's DateFormat does not match it"),
    Fault(
      "written", "\"8/22/00\"", "a date ('dd.MM.yyyy' or iso8601, such as 2000-08-22T13:28:00Z)",
      "\"8/22/00\"; the model's DateFormat does not match it"),
    Fault(
      "token", "\"7d444840\"", "a UUID in a string",
      "\"7d444840\"; it has the form 7d444840-9dc0-11d1-b245-5ffdce74fad2"),
    Fault("token", "7", "a UUID in a string", "7"),
    Fault("link", "\"a b\"", "a URL in a string", "\"a b\"; it is not a URL (RFC 3986)"),
    Fault("link", "7", "a URL in a string", "7\(coerce)"),
    Fault("bytes", "\"***\"", "base64 in a string", "\"***\""),
    Fault("bytes", "1", "base64 in a string", "1"),
    Fault("kind", "{}", "a string (Kind)", "an object {}"),
    Fault("numbers", "7", "an array, each item an integer", "7"),
    Fault(
      "numbers", "[1,\"a\",null]", "an array, each item an integer",
      "\"a\"; declare it as String to keep such text"),
    Fault("numbers", "[null]", "an array, each item an integer", "null"),
    Fault("words", "[[1]]", "an array, each item a string", "an array [1]"),
    Fault("must", "null", "a string", "null; 'must' is required"),
    Fault(
      "loose", "\"7.5\"", "an integer", "\"7.5\"; use Double or Decimal for numbers with a fraction"),
    Fault(
      "loose", "\"18446744073709551616\"", "an integer",
      "\"18446744073709551616\"; it does not fit into 64 bits, use Decimal or String"),
    Fault("loose", "\"007\"", "an integer", "\"007\""),
    Fault("looseRatio", "\"1e400\"", "a number", "\"1e400\"; it is too large for a Double"),
    Fault("looseFlag", "\"perhaps\"", "true or false", "\"perhaps\""),
    Fault(
      "looseDay", "\"soon\"", "a date (iso8601, such as 2000-08-22T13:28:00Z)",
      "\"soon\"; the model's DateFormat does not match it"),
    Fault(
      "looseRatio", "\"18446744073709551617\"", "a number",
      "\"18446744073709551617\"; a Double would not keep all digits, use Decimal or Int"),
    Fault("looseRatio", "\"-1e-400\"", "a number", "\"-1e-400\"; it is too small for a Double"),
    Fault(
      "looseRatio", "\"9007199254740993\"", "a number",
      "\"9007199254740993\"; a Double would not keep all digits, use Decimal or Int"),
  ]

  @Test(arguments: faults) private func `a value that is refused`(fault: Fault) throws {
    let scenario = try ImportScenario(Self.yaml, comparingReference: false)
    let error = try scenario.failure("{\"id\":1,\"\(fault.key)\":\(fault.json)}", into: "Sample")
    #expect(error.message == "expected \(fault.expected), found \(fault.found)")
    #expect(error.path == "$.\(fault.key)")
    #expect(error.entity == "Sample")
    #expect(error.line == 1)
    // Of an array's items the place is the item's.
    let start = 9 + fault.key.count + 3
    if fault.key == "numbers" || fault.key == "words" {
      #expect(try #require(error.column) >= start)
    } else {
      #expect(error.column == start)
    }
  }

  @Test func `a long value is cut`() throws {
    let scenario = try ImportScenario(Self.yaml, comparingReference: false)
    let long = String(repeating: "é", count: 50)
    let error = try scenario.failure("{\"id\":1,\"bytes\":\"\(long)\"}", into: "Sample")
    #expect(error.message == "expected base64 in a string, found \"\(String(repeating: "é", count: 20))…\"")
    let list = try scenario.failure(
      "{\"id\":1,\"whole\":[\(Array(repeating: "1", count: 50).joined(separator: ","))]}", into: "Sample")
    #expect(list.message.hasSuffix("…"))
    #expect(list.message.count < 80)
  }

  @Test func `text that no reader could be given is refused`() throws {
    let scenario = try ImportScenario(Self.yaml, comparingReference: false)
    let nul = try scenario.failure(#"{"id":1,"text":"a\u0000b"}"#, into: "Sample")
    #expect(
      nul.message == "expected text without U+0000, found \\u0000; most readers would cut it there")
    let half = try scenario.failure(#"{"id":1,"text":"\ud800"}"#, into: "Sample")
    #expect(
      half.message == "expected complete characters, found half of a surrogate pair (\\ud800-\\udfff)")
  }

  @Test(arguments: [
    ("loose", "\"7\"", "7"), ("loose", "7.0", "7"), ("looseRatio", "\"1.5\"", "1.5"),
    ("looseFlag", "\"true\"", "1"), ("looseFlag", "\"0\"", "0"), ("flag", "1", "1"),
    ("looseText", "7", "7"), ("looseText", "1.50", "1.50"), ("looseText", "\"7\"", "7"),
    ("looseDay", "\"966950880\"", "2000-08-22T13:28:00.000Z"),
    ("stamp", "966950880", "2000-08-22T13:28:00.000Z"),
    ("milli", "966950880000", "2000-08-22T13:28:00.000Z"),
    ("basic", "\"20000822T132800Z\"", "2000-08-22T13:28:00.000Z"),
    ("header", "\"Tue, 22 Aug 2000 13:28:00 GMT\"", "2000-08-22T13:28:00.000Z"),
    ("written", "\"22.08.2000\"", "2000-08-22T00:00:00.000Z"),
    ("written", "\"2000-08-22\"", "2000-08-22T00:00:00.000Z"),
    ("price", "24.90", "24.90"), ("price", "\"1e2\"", "100"),
    ("token", "\"7D444840-9DC0-11D1-B245-5FFDCE74FAD2\"", "7d444840-9dc0-11d1-b245-5ffdce74fad2"),
    ("numbers", "[1, 2,3]", "[1,2,3]"), ("numbers", "[]", "[]"), ("words", #"["a\"b"]"#, #"["a\"b"]"#),
    ("lower", "\"ÄB\"", "äb"), ("upper", "\"äb\"", "ÄB"), ("single", "\" a \\n b \"", "a b"),
    ("full", "\"\"", "·"),
    ("fullDay", "\"\"", "·"), ("kind", "\"poem\"", "poem"),
  ])
  func `a value that is taken, and how it is stored`(key: String, json: String, stored: String) throws {
    let scenario = try ImportScenario(Self.yaml, comparingReference: false)
    try scenario.importJSON("{\"id\":1,\"\(key)\":\(json)}", into: "Sample")
    try scenario.expect("SELECT \(key) FROM Sample", stored)
  }

  @Test func `a value that its enumeration does not list is stored and counted`() throws {
    let scenario = try ImportScenario(Self.yaml, comparingReference: false)
    let report = try scenario.importJSON(#"[{"id":1,"kind":"poem"},{"id":2,"kind":"poem"}]"#, into: "Sample")
    #expect(report.unlistedValues["Sample.kind"]?.count == 2)
    #expect(report.unlistedValues["Sample.kind"]?.example == "poem")
  }

  @Test(arguments: ["[String]?", "[String]"])
  func `a transform makes no null inside a list`(type: String) throws {
    let scenario = try ImportScenario(
      "entities: { A: { attributes: { id: Int, tags: { type: \"\(type)\", Transform: emptyToNull } } } }",
      comparingReference: false)
    let failure = try scenario.failure(#"{"id":1,"tags":["a",""]}"#, into: "A")
    #expect(failure.path == "$.tags")
    #expect(failure.message.contains("of which 'emptyToNull' makes null"))
    try scenario.expect("SELECT count(*) FROM A", "0")
  }

  @Test(arguments: ["trim", "collapseWhitespace"])
  func `an accent behind white space stays`(transform: String) throws {
    let scenario = try ImportScenario(
      "entities: { A: { attributes: { id: Int, name: { type: String, Transform: \(transform) } } } }",
      comparingReference: false)
    try scenario.importJSON("{\"id\":1,\"name\":\" \u{301}a \u{301}b \"}", into: "A")
    try scenario.expect("SELECT hex(name) FROM A", "CC816120CC8162")
  }
}
