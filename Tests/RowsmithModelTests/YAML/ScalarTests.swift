import Testing

@testable import RowsmithModel

/// What plain scalars stand for: YAML 1.2's core schema, without the surprises of YAML 1.1.
struct ScalarTests {
  @Test(
    arguments: [
      ("", .null), ("~", .null), ("null", .null), ("NULL", .null), ("true", .bool(true)),
      ("False", .bool(false)),
      ("0", .integer(0)), ("-12", .integer(-12)), ("+7", .integer(7)), ("007", .integer(7)),
      ("0x1F", .integer(31)),
      ("0o17", .integer(15)), ("9223372036854775807", .integer(.max)),
      ("9223372036854775808", .number(0x1p63)),
      ("1.5", .number(1.5)), ("-.5", .number(-0.5)), ("1e3", .number(1000)), ("5.", .number(5)),
      (".inf", .number(.infinity)), ("-.Inf", .number(-.infinity)),
    ] as [(String, YAMLScalar.Value)])
  func `a plain scalar may be more than text`(text: String, value: YAMLScalar.Value) {
    #expect(YAMLScalar(text: text, isPlain: true).value == value)
  }

  @Test(arguments: [
    "yes", "no", "on", "off", "y", "n", "NO", "nULL", "tRUE", "inf", "nan", "infinity", "0x", "0xZZ", "1_000",
    "12:30", "1.2.3", "-", "+", ".", "e3", "1e", "0x1p3", "2024-01-01", "--1", "+.nan", "0x-1", "１",
  ])
  func `everything else is the words it looks like`(text: String) {
    #expect(YAMLScalar(text: text, isPlain: true).value == .text(text))
  }

  @Test func `a quoted scalar is text`() {
    for text in ["", "null", "true", "1", ".inf"] {
      #expect(YAMLScalar(text: text, isPlain: false).value == .text(text))
    }
  }

  @Test func `what is not a number is one`() throws {
    guard case .number(let value) = YAMLScalar(text: ".nan", isPlain: true).value else {
      Issue.record("'.nan' is no number")
      return
    }
    #expect(value.isNaN)
  }

  @Test(arguments: [
    ("a: 1", #"{"a":1}"#), ("[1.50, 0x10, .5, +1, 1e2, 007]", "[1.50,16,0.5,1,1e2,7]"),
    (#"["a\"b\\c", "tab\t\u0001é"]"#, #"["a\"b\\c","tab\t\u0001é"]"#),
    ("{ no: null, b: [true, ~] }", #"{"no":null,"b":[true,null]}"#),
    ("{}", "{}"), ("[]", "[]"), ("text", #""text""#),
  ])
  func `a value is JSON`(yaml: String, json: String) throws {
    var builder = YAMLTreeBuilder(ModelSource(path: "a.yml", text: yaml))
    let node = try #require(try builder.document())
    #expect(node.json == json)
  }

  @Test func `infinity is not JSON`() throws {
    var builder = YAMLTreeBuilder(ModelSource(path: "a.yml", text: "[{ a: .inf }]"))
    #expect(try builder.document()?.json == nil)
  }
}
